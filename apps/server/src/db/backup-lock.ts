import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Held exclusively by a backup for as long as it copies files. */
export const BACKUP_LOCK = 'nollie backup of files'

/**
 * Removes files that nothing refers to any more, unless a backup is copying: that one tells of a moment at which something
 * did. What is not removed now the sweeps of its owner find later. A backup waits until `remove` has ended.
 */
export const whileNoBackup = async (db: Db, remove: () => Promise<void>): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(hashtextextended(${BACKUP_LOCK}, 0)) as free`.execute(tx)
    if (rows[0]?.free) await remove()
  })
}
