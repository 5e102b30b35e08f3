import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** Returns a person's settings; undefined if they never changed any. */
export function selectSettings(db: Db, user_id: string) {
  return db.selectFrom('digest_settings').selectAll().where('user_id', '=', user_id).executeTakeFirst()
}

/** Creates a person's settings if necessary and locks them, so that concurrent changes don't overwrite each other. */
export async function lockSettings(tx: Tx, user_id: string) {
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
export async function writeSettings(tx: Tx, user_id: string, digests: StoredDigests): Promise<void> {
  await tx.updateTable('digest_settings').set(digests).where('user_id', '=', user_id).execute()
}

/** Turns off a person's weekly email. */
export async function turnOffDigest(db: Db, user_id: string): Promise<void> {
  await db
    .updateTable('digest_settings')
    .set({ digest_due_at: null })
    .where('user_id', '=', user_id)
    .execute()
}

/** Returns and locks people whose weekly email is due. Skips people locked by another process. */
export async function takeDueDigests(
  tx: Tx,
  limit: number,
): Promise<{ user_id: string; time_zone: string; digest_due_at: string }[]> {
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

/** Records that a person's weekly email was queued, and when the next one is due. */
export async function setDigestQueued(tx: Tx, user_id: string, digest_due_at: Date): Promise<void> {
  await tx
    .updateTable('digest_settings')
    .set({ digest_due_at, digest_queued_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * Records that an email is being sent. Returns false if this was already recorded, because the email may have been
 * sent.
 */
export async function beginDigest(db: Db, user_id: string, job_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('digest_settings')
    .set({ digest_begun: job_id })
    .where('user_id', '=', user_id)
    .where('digest_begun', 'is distinct from', job_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the mail server rejected an email, so that a retry is possible. */
export async function digestNotSent(db: Db, user_id: string, job_id: string): Promise<void> {
  await db
    .updateTable('digest_settings')
    .set({ digest_begun: null })
    .where('user_id', '=', user_id)
    .where('digest_begun', '=', job_id)
    .execute()
}
