import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody } from '../audiences/index.ts'

/** Counts the spots in each non-empty cell at a zoom, in cell order. */
export async function selectCellCounts(db: Db, z: number): Promise<{ cell: number; n: number }[]> {
  const { rows } = await sql<{ cell: number; n: number }>`
    select cell, n + n20 as n from cells where z = ${z} order by cell`.execute(db)
  return rows
}

/** Returns up to `limit` spots with codes from `low` to `high` (exclusive), and the date each last changed. */
export async function selectSpotPages(
  db: Db,
  { low, high }: { low: number; high: number },
  limit: number,
): Promise<{ id: string; day: string }[]> {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from spots
    where deleted_at is null and ${isForEverybody('spots')} and qk >= ${low}::bigint and qk < ${high}::bigint order by qk, id limit ${limit}`.execute(
    db,
  )
  return rows
}
