import type { NewSpot } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { insertImportedSpots, insertSpot } from './spots.queries.ts'
import { sourceColumns, type SourceRecord } from './share-spot.service.ts'

/** What somebody decides who shares a spot; imported ones are for everybody, exactly. */
type Secret = 'audience' | 'crew_id' | 'precision' | 'exact_for' | 'opens_at'

/** A spot as a source's record describes it. */
export type SourceSpot = { spot: Omit<NewSpot, 'media_ids' | Secret>; source: SourceRecord }

/**
 * Creates spots for everybody from sources' records, without creator and posts. Returns the id of each, or null for a record that is
 * here already or was deleted.
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
 * Creates a spot that a person shared in another product, before its posts are imported, so without a cover. Returns its
 * id.
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
