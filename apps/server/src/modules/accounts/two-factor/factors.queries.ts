import type { Factor } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { dropChallenges } from './factor-challenges.queries.ts'
import { dropTrustedDevices } from './trusted-devices.queries.ts'

const now = sql<string>`now()`
const COLUMNS = ['id', 'kind', 'name', 'created_at', 'last_used_at'] as const

/** Whether a person has an active second factor. */
export async function hasFactor(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the kinds of a person's active second factors. */
export async function selectKinds(db: Db, user_id: string): Promise<Factor['kind'][]> {
  const rows = await db
    .selectFrom('factors')
    .select('kind')
    .distinct()
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Returns a person's active second factors, oldest first. */
export function selectFactors(db: Db, user_id: string): Promise<Factor[]> {
  return db
    .selectFrom('factors')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type NewFactor = { id: string; user_id: string; kind: Factor['kind']; name: string }

/** Stores a factor that hasn't been proven yet, replacing any unfinished one. */
export async function insertFactor(tx: Tx, factor: NewFactor): Promise<void> {
  await tx
    .deleteFrom('factors')
    .where('user_id', '=', factor.user_id)
    .where('proven_at', 'is', null)
    .execute()
  await tx
    .insertInto('factors')
    .values({ ...factor, proven_at: null, last_used_at: null })
    .execute()
}

/** Locks and returns a person's factors that a code could prove: all active ones, or the one with this id. */
export async function lockFactors(tx: Tx, user_id: string, id?: string) {
  const rows = await tx
    .selectFrom('factors')
    .select(['id', 'kind', 'name', 'proven_at', 'last_step'])
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined, (query) => query.where('proven_at', 'is not', null))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...row, last_step: Number(row.last_step) }))
}

/** Records that a code for this time step was accepted. The first one activates the factor. */
export async function storeFactorUse(tx: Tx, id: string, step: number): Promise<void> {
  await tx
    .updateTable('factors')
    .set({
      last_step: step,
      last_used_at: now,
      proven_at: sql<string>`coalesce(proven_at, now())`,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether a person has this factor, active or not. */
export async function isFactorOf(db: Db, user_id: string, id: string): Promise<boolean> {
  const query = db.selectFrom('factors').select('id').where('user_id', '=', user_id).where('id', '=', id)
  return (await query.executeTakeFirst()) !== undefined
}

/** Renames a factor. Returns whether it existed. */
export async function renameFactor(db: Db, user_id: string, id: string, name: string): Promise<boolean> {
  const row = await db
    .updateTable('factors')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes one of a person's factors. Returns its name and whether it was active. */
export function deleteFactor(tx: Tx, user_id: string, id: string) {
  return tx
    .deleteFrom('factors')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['name', 'proven_at'])
    .executeTakeFirst()
}

/**
 * Removes the factor of this kind after the person's last passkey or phone number was removed. If no factors remain,
 * turns off two-step sign-in.
 */
export async function dropFactorOf(tx: Tx, user_id: string, kind: 'passkey' | 'sms'): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', user_id).where('kind', '=', kind).execute()
  if (!(await hasFactor(tx, user_id))) await dropFactors(tx, user_id)
}

/** Turns off a person's two-step sign-in by deleting everything that belongs to it. */
export async function dropFactors(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('factor_recoveries').where('user_id', '=', user_id).execute()
  await dropTrustedDevices(tx, user_id)
  await dropChallenges(tx, user_id)
}

/** Records that a session's owner proved a second factor. */
export async function strengthenSession(
  tx: Tx,
  id: string,
  kind: Factor['kind'] | 'recovery_code',
): Promise<boolean> {
  const row = await tx
    .updateTable('sessions')
    .set({
      aal: 2,
      proved_at: now,
      amr: sql<string>`case when ${kind} = any(string_to_array(amr, ' ')) then amr else trim(amr || ' ' || ${kind}) end`,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes unproven factors, expired pending sign-ins, and expired trusted devices and recoveries. */
export async function deleteOldFactorRows(db: Db): Promise<void> {
  await deleteInBatches(db, 'factors', sql`proven_at is null and created_at < now() - interval '1 hour'`)
  await deleteInBatches(db, 'factor_challenges', sql`expires_at < now()`)
  await deleteInBatches(db, 'trusted_devices', sql`expires_at < now()`)
  await deleteInBatches(db, 'factor_recoveries', sql`due_at < now() - interval '7 days'`)
}
