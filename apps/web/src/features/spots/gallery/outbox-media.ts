import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import type { WaitingKind } from '../../../lib/outbox/kinds.ts'
import { readyWaitingFiles, getUploadQueue } from '../../media/index.ts'
import { publishPost, receivePosts } from '../../posts/index.ts'
import { additions, buildBody, toGalleryItems, postMedia, type WaitingMedia } from './add-media.ts'
import { addToGallery } from '../use-live-spot.ts'

/** The outbox kind that sends posts at spots. */
export function waitingMedia(client: QueryClient): WaitingKind<WaitingMedia> {
  return {
    send: async ({ id, payload }, tools) => {
      const post = await postMedia(buildBody(payload, await readyWaitingFiles(tools)), id)
      receivePosts([post])
      addToGallery(client, payload.spot_id, toGalleryItems(post))
      publishPost({ kind: 'created', post_id: post.id, spot_id: payload.spot_id })
    },
    describe: ({ payload: { spot_id, spot_name, title, content } }) => ({
      what: m.outbox_post(),
      where: spot_name,
      text: [title, content].filter(Boolean).join('\n'),
      href: `/spots/${spot_id}`,
    }),
    giveBack: async ({ user_id, payload: { spot_id, title, content } }, files) => {
      const queue = getUploadQueue(user_id, `spot.${spot_id}`)
      const name = `${user_id}.${spot_id}`
      await queue.restored
      const { draft } = additions.at(name)
      if (draft.title || draft.content || queue.items().length > 0) return null
      additions.write(name, { title, content })
      await queue.takeBack(files)
      return `/spots/${spot_id}`
    },
  }
}
