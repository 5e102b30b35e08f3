import { LIMITS, type Spot, type Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { deleteRemovalNews, notify } from '../notifications/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import { hidePostsOf, purgePostsOf, showPostsOf, type SpotSide, publishPostEvent } from '../posts/index.ts'
import {
  deleteSpot,
  insertEdit,
  leaveTombstone,
  lockAnySpot,
  lockNextToPurge,
  lockSpot,
  markDeleted,
  updateSpot,
} from './edit-spot.queries.ts'
import { loseMedia, returnCover } from './spot-cover.service.ts'
import { lockOwnSpot } from './edit-spot.service.ts'
import { putTextsAway, returnTexts } from './hidden-texts.queries.ts'
import { requireSpot } from './spots.service.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Deletes a spot with all its posts, in the caller's transaction: nobody sees them, and for a while an admin can bring
 * them back.
 * @param audit is there when it is another's; nobody has to be when a case is decided, which writes it down itself
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, POSTS_NOT_DELETED when it was the posts that could not be hidden
 */
export const removeSpotIn = async (tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> => {
  const spot = await lockOwnSpot(tx, viewer, id)
  if (audit) await audited(audit, tx, viewer, { kind: 'spot', id, owner_id: spot.created_by })
  const moment = await markDeleted(tx, id, viewer.user_id)
  const authors = await hidePostsOf(tx, id, moment).catch((cause: unknown) => {
    throw new Refusal('POSTS_NOT_DELETED', { cause })
  })
  const { version } = spot
  await insertEdit(tx, { spot_id: id, user_id: viewer.user_id, action: 'delete', version, before: {} })
  await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: id })
  // Notifies the authors of its posts, without naming who deleted it: that may be a moderator.
  await notify(tx, {
    type: 'spot_removed',
    from_user_id: null,
    user_ids: authors.filter((author) => author !== viewer.user_id),
    target_id: id,
    spot_id: id,
  })
}

/** What posts ask of spots. */
export const spotSide: SpotSide = {
  lock: lockSpot,
  remove: (tx, viewer, id) => removeSpotIn(tx, viewer, id),
  loseMedia,
  returnCover,
  hideTexts: async (tx, id) => {
    const spot = await lockSpot(tx, id)
    if (spot) await putTextsAway(tx, spot)
  },
  showTexts: returnTexts,
}

/** See {@link removeSpotIn}. */
export const removeSpot = (
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<void> => db.transaction().execute((tx) => removeSpotIn(tx, viewer, id, audit))

/**
 * Brings a deleted spot and the posts that went with it back, in the caller's transaction; one that is there already
 * stays as it is.
 * @param audit is there unless a decision is taken back, which is written down itself
 * @throws Refusal SPOT_NOT_FOUND, GONE when its time is over
 */
export const restoreSpotIn = async (tx: Tx, viewer: Viewer, id: string, audit?: AuditHook): Promise<void> => {
  const spot = await lockAnySpot(tx, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  const { deleted_at, version } = spot
  if (deleted_at === null) return
  const over = Date.now() - Date.parse(deleted_at) > LIMITS.restore_days * DAY_MS
  if (over || spot.purged_at !== null) throw new Refusal('GONE')
  await updateSpot(tx, id, { deleted_at: null, deleted_by: null })
  await showPostsOf(tx, id, deleted_at)
  await deleteRemovalNews(tx, id)
  await insertEdit(tx, { spot_id: id, user_id: viewer.user_id, action: 'restore', version, before: {} })
  await audit?.restores(tx, viewer, spot)
  await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id: id })
}

/** See {@link restoreSpotIn}. */
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
 * Ends what can no longer be restored, a spot at a time: its posts go for good, and it with them unless it came from a
 * source, whose next import must find a tombstone. Any number of processes may do this at once.
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
