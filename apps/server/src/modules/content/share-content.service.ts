import type { NewContent, Post, Viewer } from '@nollie/contract'
import { idempotent } from '../../db/idempotent.ts'
import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { requireMemberWhoShares } from '../crews/index.ts'
import { attachMedia } from '../media/index.ts'
import { createPost, requirePostText } from '../posts/index.ts'
import { COPY_PHOTO } from './copy-photo.service.ts'

/** Dependencies for sharing content. */
export type ContentDeps = {
  db: Db
  jobs: Pick<Jobs, 'send'>
  /** Whether this server copies photos from URLs. */
  copies: boolean
}

/**
 * Shares text, media, or a photo's URL with everyone or with one crew; idempotent by key.
 * @throws Refusal CREW_NOT_FOUND, IN_PROGRESS, KEY_REUSED, and errors from `attachMedia`
 */
export function shareContent(
  { db, jobs, copies }: ContentDeps,
  viewer: Viewer,
  key: string,
  { title, content, photo_url, media_ids, alt_texts, crew_id = null }: NewContent,
): Promise<Post> {
  const body = ['content', { title, content, photo_url, media_ids, alt_texts, ...(crew_id && { crew_id }) }]
  return idempotent(db, { user_id: viewer.user_id, key, body }, async (tx) => {
    if (crew_id) await requireMemberWhoShares(tx, viewer.user_id, crew_id)
    const media = await attachMedia(tx, viewer.user_id, media_ids, alt_texts)
    const id = await createPost(tx, {
      user_id: viewer.user_id,
      spot_id: null,
      kind: media.length > 0 ? 'media' : 'text',
      title,
      content,
      photo_url,
      media_ids,
      crew_id,
    })
    if (copies && photo_url?.startsWith('https:')) await jobs.send(tx, COPY_PHOTO, { post_id: id })
    return JSON.parse(await requirePostText(tx, viewer.user_id, id)) as Post
  })
}
