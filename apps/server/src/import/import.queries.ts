import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

type Source = { name: string; id: string }

/** The key of a record. */
export const recordKey = ({ name, id }: Source): string => JSON.stringify([name, id])

/** Which of these records are here, by {@link recordKey}, also in another spot that they were merged into, and whether they were deleted. */
export const knownRecords = async (
  db: Db,
  records: readonly { source: Source }[],
): Promise<Map<string, { deleted: boolean }>> => {
  const { rows } = await sql<Source & { deleted: boolean }>`
    select s.source as name, s.source_id as id,
      s.deleted_at is not null and not exists (select from spot_forwards f where f.from_id = s.id) as deleted
    from unnest(${records.map(({ source }) => source.name)}::text[], ${records.map(({ source }) => source.id)}::text[])
      record (name, id)
    join spots s on s.source = record.name and s.source_id = record.id`.execute(db)
  return new Map(rows.map(({ deleted, ...source }) => [recordKey(source), { deleted }]))
}
