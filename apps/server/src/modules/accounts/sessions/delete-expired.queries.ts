import { sql } from 'kysely'
import { deleteInBatches } from '../../../db/delete-in-batches.ts'
import type { Db } from '../../../db/open.ts'
import { deleteOldSignUps } from '../sign-up/sign-ups.queries.ts'

/** Deletes expired sessions, one-time values, codes, provider requests, and sign-ups. */
export async function deleteExpired(db: Db): Promise<void> {
  await deleteInBatches(db, 'sessions', sql`expires_at < now()`)
  await deleteInBatches(db, 'ended_sessions', sql`ended_at < now() - interval '30 days'`)
  await deleteInBatches(db, 'verifications', sql`expires_at < now()`)
  await deleteInBatches(db, 'sign_in_codes', sql`expires_at < now()`)
  await deleteInBatches(db, 'phone_codes', sql`expires_at < now()`)
  await deleteInBatches(db, 'provider_requests', sql`expires_at < now()`)
  await deleteInBatches(db, 'passkey_challenges', sql`expires_at < now()`)
  await deleteOldSignUps(db)
}
