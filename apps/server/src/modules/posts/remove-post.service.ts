import { mayRemovePost, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isPostKnownTo } from '../audiences/index.ts'
import { releaseMedia } from '../media/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import { dropPictures, returnPicture, publishProfileEvent } from '../profiles/index.ts'
import { publishPostEvent } from './post-events.ts'
import { deletePosts, selectMediaOf, selectReaders } from './remove-post.queries.ts'
import { markHidden, setHidden, storeFormerUse, takeFormerUses } from './hide-posts.queries.ts'
import {
  findAnySpotOf,
  findSpotOf,
  lockAnySpot,
  type LockedPost,
  lockPost,
  lockPostsOf,
} from './lock-posts.queries.ts'
import { refuseEdit } from './refuse-edit.ts'
import { say } from '../../platform/languages/index.ts'

/** Functions of spots that posts need. The app passes them in, because spots depend on posts. */
export type SpotHooks = {
  /** Locks the spot until the end of the transaction; finds nothing if it is deleted. */
  lock: (tx: Tx, spot_id: string) => Promise<unknown>
  /**
   * Deletes a spot with its posts.
   * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
   */
  remove: (tx: Tx, viewer: Viewer, spot_id: string) => Promise<void>
  /** Replaces the cover of the spot if it is among these media; returns the former cover, or null. */
  replaceCover: (tx: Tx, spot_id: string, media_ids: readonly string[]) => Promise<string | null>
  /** Restores a cover that was replaced when it was hidden. */
  restoreCover: (tx: Tx, spot_id: string, media_id: string) => Promise<void>
  /** Hides the spot's description, and its name behind a neutral one, until {@link restoreTexts}. */
  hideTexts: (tx: Tx, spot_id: string) => Promise<void>
  restoreTexts: (tx: Tx, spot_id: string) => Promise<void>
}

/** @throws Refusal POST_NOT_FOUND */
export const lockWithSpot = async (tx: Tx, spots: SpotHooks, post_id: string): Promise<LockedPost> => {
  const spot_id = await findSpotOf(tx, post_id)
  // Locks the spot first, because deleting it locks it before its posts.
  if (spot_id) await spots.lock(tx, spot_id)
  const post = await lockPost(tx, post_id)
  if (!post) throw new Refusal('POST_NOT_FOUND')
  return post
}

/** Deletes a locked post with everything that references it; replaces the cover of the spot if it is lost. */
export const removeWhole = async (
  tx: Tx,
  spots: SpotHooks,
  post: Pick<LockedPost, 'id' | 'spot_id' | 'user_id'>,
): Promise<void> => {
  const media = await selectMediaOf(tx, [post.id])
  if (post.spot_id) await spots.replaceCover(tx, post.spot_id, media)
  const readers = await selectReaders(tx, post.id)
  await deletePosts(tx, [post.id])
  await releaseMedia(tx, media)
  const { id: post_id, spot_id, user_id } = post
  await publishPostEvent(tx, { kind: 'deleted', post_id, spot_id, user_id }, readers)
}

/**
 * Deletes a post with everything that references it, in the caller's transaction. The post that created a spot also
 * deletes the spot and all its posts.
 * @param audit is called for another person's post; omitted for the decision of a case, which has its own audit entry
 * @throws Refusal POST_NOT_FOUND, NOT_ALLOWED
 */
export const removePostIn = async (
  tx: Tx,
  spots: SpotHooks,
  viewer: Viewer,
  post_id: string,
  audit?: AuditHook,
): Promise<{ removed: 'post' | 'spot' }> => {
  const post = await lockWithSpot(tx, spots, post_id)
  if (!mayRemovePost(viewer, post)) return refuseEdit(tx, viewer, post)
  // Admins decide about reported posts; otherwise they see what others see.
  if (audit && post.user_id !== viewer.user_id && !(await isPostKnownTo(tx, viewer.user_id, post_id)))
    throw new Refusal('POST_NOT_FOUND')
  if (audit) await audited(audit, tx, viewer, { kind: 'post', id: post_id, owner_id: post.user_id })
  if (post.kind === 'spot' && post.spot_id) {
    await spots.remove(tx, viewer, post.spot_id)
    return { removed: 'spot' }
  }
  await removeWhole(tx, spots, post)
  return { removed: 'post' }
}

/**
 * Shows a hidden post again, with everything hidden with it: the texts of the spot it created, and its photos as cover
 * or profile photo. If the spot is deleted, the post stays hidden with it.
 */
export const showPost = async (tx: Tx, spots: SpotHooks, post_id: string): Promise<void> => {
  const spot_id = await findAnySpotOf(tx, post_id)
  // Locks the spot first, deleted or not, so that it isn't deleted or restored meanwhile.
  const hidden_at = spot_id ? await lockAnySpot(tx, spot_id) : null
  const shown = await setHidden(tx, post_id, hidden_at)
  if (!shown) return
  for (const { media_id, used_as } of await takeFormerUses(tx, post_id)) {
    if (used_as === 'cover' && spot_id) await spots.restoreCover(tx, spot_id, media_id)
    if (used_as === 'profile_picture' && (await returnPicture(tx, shown.user_id, media_id)))
      await publishProfileEvent(tx, shown.user_id)
  }
  if (shown.kind === 'spot' && spot_id) await spots.restoreTexts(tx, spot_id)
  if (hidden_at === null)
    await publishPostEvent(tx, { kind: 'created', post_id, spot_id: shown.spot_id, user_id: shown.user_id })
}

/** {@link removePostIn} in a new transaction. */
export const removePost = (
  { db, spots, audit }: { db: Db; spots: SpotHooks; audit: AuditHook },
  viewer: Viewer,
  post_id: string,
): Promise<{ removed: 'post' | 'spot' }> =>
  db.transaction().execute((tx) => removePostIn(tx, spots, viewer, post_id, audit))

/**
 * Hides a post from everyone without deleting it.
 * @param spotTexts whether to hide the name and description of the spot that the post created
 * @throws Refusal POST_NOT_FOUND
 */
export const hidePost = async (
  tx: Tx,
  spots: SpotHooks,
  post_id: string,
  spotTexts: 'keep' | 'hide',
): Promise<void> => {
  const { id, spot_id, user_id, kind } = await lockWithSpot(tx, spots, post_id)
  // A hidden item must not stay the cover of a spot or a profile photo.
  const media = await selectMediaOf(tx, [id])
  const cover = spot_id && (await spots.replaceCover(tx, spot_id, media))
  if (cover) await storeFormerUse(tx, cover, 'cover')
  for (const dropped of await dropPictures(tx, media)) {
    await storeFormerUse(tx, dropped.media_id, 'profile_picture')
    await publishProfileEvent(tx, dropped.user_id)
  }
  if (kind === 'spot' && spot_id && spotTexts === 'hide') await spots.hideTexts(tx, spot_id)
  await markHidden(tx, id)
  await publishPostEvent(tx, { kind: 'deleted', post_id: id, spot_id, user_id })
}

export const IS_COVER = say`This is the spot’s cover photo. Change the cover first.`

const PURGE_BATCH = 500

/** Permanently deletes all posts of a spot in batches, hidden or not; the collector deletes their files. */
export const purgePostsOf = async (tx: Tx, spot_id: string): Promise<void> => {
  for (let more = true; more; ) {
    const ids = await lockPostsOf(tx, spot_id, PURGE_BATCH)
    const media = await selectMediaOf(tx, ids)
    await deletePosts(tx, ids)
    await releaseMedia(tx, media)
    more = ids.length === PURGE_BATCH
  }
}
