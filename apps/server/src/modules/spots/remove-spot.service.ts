import { LIMITS, mayEditSpot, type Spot, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { deleteSpotRemoved, notify } from '../notifications/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import { hidePostsOf, purgePostsOf, showPostsOf, type SpotHooks, publishPostEvent } from '../posts/index.ts'
import { lockAnySpot, lockSpot, updateSpot } from './edit-spot.queries.ts'
import { deleteSpot, leaveTombstone, lockNextToPurge, markDeleted } from './remove-spot.queries.ts'
import { insertEdit } from './spot-history.queries.ts'
import { replaceCover, restoreCover } from './spot-cover.service.ts'
import { lockOwnSpot } from './edit-spot.service.ts'
import { refuseMerged } from './merged-spots.service.ts'
import { hideTexts, restoreTexts } from './hidden-texts.queries.ts'
import { requireSpot } from './spots.service.ts'

const DAY_MS = 24 * 3600 * 1000

// A decision is about the reported content, regardless of its audience.
const lockReported = async (tx: Tx, viewer: Viewer, id: string) => {
  const spot = await lockSpot(tx, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayEditSpot(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return spot
}

/**
 * Deletes a spot with all its posts, in the caller's transaction. They are hidden, and an admin can restore them for 30
 * days.
 * @param audit is called for another person's spot; omitted for the decision of a case, which has its own audit entry
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, POSTS_NOT_DELETED if hiding the posts failed
 */
export const removeSpotIn = async (tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> => {
  const spot = await (audit ? lockOwnSpot(tx, viewer, id) : lockReported(tx, viewer, id))
  if (audit) await audited(audit, tx, viewer, { kind: 'spot', id, owner_id: spot.created_by })
  const deleted_at = await markDeleted(tx, id, viewer.user_id)
  const authors = await hidePostsOf(tx, id, deleted_at).catch((cause: unknown) => {
    throw new Refusal('POSTS_NOT_DELETED', { cause })
  })
  const { version } = spot
  await insertEdit(tx, { spot_id: id, user_id: viewer.user_id, action: 'delete', version, before: {} })
  await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: id })
  // Notifies the authors of its posts, without naming the person who deleted it, who may be a moderator.
  await notify(tx, {
    type: 'spot_removed',
    from_user_id: null,
    user_ids: authors.filter((author) => author !== viewer.user_id),
    target_id: id,
    spot_id: id,
  })
}

/** The functions that posts need, see {@link SpotHooks}. */
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

/** {@link removeSpotIn} in a new transaction. */
export const removeSpot = (
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<void> => db.transaction().execute((tx) => removeSpotIn(tx, viewer, id, audit))

/**
 * Restores a deleted spot and the posts deleted with it, in the caller's transaction; does nothing if it is not
 * deleted.
 * @param audit is omitted for the reversal of a decision, which has its own audit entry
 * @throws Refusal SPOT_NOT_FOUND, GONE after its 30 days, SPOT_MERGED for one that is restored by undoing its merge
 */
export const restoreSpotIn = async (tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> => {
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

/** {@link restoreSpotIn} in a new transaction. */
export const restoreSpot = (
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<Spot> =>
  db.transaction().execute(async (tx) => {
    await restoreSpotIn(tx, viewer, id, audit)
    return requireSpot(tx, viewer.user_id, id)
  })

/**
 * Purges spots that can no longer be restored, one at a time: deletes their posts, and the spot unless it was imported
 * and needs a tombstone. Concurrent calls are safe.
 */
export const purgeSpots = async (db: Db): Promise<void> => {
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
