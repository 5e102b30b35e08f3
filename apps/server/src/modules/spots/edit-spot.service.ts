import {
  exactAudienceWithin,
  isForCrew,
  mayChangeAudience,
  mayEditSpot,
  type Place,
  type Spot,
  type SpotEdit,
  type Viewer,
} from '@nollie/contract'
import { EXACT_TOO_WIDE } from '@nollie/contract/audiences'
import { metresBetween } from '@nollie/contract/places/metres-between'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import { isKnownTo, requireSpotFor } from '../audiences/index.ts'
import { requireMemberWhoShares } from '../crews/index.ts'
import { reversePlace } from '../places/index.ts'
import { publishPostEvent, renameSpotPost } from '../posts/index.ts'
import { type LockedSpot, lockSpot, updateSpot } from './edit-spot.queries.ts'
import { forgetPlaces, insertEdit } from './spot-history.queries.ts'
import { findExact, WHEREABOUTS } from './positions.queries.ts'
import { requireSpot } from './spots.service.ts'
import { audienceColumns } from './audience-columns.ts'
import { readPlaces, whereShown } from './precision.service.ts'
import { readSentence } from '../../platform/languages/index.ts'

/** A pin that moves farther than this is at another place, so its street address is no longer valid. */
export const MOVED_METRES = 30

/** The changed fields and their new values. */
type Changes = Partial<SpotEdit>

/** A locked spot with the position that its editor sees, and its audience once it is open. */
type Edited = LockedSpot

/**
 * The fields that an edit changes. A moved pin takes its address from `found` unless the edit has one; a street address
 * that the edit does not confirm is dropped if the pin moved away.
 */
