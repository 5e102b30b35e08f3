import type { NewSpot, Place, SpotEdit } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { lockSpot } from './edit-spot.queries.ts'
import { diffSpot, writeChanges } from './edit-spot.service.ts'
import { setSourceMissing, updateAttribution } from './imported-spots.queries.ts'
import { insertImportedSpots, insertSpot } from './spots.queries.ts'
import { sourceColumns, type SourceRecord } from './share-spot.service.ts'

/** The visibility choices of a person who shares a spot; imported spots are exact and for everyone. */
type Secret = 'audience' | 'crew_id' | 'precision' | 'exact_for' | 'opens_at'

/** A spot as described by a source's record. */
export type SourceSpot = { spot: Omit<NewSpot, 'media_ids' | Secret>; source: SourceRecord }

/**
 * Creates spots for everyone from sources' records, without creator and posts. Returns the id of each, or null for a
 * record that already exists or was deleted.
 */
export const importSpots = async (tx: Tx, records: readonly SourceSpot[]): Promise<(string | null)[]> => {
  const rows = records.map(({ spot, source }) => ({
    id: uuid(),
    ...spot,
    ...sourceColumns(source),
    cover_media_id: null,
    created_by: null,
  }))
  const made = await insertImportedSpots(tx, rows)
  return rows.map(({ id }) => (made.has(id) ? id : null))
}

/**
 * Creates a spot that a person shared in another product, before its posts are imported and therefore without a cover.
 * Returns its id.
 */
export const importSharedSpot = async (
  tx: Tx,
  created_by: string | null,
  spot: Omit<NewSpot, 'media_ids' | Secret> & { created_at?: string },
): Promise<string> => {
  const id = uuid()
  await insertSpot(tx, { id, ...spot, cover_media_id: null, created_by })
  return id
}

/** A source's changes of a spot, and the place of a new position. */
export type SourceChange = {
  edit: SpotEdit
  found: Place | null
  by: { user_id: string | null; source?: string }
}

/**
 * Changes a spot according to its source, by the rules of an edit, and records it in the history under the name of the
 * source, or of the moderator who accepted it. Does nothing for a deleted spot.
 */
export const changeImportedSpot = async (
  tx: Tx,
  id: string,
  { edit, found, by }: SourceChange,
): Promise<void> => {
  const spot = await lockSpot(tx, id)
  if (spot) await writeChanges(tx, spot, diffSpot(spot, edit, found), by)
}

/** Updates the license and URL of a source for the spots attributed to these records. */
export const renewAttribution = (tx: Tx, sources: readonly SourceRecord[]): Promise<void> =>
  updateAttribution(tx, sources)

/** Marks spots that their source no longer has: they are unconfirmed until someone confirms them. */
export const markSourceMissing = (tx: Tx, ids: readonly string[]): Promise<void> =>
  setSourceMissing(tx, ids, true)

/** Unmarks spots that are back at their source. */
export const clearSourceMissing = (tx: Tx, ids: readonly string[]): Promise<void> =>
  setSourceMissing(tx, ids, false)
