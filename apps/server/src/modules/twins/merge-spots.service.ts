import {
  LIMITS,
  mayMerge,
  mayUndoMerge,
  isAudienceOf,
  type MergePreview,
  type Spot,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Sides } from '../../db/merge-movers.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isKnownTo, requireSpotFor } from '../audiences/index.ts'
import { nameInLog, writeAuditEntry } from '../moderation/index.ts'
import { deleteSpotMerged, notify } from '../notifications/index.ts'
import { bringBack, lockSides, metresBetween, putAway, refuseMerged, requireSpot } from '../spots/index.ts'
import {
  deleteMerge,
  findMerge,
  insertMerge,
  type MergeRow,
  selectContents,
  selectMoves,
} from './merges.queries.ts'
import { MOVERS } from './all-movers.ts'
import { dismissPair } from './pairs.queries.ts'
import { isStewardAtBoth } from './steward-rights.service.ts'

/** The kind of moved row for spots that were merged earlier, and redirected to the spot being merged now. */
const FORWARDS = 'forward'

type Side = {
  id: string
  created_by: string | null
  audience: Spot['audience']
  precision: Spot['precision']
  opens_at: string | null
  latitude: number
  longitude: number
}

function isPlain({ audience, precision, opens_at }: Side): boolean {
  return audience !== 'crew' && precision === 'exact' && opens_at === null
}

/**
 * Returns why the viewer can't merge two spots, or null if they can. The same people must see both, so that a merge
 * reveals nothing: the same audience and, if it depends on the creator or on blocks, the same creator. Spots that are
 * shared with a crew, aren't exact, or aren't open yet can't be merged until their creator changes that.
 */
async function whyNot(db: Db, viewer: Viewer, one: Side, other: Side): Promise<MergePreview['refused']> {
  if (!mayMerge(viewer, one, other, await isStewardAtBoth(db, viewer, one, other))) return 'NOT_ALLOWED'
  const sameCircle = isAudienceOf(one.audience, 'blocked') || one.created_by === other.created_by
  if (one.audience !== other.audience || !sameCircle || ![one, other].every(isPlain)) return 'SPOTS_DIFFER'
  return metresBetween(one, other) > LIMITS.merge_metres ? 'TOO_FAR_APART' : null
}

/**
 * Returns two spots side by side, for comparison before a merge.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function previewMerge(db: Db, viewer: Viewer, { from, into }: Sides): Promise<MergePreview> {
  if (from === into) throw new Refusal('SPOT_NOT_FOUND')
  const loadSide = async (id: string) => ({
    spot: await requireSpot(db, viewer.user_id, id),
    contents: await selectContents(db, viewer.user_id, id),
  })
  const [one, other] = [await loadSide(into), await loadSide(from)]
  return {
    into: one,
    from: other,
    metres: metresBetween(one.spot, other.spot),
    refused: await whyNot(db, viewer, one.spot, other.spot),
  }
}

/** @throws Refusal SPOT_NOT_FOUND if a spot doesn't exist or the viewer can't see it */
async function lockKnown(tx: Tx, viewer: Viewer, sides: Sides) {
  for (const id of [sides.from, sides.into]) await requireSpotFor(tx, viewer.user_id, id)
  const { from, into } = await lockSides(tx, sides)
  const isThere = async (id: string) => isKnownTo(tx, viewer.user_id, id)
  if (!from || from.deleted_at !== null || !(await isThere(from.id))) throw new Refusal('SPOT_NOT_FOUND')
  if (!into || into.deleted_at !== null || !(await isThere(into.id))) throw new Refusal('SPOT_NOT_FOUND')
  return { from, into }
}

// Logs a merge or its undo, attributing it to the admin, or else to the member who did it.
async function log(
  tx: Tx,
  { user_id, is_admin }: Viewer,
  act: 'merged' | 'unmerged',
  { from, into }: { from: { id: string; created_by: string | null }; into: { id: string } },
) {
  return writeAuditEntry(tx, {
    act,
    admin_id: is_admin ? user_id : null,
    user_id: is_admin ? from.created_by : user_id,
    reason: `${await nameInLog(tx, from.id)} → ${await nameInLog(tx, into.id)}`,
  })
}

