import {
  LIMITS,
  mayChangeAudience,
  mayEditSpot,
  type Place,
  type Spot,
  type SpotEdit,
  type Viewer,
} from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isKnownTo } from '../audiences/index.ts'
import { reversePlace } from '../places/index.ts'
import { publishPostEvent, renameSpotPost } from '../posts/index.ts'
import { insertEdit, type LockedSpot, lockSpot, updateSpot } from './edit-spot.queries.ts'
import { metresBetween } from './distance.ts'
import { requireSpot } from './spots.service.ts'

/** The changed fields and their new values. */
type Changes = Partial<SpotEdit>

/**
 * The fields that an edit changes. A moved pin takes its address from `found` where the edit has none; a street address
 * that the edit does not confirm is dropped once the pin moved away.
 */
export const changesOf = (spot: LockedSpot, edit: SpotEdit, found: Place | null): Changes => {
  const at = { latitude: edit.latitude ?? spot.latitude, longitude: edit.longitude ?? spot.longitude }
  const metres = metresBetween(spot, at)
  const address: Changes = metres > 0 && found ? { ...found } : {}
  if (metres > LIMITS.nearby_metres) address.address = null
  const wanted = {
    ...address,
    ...Object.fromEntries(Object.entries(edit).filter(([, to]) => to !== undefined)),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, to]) => JSON.stringify(to) !== JSON.stringify(spot[field as keyof LockedSpot]),
    ),
  )
}

const before = (spot: LockedSpot, changes: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, spot[field as keyof LockedSpot]]))

/**
 * Admins change and delete what they may know of like anybody; of the rest they decide the cases that are reported.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export const lockOwnSpot = async (tx: Tx, viewer: Viewer, id: string): Promise<LockedSpot> => {
  const spot = await lockSpot(tx, id)
  if (!spot || !(await isKnownTo(tx, viewer.user_id, id))) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayEditSpot(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return spot
}

// Screens of those who may not know of it any more drop its posts at once; all others ignore this event.
const publishTaken = (tx: Tx, spot_id: string) =>
  publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id })

/** Writes the changes of a locked spot and records them in its history; none do nothing. */
export const writeChanges = async (
  tx: Tx,
  spot: LockedSpot,
  changes: Changes,
  by: { user_id: string | null; source?: string },
): Promise<void> => {
  if (Object.keys(changes).length === 0) return
  const { id, version } = spot
  const author = changes.description === undefined ? {} : { description_by: by.user_id }
  await updateSpot(tx, id, { ...changes, ...author, version: version + 1 })
  await insertEdit(tx, { ...by, spot_id: id, action: 'edit', version, before: before(spot, changes) })
  if (changes.audience && changes.audience !== 'everybody') await publishTaken(tx, id)
  if (changes.name) await renameSpotPost(tx, id, { from: spot.name, to: changes.name })
}

/**
 * Edits a spot and records it in the history. An edit without a difference does nothing.
 * @param version the version that the edit is based on
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, STALE when the spot has a newer version
 */
export const editSpot = async (
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  edit: SpotEdit,
): Promise<Spot> => {
  // Reads the gazetteer before the transaction, because its first reading takes long and must not hold up a lock.
  const { latitude, longitude } = edit
  const found =
    latitude === undefined || longitude === undefined ? null : await reversePlace(latitude, longitude)
  return db.transaction().execute(async (tx) => {
    const spot = await lockOwnSpot(tx, viewer, id)
    if (spot.version !== version) throw new Refusal('STALE')
    const changes = changesOf(spot, edit, found)
    if (changes.audience && !mayChangeAudience(viewer, spot)) throw new Refusal('NOT_ALLOWED')
    await writeChanges(tx, spot, changes, { user_id: viewer.user_id })
    return requireSpot(tx, viewer.user_id, id)
  })
}
