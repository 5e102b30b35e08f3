import type { NewSpot, Place, SpotEdit } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { lockSpot } from '../edit/edit-spot.queries.ts'
import { diffSpot, writeChanges } from '../edit/edit-spot.service.ts'
import { setNameGuess } from './guessed-names.queries.ts'
import { deleteSpots, setSourceMissing, updateAttribution } from './imported-spots.queries.ts'
import { insertImportedSpots, insertSpot } from '../spots.queries.ts'
import { toSourceColumns, type SourceRecord } from './share-spot.service.ts'

/** Visibility options that people choose when they share a spot. Imported spots are exact and visible to everyone. */
type Secret = 'audience' | 'crew_id' | 'precision' | 'exact_for' | 'opens_at'

/** A spot's data from a source's record. */
export type SourceSpot = {
  spot: Omit<NewSpot, 'media_ids' | Secret>
  source: SourceRecord
  /** Whether the name is a guess. */
  unnamed?: boolean
}

/**
 * Creates public spots from sources' records, without a creator or posts. Returns each spot's id, or null if the record
 * was imported before, even if its spot was deleted.
 */
export async function importSpots(tx: Tx, records: readonly SourceSpot[]): Promise<(string | null)[]> {
  const rows = records.map(({ spot, source, unnamed }) => ({
    id: uuid(),
    ...spot,
    name_is_guess: unnamed ?? false,
    ...toSourceColumns(source),
    cover_media_id: null,
    created_by: null,
  }))
  const made = await insertImportedSpots(tx, rows)
  return rows.map(({ id }) => (made.has(id) ? id : null))
}

/**
 * Creates a spot that a person shared in another product. It has no cover yet, because its posts are imported
 * afterward. Returns its id.
 */
export async function importSharedSpot(
  tx: Tx,
  created_by: string | null,
  spot: Omit<NewSpot, 'media_ids' | Secret> & { created_at?: string },
): Promise<string> {
  const id = uuid()
  await insertSpot(tx, { id, ...spot, cover_media_id: null, created_by })
  return id
}

/** A source's changes to a spot, and the place names for a new position. */
export type SourceChange = {
  edit: SpotEdit
  found: Place | null
  by: { user_id: string | null; source?: string }
}

/**
 * Applies a source's changes to a spot like an edit. The history shows the source's name, or the moderator who accepted
 * the changes. Does nothing for a deleted spot.
 */
export async function changeImportedSpot(
  tx: Tx,
  id: string,
  { edit, found, by }: SourceChange,
): Promise<void> {
  const spot = await lockSpot(tx, id)
  if (spot) await writeChanges(tx, spot, diffSpot(spot, edit, found), by)
}

/** Gives an imported spot a better guess as its name. Does nothing for a deleted spot. */
export async function renameByGuess(tx: Tx, id: string, name: string, source: string): Promise<void> {
  const spot = await lockSpot(tx, id)
  if (!spot) return
  await writeChanges(tx, spot, diffSpot(spot, { name }, null), { user_id: null, source })
  await setNameGuess(tx, id, true)
}

/** Updates a source's license and URL on the spots that were imported from these records. */
export function renewAttribution(tx: Tx, sources: readonly SourceRecord[]): Promise<void> {
  return updateAttribution(tx, sources)
}

/** Marks spots that their source no longer lists. They are unconfirmed until someone confirms them. */
export function markSourceMissing(tx: Tx, ids: readonly string[]): Promise<void> {
  return setSourceMissing(tx, ids, true)
}

/** Unmarks spots that their source lists again. */
export function clearSourceMissing(tx: Tx, ids: readonly string[]): Promise<void> {
  return setSourceMissing(tx, ids, false)
}

/** Permanently deletes imported spots that people haven't done anything with. A later import can add them again. */
export function removeImportedSpots(tx: Tx, ids: readonly string[]): Promise<void> {
  return deleteSpots(tx, ids)
}
