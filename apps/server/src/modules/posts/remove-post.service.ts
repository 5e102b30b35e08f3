import { mayEditPost, mayRemoveMedia, mayRemovePost, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { releaseMedia } from '../media/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import { dropPictures, returnPicture, publishProfileEvent } from '../profiles/index.ts'
import { publishPostEvent } from './post-events.ts'
import {
  deleteItem,
  deletePosts,
  findAnySpotOf,
  findSpotOf,
  lockAnySpot,
  type LockedPost,
  lockPost,
  lockPostsOf,
  markHidden,
  rememberUse,
  setHidden,
  selectItems,
  selectMediaOf,
  takeUses,
} from './edit-post.queries.ts'
import { refuseEdit } from './refuse-edit.ts'

/** What posts ask of spots, which are built on posts: given by the composition. */
export type SpotSide = {
  /** Holds the spot until the end of the transaction; nothing when it is deleted. */
  lock: (tx: Tx, spot_id: string) => Promise<unknown>
  /** Deletes a spot with its posts. @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED */
  remove: (tx: Tx, viewer: Viewer, spot_id: string) => Promise<void>
  /** These media are about to go: a spot whose cover is among them takes another photo. Gives the cover it had, or null. */
  loseMedia: (tx: Tx, spot_id: string, media_ids: readonly string[]) => Promise<string | null>
  /** A photo that was the cover until it was hidden is there again. */
  returnCover: (tx: Tx, spot_id: string, media_id: string) => Promise<void>
  /** Hides what the spot itself says until {@link showTexts}: its description, and its name behind a neutral one. */
  hideTexts: (tx: Tx, spot_id: string) => Promise<void>
  showTexts: (tx: Tx, spot_id: string) => Promise<void>
}

/** @throws Refusal POST_NOT_FOUND */
const lockWithSpot = async (tx: Tx, spots: SpotSide, post_id: string): Promise<LockedPost> => {
  const spot_id = await findSpotOf(tx, post_id)
  // The spot first, as everywhere: whoever deletes it holds it before its posts.
  if (spot_id) await spots.lock(tx, spot_id)
  const post = await lockPost(tx, post_id)
  if (!post) throw new Refusal('POST_NOT_FOUND')
  return post
}

/** Removes a locked post with all that people did to it; a spot that shows one of its photos takes another. */
export const removeWhole = async (
  tx: Tx,
  spots: SpotSide,
  post: Pick<LockedPost, 'id' | 'spot_id' | 'user_id'>,
): Promise<void> => {
  const media = await selectMediaOf(tx, [post.id])
  if (post.spot_id) await spots.loseMedia(tx, post.spot_id, media)
  await deletePosts(tx, [post.id])
  await releaseMedia(tx, media)
  await publishPostEvent(tx, {
    kind: 'deleted',
    post_id: post.id,
    spot_id: post.spot_id,
    user_id: post.user_id,
  })
}

/**
 * Deletes a post with all that people did to it, in the caller's transaction; one that made a spot takes the spot and all
 * its posts along.
 * @param audit is there when it is another's; nobody has to be when a case is decided, which writes it down itself
 * @throws Refusal POST_NOT_FOUND, NOT_ALLOWED
 */
export const removePostIn = async (
  tx: Tx,
  spots: SpotSide,
  viewer: Viewer,
  post_id: string,
  audit?: AuditHook,
): Promise<{ removed: 'post' | 'spot' }> => {
  const post = await lockWithSpot(tx, spots, post_id)
  if (!mayRemovePost(viewer, post)) return refuseEdit(tx, viewer, post)
  if (audit) await audited(audit, tx, viewer, { kind: 'post', id: post_id, owner_id: post.user_id })
  if (post.kind === 'spot' && post.spot_id) {
    await spots.remove(tx, viewer, post.spot_id)
    return { removed: 'spot' }
  }
  await removeWhole(tx, spots, post)
  return { removed: 'post' }
}

/**
 * Shows a hidden post again, with what was hidden with it: the texts of the spot it made, and its photos where they were
 * the cover or the author's picture. Where its spot is deleted it comes back with that, or goes with it.
 */
export const showPost = async (tx: Tx, spots: SpotSide, post_id: string): Promise<void> => {
  const spot_id = await findAnySpotOf(tx, post_id)
  // The spot first, as everywhere; deleted or not, nobody changes that meanwhile.
  const hidden_at = spot_id ? await lockAnySpot(tx, spot_id) : null
  const shown = await setHidden(tx, post_id, hidden_at)
  if (!shown) return
  for (const { media_id, used_as } of await takeUses(tx, post_id)) {
    if (used_as === 'cover' && spot_id) await spots.returnCover(tx, spot_id, media_id)
    if (used_as === 'profile_picture' && (await returnPicture(tx, shown.user_id, media_id)))
      await publishProfileEvent(tx, shown.user_id)
  }
  if (shown.kind === 'spot' && spot_id) await spots.showTexts(tx, spot_id)
  if (hidden_at === null)
    await publishPostEvent(tx, { kind: 'created', post_id, spot_id: shown.spot_id, user_id: shown.user_id })
}

/** See {@link removePostIn}. */
export const removePost = (
  { db, spots, audit }: { db: Db; spots: SpotSide; audit: AuditHook },
  viewer: Viewer,
  post_id: string,
): Promise<{ removed: 'post' | 'spot' }> =>
  db.transaction().execute((tx) => removePostIn(tx, spots, viewer, post_id, audit))

/**
 * Takes a post out of everybody's sight without deleting it.
 * @param spotTexts what becomes of the name and description of the spot that the post made
 * @throws Refusal POST_NOT_FOUND
 */
export const hidePost = async (
  tx: Tx,
  spots: SpotSide,
  post_id: string,
  spotTexts: 'keep' | 'hide',
): Promise<void> => {
  const { id, spot_id, user_id, kind } = await lockWithSpot(tx, spots, post_id)
  // Neither a spot nor a profile goes on showing what is hidden.
  const media = await selectMediaOf(tx, [id])
  const cover = spot_id && (await spots.loseMedia(tx, spot_id, media))
  if (cover) await rememberUse(tx, cover, 'cover')
  for (const dropped of await dropPictures(tx, media)) {
    await rememberUse(tx, dropped.media_id, 'profile_picture')
    await publishProfileEvent(tx, dropped.user_id)
  }
  if (kind === 'spot' && spot_id && spotTexts === 'hide') await spots.hideTexts(tx, spot_id)
  await markHidden(tx, id)
  await publishPostEvent(tx, { kind: 'deleted', post_id: id, spot_id, user_id })
}

const IS_COVER = 'This is the cover photo of the spot. Change the cover first.'

/**
 * Takes one photo or video out of a post; the others keep their places, likes and comments. The last one takes the post
 * along, never the spot.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, NOT_ALLOWED (also for the cover of a spot)
 */
export const removePostMedia = (
  db: Db,
  spots: SpotSide,
  viewer: Viewer,
  { post_id, media_index }: { post_id: string; media_index: number },
): Promise<{ removed: 'media' | 'post' }> =>
  db.transaction().execute(async (tx) => {
    const post = await lockWithSpot(tx, spots, post_id)
    if (!mayEditPost(viewer, post)) return refuseEdit(tx, viewer, post)
    const items = await selectItems(tx, post_id)
    const item = items.find((one) => one.media_index === media_index)
    if (!item) throw new Refusal('MEDIA_NOT_FOUND')
    if (!mayRemoveMedia(viewer, { user_id: post.user_id, is_cover: item.is_cover }))
      throw new Refusal('NOT_ALLOWED', { detail: IS_COVER })
    if (items.length === 1) {
      await removeWhole(tx, spots, post)
      return { removed: 'post' }
    }
    await deleteItem(tx, post_id, media_index)
    await releaseMedia(tx, [item.media_id])
    await publishPostEvent(tx, { kind: 'updated', post_id, spot_id: post.spot_id, user_id: post.user_id })
    return { removed: 'media' }
  })

const PURGE_BATCH = 500

/** Deletes for good, in steps, all posts of a spot, hidden or not; their files follow when nothing else shows them. */
export const purgePostsOf = async (tx: Tx, spot_id: string): Promise<void> => {
  for (let more = true; more; ) {
    const ids = await lockPostsOf(tx, spot_id, PURGE_BATCH)
    const media = await selectMediaOf(tx, ids)
    await deletePosts(tx, ids)
    await releaseMedia(tx, media)
    more = ids.length === PURGE_BATCH
  }
}
