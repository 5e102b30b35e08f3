import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { readyWaitingFiles, getUploadQueue } from '../media/index.ts'
import { publishPost, receivePosts } from '../posts/index.ts'
import { buildBody, type ContentValues, contents, postContent } from './share-content.ts'

/** The outbox kind that sends posts without a spot. */
export const waitingContent: WaitingKind<ContentValues> = {
  send: async ({ id, payload }, tools) => {
    const body = JSON.stringify(buildBody(payload, await readyWaitingFiles(tools)))
    const post = await postContent(body, id)
    receivePosts([post])
    publishPost({ kind: 'created', post_id: post.id, spot_id: null, user_id: post.user_id })
  },
  describe: ({ payload: { title, content } }) => ({
    what: m.outbox_post(),
    where: title,
    text: content,
    href: null,
  }),
  giveBack: async ({ user_id, payload }, files) => {
    const queue = getUploadQueue(user_id, 'content')
    await queue.restored
    if (Object.values(contents.at(user_id).draft).some(Boolean) || queue.items().length > 0) return null
    contents.write(user_id, payload)
    await queue.takeBack(files)
    return '/share-content'
  },
}