export const diffSpot = (spot: LockedSpot, edit: SpotEdit, found: Place | null): Changes => {
  const at = { latitude: edit.latitude ?? spot.latitude, longitude: edit.longitude ?? spot.longitude }
  const metres = metresBetween(spot, at)
  const address: Changes = metres > 0 && found ? { ...found } : {}
  if (metres > MOVED_METRES) address.address = null
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

const isPlace = (field: string): boolean => WHEREABOUTS.some((column) => column === field)

const SECRECY = ['audience', 'crew_id', 'precision', 'exact_for', 'opens_at'] as const

// The history, which admins also read, contains no earlier position of a spot that is not shown exactly.
const before = (spot: Edited, next: Edited, changes: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(changes)
      .filter((field) => !isPlace(field) || (spot.precision === 'exact' && next.precision === 'exact'))
      .map((field) => [field, spot[field as keyof LockedSpot]]),
  )

/**
 * Admins can change and delete the spots visible to them as members; for others they decide reported cases.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export const lockOwnSpot = async (tx: Tx, viewer: Viewer, id: string): Promise<LockedSpot> => {
  await requireSpotFor(tx, viewer.user_id, id)
  const spot = await lockSpot(tx, id)
  // Its audience may have changed since.
  if (!spot || !(await isKnownTo(tx, viewer.user_id, id))) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayEditSpot(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return spot
}

// Screens of people who lost access drop its posts immediately; all others ignore this event.
const publishTaken = (tx: Tx, spot_id: string) =>
  publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id })

// Changes have no undefined values, see diffSpot.
const changed = (spot: Edited, changes: Changes): Edited => ({ ...spot, ...changes }) as Edited

type By = { user_id: string | null; source?: string }
/** The changes of an edit: the fields by their display names, the columns, and the previous values. */
type StoredEdit = {
  changes: Changes
  columns: Parameters<typeof updateSpot>[2]
  before: Record<string, unknown>
}

const storeEdit = async (
  tx: Tx,
  { id, version, name }: LockedSpot,
  { changes, columns, before }: StoredEdit,
  by: By,
): Promise<void> => {
  const author = changes.description === undefined ? {} : { description_by: by.user_id }
  await updateSpot(tx, id, { ...columns, ...author, version: version + 1 })
  await insertEdit(tx, { ...by, spot_id: id, action: 'edit', version, before })
  if (changes.name) await renameSpotPost(tx, id, { from: name, to: changes.name })
}

/**
 * Writes a source's changes to a locked spot and records them in its history; does nothing without changes. The
 * position of a spot that is not shown exactly is left to its creator.
 */
export const writeChanges = async (tx: Tx, spot: LockedSpot, wanted: Changes, by: By): Promise<void> => {
  const isSecret = spot.precision !== 'exact'
  const changes: Changes = Object.fromEntries(
    Object.entries(wanted).filter(([field]) => !(isSecret && isPlace(field))),
  )
  if (Object.keys(changes).length === 0) return
  await storeEdit(tx, spot, { changes, columns: changes, before: before(spot, spot, changes) }, by)
}

const moment = (opens_at: string | null) => opens_at && new Date(opens_at).toISOString()

// People who don't see a spot's exact position can edit everything they see, except the position.
const lockForEdit = async (tx: Tx, viewer: Viewer, id: string) => {
  const locked = await lockOwnSpot(tx, viewer, id)
  const exact = await findExact(tx, viewer.user_id, id)
  const mayMove = locked.precision === 'exact' || exact !== undefined
  const spot: Edited = {
    ...{ ...locked, ...exact, audience: locked.opens_to ?? locked.audience },
    opens_at: moment(locked.opens_at),
  }
  return { locked, spot, mayMove }
}

/** @throws Refusal BAD_REQUEST if more people would see the spot exactly than see it at all */
const withinAudience = (spot: Edited, edit: SpotEdit, changes: Changes): Changes => {
  const { audience, exact_for } = changed(spot, changes)
  const within = exactAudienceWithin(exact_for, audience)
  if (within === exact_for) return changes
  if (edit.exact_for) throw refusedField('BAD_REQUEST', 'exact_for', readSentence(EXACT_TOO_WIDE.error))
  return { ...changes, exact_for: within }
}

// A spot names its crew while it is shared with one, or seen exactly by one.
const withCrew = (spot: Edited, edit: SpotEdit, { crew_id: _, ...changes }: Changes): Changes => {
  const crew_id = isForCrew(changed(spot, changes)) ? (edit.crew_id ?? spot.crew_id) : null
  return crew_id === spot.crew_id ? changes : { ...changes, crew_id }
}

/** @throws Refusal NOT_ALLOWED */
const requireAllowed = (viewer: Viewer, spot: Edited, mayMove: boolean, changes: Changes): void => {
  if (SECRECY.some((field) => field in changes) && !mayChangeAudience(viewer, spot))
    throw new Refusal('NOT_ALLOWED')
  if (!mayMove && Object.keys(changes).some(isPlace)) throw new Refusal('NOT_ALLOWED')
}

/** The columns that change together with some fields of a spot. */
const toColumns = async (tx: Tx, locked: LockedSpot, next: Edited, changes: Changes) => {
  const rest = Object.fromEntries(Object.entries(changes).filter(([field]) => !isPlace(field)))
  const isPlaced = changes.precision !== undefined || Object.keys(changes).some(isPlace)
  return {
    ...rest,
    ...(isPlaced && (await whereShown(tx, locked.id, next.precision, next))),
    ...audienceColumns(next),
  }
}

/**
 * Edits a spot and records it in the history. An edit without a difference does nothing.
 * @param version the version that the edit is based on
 * @throws Refusal SPOT_NOT_FOUND, CREW_NOT_FOUND, NOT_ALLOWED, STALE if the spot has a newer version
 */
export const editSpot = async (
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  edit: SpotEdit,
): Promise<Spot> => {
  // Reads the gazetteer before the transaction, because its first read takes long and must not hold a lock.
  const { latitude, longitude } = edit
  const found =
    latitude === undefined || longitude === undefined ? null : await reversePlace(latitude, longitude)
  await readPlaces(edit.precision)
  const asked = edit.opens_at ? { ...edit, opens_at: moment(edit.opens_at) } : edit
  return db.transaction().execute(async (tx) => {
    const { locked, spot, mayMove } = await lockForEdit(tx, viewer, id)
    if (spot.version !== version) throw new Refusal('STALE')
    const changes = withCrew(spot, edit, withinAudience(spot, edit, diffSpot(spot, asked, found)))
    requireAllowed(viewer, spot, mayMove, changes)
    if (changes.crew_id) await requireMemberWhoShares(tx, viewer.user_id, changes.crew_id)
    if (Object.keys(changes).length > 0) {
      const next = changed(spot, changes)
      const columns = await toColumns(tx, locked, next, changes)
      const edited = { changes, columns, before: before(spot, next, changes) }
      await storeEdit(tx, spot, edited, { user_id: viewer.user_id })
      if (changes.precision && next.precision !== 'exact') await forgetPlaces(tx, id)
      const isAnother = columns.audience !== locked.audience || changes.crew_id !== undefined
      if (isAnother && columns.audience !== 'everybody') await publishTaken(tx, id)
    }
    return requireSpot(tx, viewer.user_id, id)
  })
}
