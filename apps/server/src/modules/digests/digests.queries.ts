import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** A person's row; undefined if they never asked for anything. */
export const selectSettings = (db: Db, user_id: string) =>
  db.selectFrom('digest_settings').selectAll().where('user_id', '=', user_id).executeTakeFirst()

/** Creates a person's row and locks it, so that concurrent changes do not overwrite each other. */
export const lockSettings = async (tx: Tx, user_id: string) => {
  await tx
    .insertInto('digest_settings')
    .values({ user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('digest_settings')
    .selectAll()
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A person's stored settings. */
export type StoredDigests = { time_zone: string; digest_due_at: Date | null; places_since: Date | null }

/** Stores a person's settings. */
export const writeSettings = async (tx: Tx, user_id: string, digests: StoredDigests): Promise<void> => {
  await tx.updateTable('digest_settings').set(digests).where('user_id', '=', user_id).execute()
}

/** Ends a person's weekly email. */
export const endDigestOf = async (db: Db, user_id: string): Promise<void> => {
  await db
    .updateTable('digest_settings')
    .set({ digest_due_at: null })
    .where('user_id', '=', user_id)
    .execute()
}

/** People whose weekly email is due, locked; skips those locked by another process. */
export const takeDueDigests = async (
  tx: Tx,
  limit: number,
): Promise<{ user_id: string; time_zone: string; digest_due_at: string }[]> => {
  const rows = await tx
    .selectFrom('digest_settings')
    .select(['user_id', 'time_zone', 'digest_due_at'])
    .where('digest_due_at', '<=', sql<string>`now()`)
    .orderBy('digest_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => ({ ...row, digest_due_at: row.digest_due_at ?? '' }))
}

/** Records that a person's weekly email is queued, and when the next one is due. */
export const setDigestQueued = async (tx: Tx, user_id: string, digest_due_at: Date): Promise<void> => {
  await tx
    .updateTable('digest_settings')
    .set({ digest_due_at, digest_queued_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .execute()
}

/** Records that an email is being sent; false if it was already started, and may have been sent. */
export const beginDigest = async (db: Db, user_id: string, job_id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('digest_settings')
    .set({ digest_begun: job_id })
    .where('user_id', '=', user_id)
    .where('digest_begun', 'is distinct from', job_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the mail server did not accept an email, so that it is retried. */
export const digestNotSent = async (db: Db, user_id: string, job_id: string): Promise<void> => {
  await db
    .updateTable('digest_settings')
    .set({ digest_begun: null })
    .where('user_id', '=', user_id)
    .where('digest_begun', '=', job_id)
    .execute()
}
