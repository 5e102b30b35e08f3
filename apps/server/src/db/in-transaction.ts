import type { Db, Tx } from './open.ts'

/**
 * Runs `work` in a transaction: in `db` if that is one (for a dry run that is rolled back as a whole), otherwise in a
 * new one.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
