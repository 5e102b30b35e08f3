import { mayEditPost, type NewMediaPost, type Post, type Viewer } from '@nollie/contract'
import { idempotent } from '../../db/idempotent.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { attachMedia } from '../media/index.ts'
import { storeMentions } from '../mentions/index.ts'
import { publishPostEvent } from './post-events.ts'
import { findFirstItem, lockVisibleSpot, lockPost, updatePost } from './edit-post.queries.ts'
import { requirePostText } from './feed.service.ts'
import { createPost, contentOf } from './posts.service.ts'
import { refuseEdit } from './refuse-edit.ts'

/** The default title of a post, made from the types of its media. */
export const titleOfMedia = (media: readonly { type: 'image' | 'video' }[]): string => {
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  const parts = [photos && `${photos} photo(s)`, videos && `${videos} video(s)`]
  return `Added ${parts.filter(Boolean).join(' and ')}`
}

const requirePost = async (db: Db, viewer: Viewer, id: string): Promise<Post> =>
  JSON.parse(await requirePostText(db, viewer.user_id, id)) as Post

/**
 * Adds photos and videos, or a text, to a spot as one post, once per key.
 * @throws Refusal SPOT_NOT_FOUND, IN_PROGRESS, KEY_REUSED, and what `attachMedia` throws
 */
export const addMedia = (db: Db, viewer: Viewer, key: string, body: NewMediaPost): Promise<Post> =>
  idempotent(db, { user_id: viewer.user_id, key, body }, async (tx) => {
    const { spot_id, title, content, media_ids } = body
    if (!(await lockVisibleSpot(tx, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
    const media = await attachMedia(tx, viewer.user_id, media_ids)
    const id = await createPost(tx, {
      user_id: viewer.user_id,
      kind: media.length > 0 ? 'media' : 'text',
      title: title ?? titleOfMedia(media),
      ...{ spot_id, content, media_ids },
    })
    return requirePost(tx, viewer, id)
  })

/**
 * Edits the texts of a post.
 * @param version the version that the edit is based on
 * @throws Refusal POST_NOT_FOUND, NOT_ALLOWED, STALE when the post has a newer version
 */
export const editPost = (
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  text: { title: string; content: string | null },
): Promise<Post> =>
  db.transaction().execute(async (tx) => {
    const post = await lockPost(tx, id)
    if (!post) throw new Refusal('POST_NOT_FOUND')
    if (!mayEditPost(viewer, post)) return refuseEdit(tx, viewer, post)
    if (post.version !== version) throw new Refusal('STALE')
    if (text.title !== post.title || text.content !== post.content) {
      await updatePost(tx, id, text)
      const media_index = await findFirstItem(tx, id)
      await storeMentions(tx, { author: post.user_id, post_id: id, media_index, content: contentOf(text) })
      await publishPostEvent(tx, {
        kind: 'updated',
        post_id: id,
        spot_id: post.spot_id,
        user_id: post.user_id,
      })
    }
    return requirePost(tx, viewer, id)
  })
