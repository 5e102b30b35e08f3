import { sql } from 'kysely'
import type { Db } from './open.ts'

/** The lock that a backup takes exclusively while it copies files. */
export const BACKUP_LOCK = 'nollie backup of files'

/**
 * Calls `remove` to delete unreferenced files, unless a backup is copying, because its snapshot may reference them.
 * Skipped files are deleted by the owner's next sweep. A backup waits until `remove` has finished.
 */
export async function runWithoutBackup(db: Db, remove: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as free`.execute(tx)
    if (rows[0]?.free) await remove()
  })
}
