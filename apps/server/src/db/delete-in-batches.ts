import { type RawBuilder, sql } from 'kysely'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

const BATCH = 5_000

/**
 * Deletes a table's rows that match a condition, in bounded batches, so that even a large backlog locks only a few rows
 * at a time. Skips locked rows; the next run deletes them.
 */
export async function deleteInBatches(
  db: Db,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table)
  for (let deleted = BATCH; deleted === BATCH; ) {
    const { numAffectedRows } = await sql`
      delete from ${name} where ctid = any (array(
        select ctid from ${name} where ${condition} limit ${sql.lit(BATCH)} for update skip locked))`.execute(
      db,
    )
    deleted = Number(numAffectedRows ?? 0)
  }
}
