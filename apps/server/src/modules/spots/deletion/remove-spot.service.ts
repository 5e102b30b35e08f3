import { LIMITS, mayEditSpot, type Spot, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { deleteSpotRemoved, notify } from '../../notifications/index.ts'
import { type AuditHook, audited } from '../../audit/index.ts'
import {
  hidePostsOf,
  purgePostsOf,
  showPostsOf,
  type SpotHooks,
  publishPostEvent,
} from '../../posts/index.ts'
import { lockAnySpot, lockSpot, updateSpot } from '../edit/edit-spot.queries.ts'
import { deleteSpot, leaveTombstone, lockNextToPurge, markDeleted } from './remove-spot.queries.ts'
import { insertEdit } from '../edit/spot-history.queries.ts'
import { replaceCover, restoreCover } from '../gallery/spot-cover.service.ts'
import { lockOwnSpot } from '../edit/edit-spot.service.ts'
import { refuseMerged } from './merged-spots.service.ts'
import { hideTexts, restoreTexts } from '../edit/hidden-texts.queries.ts'
import { requireSpot } from '../spots.service.ts'

const DAY_MS = 24 * 3600 * 1000

// A case decision applies to the reported spot regardless of its audience.
async function lockReported(tx: Tx, viewer: Viewer, id: string) {
  const spot = await lockSpot(tx, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayEditSpot(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return spot
}

/**
 * Deletes a spot in the caller's transaction and hides all its posts. An admin can restore them within 30 days.
 * @param audit called for another person's spot; omitted for a case decision, which has its own audit entry
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, POSTS_NOT_DELETED if hiding the posts failed
 */
export async function removeSpotIn(tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> {
  const spot = await (audit ? lockOwnSpot(tx, viewer, id) : lockReported(tx, viewer, id))
  if (audit) await audited(audit, tx, viewer, { kind: 'spot', id, owner_id: spot.created_by })
  const deleted_at = await markDeleted(tx, id, viewer.user_id)
  const authors = await hidePostsOf(tx, id, deleted_at).catch((cause: unknown) => {
    throw new Refusal('POSTS_NOT_DELETED', { cause })
  })
  const { version } = spot
  await insertEdit(tx, { spot_id: id, user_id: viewer.user_id, action: 'delete', version, before: {} })
  await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: id })
  // Notifies the posts' authors without naming the person who deleted the spot, who may be a moderator.
  await notify(tx, {
    type: 'spot_removed',
    from_user_id: null,
    user_ids: authors.filter((author) => author !== viewer.user_id),
    target_id: id,
    spot_id: id,
  })
}

/** The functions that the posts module needs. See {@link SpotHooks}. */
export const spotHooks: SpotHooks = {
  lock: lockSpot,
  remove: (tx, viewer, id) => removeSpotIn(tx, viewer, id),
  replaceCover,
  restoreCover,
  hideTexts: async (tx, id) => {
    const spot = await lockSpot(tx, id)
    if (spot) await hideTexts(tx, spot)
  },
  restoreTexts,
}

/** Runs {@link removeSpotIn} in a new transaction. */
export function removeSpot(
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<void> {
  return db.transaction().execute((tx) => removeSpotIn(tx, viewer, id, audit))
}

/**
 * Restores a deleted spot and the posts that were deleted with it, in the caller's transaction. Does nothing if it
 * isn't deleted.
 * @param audit omitted when a decision is reversed, which has its own audit entry
 * @throws Refusal SPOT_NOT_FOUND, GONE after 30 days, SPOT_MERGED if only undoing its merge can restore it
 */
export async function restoreSpotIn(tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> {
  const spot = await lockAnySpot(tx, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  const { deleted_at, version } = spot
  if (deleted_at === null) return
  await refuseMerged(tx, viewer.user_id, id)
  const over = Date.now() - Date.parse(deleted_at) > LIMITS.restore_days * DAY_MS
  if (over || spot.purged_at !== null) throw new Refusal('GONE')
  await updateSpot(tx, id, { deleted_at: null, deleted_by: null })
  await showPostsOf(tx, id, deleted_at)
  await deleteSpotRemoved(tx, id)
  await insertEdit(tx, { spot_id: id, user_id: viewer.user_id, action: 'restore', version, before: {} })
  await audit?.restores(tx, viewer, spot)
  await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id: id })
}

/** Runs {@link restoreSpotIn} in a new transaction. */
export function restoreSpot(
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<Spot> {
  return db.transaction().execute(async (tx) => {
    await restoreSpotIn(tx, viewer, id, audit)
    return requireSpot(tx, viewer.user_id, id)
  })
}

/**
 * Purges spots that can no longer be restored, one at a time, with their posts. An imported spot is reduced to a
 * tombstone. Safe to call concurrently.
 */
export async function purgeSpots(db: Db): Promise<void> {
  const purgeOne = () =>
    db.transaction().execute(async (tx) => {
      const spot = await lockNextToPurge(tx, LIMITS.restore_days)
      if (!spot) return false
      await purgePostsOf(tx, spot.id)
      if (spot.source === null) await deleteSpot(tx, spot.id)
      else await leaveTombstone(tx, spot.id)
      return true
    })
  while (await purgeOne()) continue
}
