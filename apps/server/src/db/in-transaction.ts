import type { Db, Tx } from './open.ts'

/**
 * Runs `work` in a transaction: in `db` if it's already a transaction (like a dry run's, which is rolled back),
 * otherwise in a new one.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}
