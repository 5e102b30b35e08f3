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
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { isKnownTo, requireSpotFor } from '../../audiences/index.ts'
import { requireMemberWhoShares } from '../../crews/index.ts'
import { findPlaceAt } from '../../places/index.ts'
import { publishPostEvent, renameSpotPost } from '../../posts/index.ts'
import { type LockedSpot, lockSpot, updateSpot } from './edit-spot.queries.ts'
import { forgetPlaces, insertEdit } from './spot-history.queries.ts'
import { findExact, WHEREABOUTS } from '../positions/positions.queries.ts'
import { requireSpot } from '../spots.service.ts'
import { toAudienceColumns } from '../audience-columns.ts'
import { readPlaces, whereShown } from '../positions/precision.service.ts'
import { readSentence } from '../../../platform/languages/index.ts'

/** If a pin moves farther than this many meters, it's in a different place, so its street address no longer applies. */
export const MOVED_METRES = 30

/** The changed fields and their new values. */
type Changes = Partial<SpotEdit>

/** A locked spot with the position its editor sees, and the audience it will have once it opens. */
type Edited = LockedSpot

/**
 * Returns the fields that an edit changes. If the pin moves, the address comes from `found` unless the edit has one. If
 * it moves far, the street address is cleared unless the edit has one.
 */
export function diffSpot(spot: LockedSpot, edit: SpotEdit, found: Place | null): Changes {
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

function isPlace(field: string): boolean {
  return WHEREABOUTS.some((column) => column === field)
}

const SECRECY = ['audience', 'crew_id', 'precision', 'exact_for', 'opens_at'] as const

// Admins can read the edit history, so it must not contain earlier positions of a spot whose exact position is
// restricted.
function before(spot: Edited, next: Edited, changes: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(changes)
      .filter((field) => !isPlace(field) || (spot.precision === 'exact' && next.precision === 'exact'))
      .map((field) => [field, spot[field as keyof LockedSpot]]),
  )
}

/**
 * Locks a spot the viewer may change. For admins, that is any spot they can see as members.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export async function lockOwnSpot(tx: Tx, viewer: Viewer, id: string): Promise<LockedSpot> {
  await requireSpotFor(tx, viewer.user_id, id)
  const spot = await lockSpot(tx, id)
  // The spot's audience may have changed since the check above.
  if (!spot || !(await isKnownTo(tx, viewer.user_id, id))) throw new Refusal('SPOT_NOT_FOUND')
  if (!mayEditSpot(viewer, spot)) throw new Refusal('NOT_ALLOWED')
  return spot
}

// Screens of people who lost access remove the spot's posts immediately. Everyone else's screens ignore this event.
function publishTaken(tx: Tx, spot_id: string) {
  return publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id })
}

// Changes never contain undefined values (see diffSpot).
function changed(spot: Edited, changes: Changes): Edited {
  return { ...spot, ...changes } as Edited
}

type By = { user_id: string | null; source?: string }
/** An edit to store: the changed fields in displayed form, the columns to write, and the previous values. */
type StoredEdit = {
  changes: Changes
  columns: Parameters<typeof updateSpot>[2]
  before: Record<string, unknown>
}

async function storeEdit(
  tx: Tx,
  { id, version, name }: LockedSpot,
  { changes, columns, before }: StoredEdit,
  by: By,
): Promise<void> {
  const author = changes.description === undefined ? {} : { description_by: by.user_id }
  // Someone has given the spot a real name.
  const naming = changes.name === undefined ? {} : { name_is_guess: false }
  await updateSpot(tx, id, { ...columns, ...author, ...naming, version: version + 1 })
  await insertEdit(tx, { ...by, spot_id: id, action: 'edit', version, before })
  if (changes.name) await renameSpotPost(tx, id, { from: name, to: changes.name })
}

/**
 * Applies a source's changes to a locked spot and records them in its history. Does nothing if there are no changes.
 * Leaves the position unchanged if the spot isn't shown exactly.
 */
export async function writeChanges(tx: Tx, spot: LockedSpot, wanted: Changes, by: By): Promise<void> {
  const isSecret = spot.precision !== 'exact'
  const changes: Changes = Object.fromEntries(
    Object.entries(wanted).filter(([field]) => !(isSecret && isPlace(field))),
  )
  if (Object.keys(changes).length === 0) return
  await storeEdit(tx, spot, { changes, columns: changes, before: before(spot, spot, changes) }, by)
}

function moment(opens_at: string | null) {
  return opens_at && new Date(opens_at).toISOString()
}

// People who can't see a spot's exact position can edit all its other fields.
async function lockForEdit(tx: Tx, viewer: Viewer, id: string) {
  const locked = await lockOwnSpot(tx, viewer, id)
  const exact = await findExact(tx, viewer.user_id, id)
  const mayMove = locked.precision === 'exact' || exact !== undefined
  const spot: Edited = {
    ...locked,
    ...exact,
    audience: locked.opens_to ?? locked.audience,
    opens_at: moment(locked.opens_at),
  }
  return { locked, spot, mayMove }
}

/** @throws Refusal BAD_REQUEST if the exact position would be visible to more people than the spot itself */
function withinAudience(spot: Edited, edit: SpotEdit, changes: Changes): Changes {
  const { audience, exact_for } = changed(spot, changes)
  const within = exactAudienceWithin(exact_for, audience)
  if (within === exact_for) return changes
  if (edit.exact_for) throw refusedField('BAD_REQUEST', 'exact_for', readSentence(EXACT_TOO_WIDE.error))
  return { ...changes, exact_for: within }
}

// A spot refers to a crew only if its audience, or the audience for its exact position, is that crew.
function withCrew(spot: Edited, edit: SpotEdit, { crew_id: _, ...changes }: Changes): Changes {
  const crew_id = isForCrew(changed(spot, changes)) ? (edit.crew_id ?? spot.crew_id) : null
  return crew_id === spot.crew_id ? changes : { ...changes, crew_id }
}

/** @throws Refusal NOT_ALLOWED */
function requireAllowed(viewer: Viewer, spot: Edited, mayMove: boolean, changes: Changes): void {
  if (SECRECY.some((field) => field in changes) && !mayChangeAudience(viewer, spot))
    throw new Refusal('NOT_ALLOWED')
  if (!mayMove && Object.keys(changes).some(isPlace)) throw new Refusal('NOT_ALLOWED')
}

/** Returns the columns to write for changed fields, including columns that depend on them. */
async function toColumns(tx: Tx, locked: LockedSpot, next: Edited, changes: Changes) {
  const rest = Object.fromEntries(Object.entries(changes).filter(([field]) => !isPlace(field)))
  const isPlaced = changes.precision !== undefined || Object.keys(changes).some(isPlace)
  return {
    ...rest,
    ...(isPlaced && (await whereShown(tx, locked.id, next.precision, next))),
    ...toAudienceColumns(next),
  }
}

/**
 * Edits a spot and records the edit in its history. Does nothing if no field changes.
 * @param version the version that the edit is based on
 * @throws Refusal SPOT_NOT_FOUND, CREW_NOT_FOUND, NOT_ALLOWED, STALE if the spot has a newer version
 */
export async function editSpot(
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  edit: SpotEdit,
): Promise<Spot> {
  // Load the gazetteer before the transaction, because the first load is slow and shouldn't extend a lock.
  const { latitude, longitude } = edit
  const found =
    latitude === undefined || longitude === undefined ? null : await findPlaceAt(latitude, longitude)
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
