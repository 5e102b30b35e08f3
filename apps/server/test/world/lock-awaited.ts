import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/db/open.ts'

/** Waits until this many statements in this test's database are waiting for another transaction's lock. */
export async function lockAwaited(db: Db, count = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await expect.poll(waiting).toBeGreaterThanOrEqual(count)
}
