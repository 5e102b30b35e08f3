import type { Db, Tx } from './open.ts'

/** Runs `work` in a transaction: in the one that `db` is, for a trial that is rolled back as a whole, or in one of its own. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
