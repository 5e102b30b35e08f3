import { mayRemovePost, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { isPostKnownTo } from '../../audiences/index.ts'
import { releaseMedia } from '../../media/index.ts'
import { type AuditHook, audited } from '../../audit/index.ts'
import { dropPictures, returnPicture, publishProfileEvent } from '../../profiles/index.ts'
import { publishPostEvent } from '../post-events.ts'
import { deletePosts, selectMediaOf, selectReaders } from './remove-post.queries.ts'
import { markHidden, setHidden, storeFormerUse, takeFormerUses } from './hide-posts.queries.ts'
import {
  findAnySpotOf,
  findSpotOf,
  lockAnySpot,
  type LockedPost,
  lockPost,
  lockPostsOf,
} from '../lock-posts.queries.ts'
import { refuseEdit } from '../refuse-edit.ts'
import { say } from '../../../platform/languages/index.ts'

/** Functions from the spots module. The app passes them in, because spots depend on posts. */
export type SpotHooks = {
  /** Locks the spot until the transaction ends. Finds nothing if it's deleted. */
  lock: (tx: Tx, spot_id: string) => Promise<unknown>
  /**
   * Deletes a spot and its posts.
   * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
   */
  remove: (tx: Tx, viewer: Viewer, spot_id: string) => Promise<void>
  /** Replaces the spot's cover if it's one of these items. Returns the previous cover, or null if nothing changed. */
  replaceCover: (tx: Tx, spot_id: string, media_ids: readonly string[]) => Promise<string | null>
  /** Restores a cover that was replaced when its post was hidden. */
  restoreCover: (tx: Tx, spot_id: string, media_id: string) => Promise<void>
  /** Hides the spot's description and replaces its name with a neutral one until {@link restoreTexts}. */
  hideTexts: (tx: Tx, spot_id: string) => Promise<void>
  restoreTexts: (tx: Tx, spot_id: string) => Promise<void>
}

/** @throws Refusal POST_NOT_FOUND */
export async function lockWithSpot(tx: Tx, spots: SpotHooks, post_id: string): Promise<LockedPost> {
  const spot_id = await findSpotOf(tx, post_id)
  // Locks the spot before its post, in the same order as deleting the spot does.
  if (spot_id) await spots.lock(tx, spot_id)
  const post = await lockPost(tx, post_id)
  if (!post) throw new Refusal('POST_NOT_FOUND')
  return post
}

/** Deletes a locked post with everything that refers to it. Replaces the spot's cover if it was in the post. */
export async function removeWhole(
  tx: Tx,
  spots: SpotHooks,
  post: Pick<LockedPost, 'id' | 'spot_id' | 'user_id'>,
): Promise<void> {
  const media = await selectMediaOf(tx, [post.id])
  if (post.spot_id) await spots.replaceCover(tx, post.spot_id, media)
  const readers = await selectReaders(tx, post.id)
  await deletePosts(tx, [post.id])
  await releaseMedia(tx, media)
  const { id: post_id, spot_id, user_id } = post
  await publishPostEvent(tx, { kind: 'deleted', post_id, spot_id, user_id }, readers)
}

/**
 * Deletes a post with everything that refers to it, in the caller's transaction. If the post created a spot, also
 * deletes the spot and all its posts.
 * @param audit called for another person's post; omitted for a case decision, which has its own audit entry
 * @throws Refusal POST_NOT_FOUND, NOT_ALLOWED
 */
export async function removePostIn(
  tx: Tx,
  spots: SpotHooks,
  viewer: Viewer,
  post_id: string,
  audit?: AuditHook,
): Promise<{ removed: 'post' | 'spot' }> {
  const post = await lockWithSpot(tx, spots, post_id)
  if (!mayRemovePost(viewer, post)) return refuseEdit(tx, viewer, post)
  // Admins can act on any post that was reported. Otherwise, they can delete only posts that they can see.
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
 * Shows a hidden post again, along with everything hidden with it: the name and description of the spot it created, and
 * its photos as cover or profile picture. If the spot is deleted, the post stays hidden.
 */
export async function showPost(tx: Tx, spots: SpotHooks, post_id: string): Promise<void> {
  const spot_id = await findAnySpotOf(tx, post_id)
  // Locks the spot first, even if it's deleted, so that it can't be deleted or restored in the meantime.
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

/** Runs {@link removePostIn} in a new transaction. */
export function removePost(
  { db, spots, audit }: { db: Db; spots: SpotHooks; audit: AuditHook },
  viewer: Viewer,
  post_id: string,
): Promise<{ removed: 'post' | 'spot' }> {
  return db.transaction().execute((tx) => removePostIn(tx, spots, viewer, post_id, audit))
}

/**
 * Hides a post from everyone without deleting it.
 * @param spotTexts whether to also hide the name and description of the spot that the post created
 * @throws Refusal POST_NOT_FOUND
 */
export async function hidePost(
  tx: Tx,
  spots: SpotHooks,
  post_id: string,
  spotTexts: 'keep' | 'hide',
): Promise<void> {
  const { id, spot_id, user_id, kind } = await lockWithSpot(tx, spots, post_id)
  // An item that is hidden must not stay a spot's cover or a profile picture.
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

/** Permanently deletes all of a spot's posts in batches, hidden or not. The collector deletes their files. */
export async function purgePostsOf(tx: Tx, spot_id: string): Promise<void> {
  for (let more = true; more; ) {
    const ids = await lockPostsOf(tx, spot_id, PURGE_BATCH)
    const media = await selectMediaOf(tx, ids)
    await deletePosts(tx, ids)
    await releaseMedia(tx, media)
    more = ids.length === PURGE_BATCH
  }
}