async function mergeIn(tx: Tx, viewer: Viewer, sides: Sides): Promise<{ merge_id: string; spot: Spot }> {
  const spots = await lockKnown(tx, viewer, sides)
  const refused = await whyNot(tx, viewer, spots.into, spots.from)
  if (refused) throw new Refusal(refused)
  const moves = []
  for (const { kind, take } of MOVERS) moves.push({ kind, moved: await take(tx, sides) })
  const { taken, earlier } = await putAway(tx, viewer, spots)
  moves.push({ kind: FORWARDS, moved: earlier.map((row_id) => ({ row_id })) })
  const id = uuid()
  const { audience } = spots.into
  await insertMerge(tx, { id, ...sides, merged_by: viewer.user_id, audience, taken }, moves)
  await log(tx, viewer, 'merged', spots)
  await notify(tx, {
    type: 'spot_merged',
    from_user_id: null,
    target_id: id,
    spot_id: sides.into,
    user_ids: [spots.from.created_by, spots.into.created_by].filter(
      (creator): creator is string => creator !== null && creator !== viewer.user_id,
    ),
  })
  return { merge_id: id, spot: await requireSpot(tx, viewer.user_id, sides.into) }
}

/**
 * Merges a spot into another, once per idempotency key: moves its content, deletes duplicates, and redirects its URL.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, SPOTS_DIFFER, TOO_FAR_APART, TOO_MANY_OBSTACLES, IN_PROGRESS, KEY_REUSED
 */
export function mergeSpots(
  db: Db,
  viewer: Viewer,
  key: string,
  { from, into }: Sides,
): Promise<{ merge_id: string; spot: Spot }> {
  if (from === into) throw new Refusal('SPOT_NOT_FOUND')
  const body = { merge_into: into, from }
  return idempotent(db, { user_id: viewer.user_id, key, body }, (tx) => mergeIn(tx, viewer, { from, into }))
}

/** @throws Refusal MERGE_NOT_FOUND, SPOT_MERGED if the remaining spot has since been merged, SPOTS_DIFFER */
async function lockMerged(tx: Tx, viewer: Viewer, { spot_id, from_id, merged_by, audience }: MergeRow) {
  const { from, into } = await lockSides(tx, { from: from_id, into: spot_id })
  if (!from || !into || from.purged_at !== null) throw new Refusal('MERGE_NOT_FOUND')
  if (!mayUndoMerge(viewer, { merged_by, creators: [from.created_by, into.created_by] }))
    throw new Refusal('MERGE_NOT_FOUND')
  // The viewer can no longer see the remaining spot.
  if (!(await isKnownTo(tx, viewer.user_id, into.id))) throw new Refusal('MERGE_NOT_FOUND')
  await refuseMerged(tx, viewer.user_id, into.id)
  // If an audience has changed since the merge, the restored content would have the wrong one.
  if (into.audience !== audience || from.audience !== audience || ![into, from].every(isPlain))
    throw new Refusal('SPOTS_DIFFER')
  return { from, into }
}

/**
 * Undoes a merge: restores the merged spot with its content that still exists. Content added to the other spot since
 * then stays there, and the two aren't suggested as duplicates again. Also works while the remaining spot is deleted,
 * so that no one can delete another person's spot by merging it.
 * @throws Refusal MERGE_NOT_FOUND, SPOT_MERGED, SPOTS_DIFFER
 */
export function undoMerge(db: Db, viewer: Viewer, id: string): Promise<Spot> {
  return db.transaction().execute(async (tx) => {
    const merge = await findMerge(tx, id, LIMITS.unmerge_days)
    if (!merge) throw new Refusal('MERGE_NOT_FOUND')
    const spots = await lockMerged(tx, viewer, merge)
    const sides = { from: merge.from_id, into: merge.spot_id }
    const moves = await selectMoves(tx, id)
    if (!(await deleteMerge(tx, id))) throw new Refusal('MERGE_NOT_FOUND')
    for (const { kind, giveBack } of MOVERS.toReversed()) {
      const moved = moves.get(kind)
      if (moved) await giveBack(tx, sides, moved)
    }
    const earlier = (moves.get(FORWARDS) ?? []).map(({ row_id }) => row_id)
    await bringBack(tx, viewer, spots, { taken: merge.taken, earlier })
    const metres = metresBetween(spots.from, spots.into)
    await dismissPair(tx, { spot_id: sides.into, other_id: sides.from, metres, by: viewer.user_id })
    await deleteSpotMerged(tx, id)
    await log(tx, viewer, 'unmerged', spots)
    return requireSpot(tx, viewer.user_id, sides.from)
  })
}
