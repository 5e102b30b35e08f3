import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { SourceRecord } from './share-spot.service.ts'

/** Updates sources' licenses and URLs on their spots if they changed. Skips deleted spots. */
export async function updateAttribution(tx: Tx, sources: readonly SourceRecord[]): Promise<void> {
  await sql`
    update spots s set source_licence = record.licence, source_url = record.url
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as record (name text, id text, licence text, url text)
    where s.source = record.name and s.source_id = record.id and s.deleted_at is null
      and (s.source_licence, s.source_url) is distinct from (record.licence, record.url)`.execute(tx)
}

/** Marks spots as missing from their source as of now, or clears the mark. Each change is a map event. */
export async function setSourceMissing(tx: Tx, ids: readonly string[], isMissing: boolean): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('spots')
    .set({ source_missing_since: isMissing ? sql<string>`now()` : null })
    .where('id', 'in', ids)
    .where('source_missing_since', isMissing ? 'is' : 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Deletes spots without tombstones. */
export async function deleteSpots(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('spots').where('id', 'in', ids).execute()
}
