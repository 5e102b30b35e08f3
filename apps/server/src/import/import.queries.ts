import type { Db } from '../db/open.ts'

/** Which of a source's records are here, and whether they were deleted since. */
export const knownRecords = async (
  db: Db,
  source: string,
  ids: readonly string[],
): Promise<Map<string, { deleted: boolean }>> => {
  const rows = await db
    .selectFrom('spots')
    .select(['source_id', 'deleted_at'])
    .where('source', '=', source)
    .where('source_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ source_id, deleted_at }) => [source_id ?? '', { deleted: deleted_at !== null }]))
}
