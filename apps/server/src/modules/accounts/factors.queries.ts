import type { Factor } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { dropChallenges } from './factor-challenges.queries.ts'
import { dropTrustedDevices } from './trusted-devices.queries.ts'

const now = sql<string>`now()`
const COLUMNS = ['id', 'kind', 'name', 'created_at', 'last_used_at'] as const

/** Whether a person has an active second factor. */
export const hasFactor = async (db: Db, user_id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The kinds of a person's active second factors. */
export const selectKinds = async (db: Db, user_id: string): Promise<Factor['kind'][]> => {
  const rows = await db
    .selectFrom('factors')
    .select('kind')
    .distinct()
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** A person's active second factors, oldest first. */
export const selectFactors = (db: Db, user_id: string): Promise<Factor[]> =>
  db
    .selectFrom('factors')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('proven_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

type NewFactor = { id: string; user_id: string; kind: Factor['kind']; name: string }

/** Stores a factor that is not proven yet, replacing an unfinished one. */
export const insertFactor = async (tx: Tx, factor: NewFactor): Promise<void> => {
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

/** A person's factors that a code could prove, locked: all active ones, or the one with this id. */
export const lockFactors = async (tx: Tx, user_id: string, id?: string) => {
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

/** Stores that a code of this time step was accepted; the first one activates the factor. */
export const storeFactorUse = async (tx: Tx, id: string, step: number): Promise<void> => {
  await tx
    .updateTable('factors')
    .set({
      ...{ last_step: step, last_used_at: now },
      proven_at: sql<string>`coalesce(proven_at, now())`,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether the person has this factor, active or not. */
export const isFactorOf = async (db: Db, user_id: string, id: string): Promise<boolean> => {
  const query = db.selectFrom('factors').select('id').where('user_id', '=', user_id).where('id', '=', id)
  return (await query.executeTakeFirst()) !== undefined
}

/** Renames a factor; returns whether it existed. */
export const renameFactor = async (db: Db, user_id: string, id: string, name: string): Promise<boolean> => {
  const row = await db
    .updateTable('factors')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes one factor of a person; returns its name and whether it was active. */
export const deleteFactor = (tx: Tx, user_id: string, id: string) =>
  tx
    .deleteFrom('factors')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['name', 'proven_at'])
    .executeTakeFirst()

/**
 * Removes the factor of this kind because the last passkey or the phone number was removed; if it was the last factor,
 * removes everything of the two-step sign-in.
 */
export const dropFactorOf = async (tx: Tx, user_id: string, kind: 'passkey' | 'sms'): Promise<void> => {
  await tx.deleteFrom('factors').where('user_id', '=', user_id).where('kind', '=', kind).execute()
  if (!(await hasFactor(tx, user_id))) await dropFactors(tx, user_id)
}

/** Removes a person's entire two-step sign-in. */
export const dropFactors = async (tx: Tx, user_id: string): Promise<void> => {
  await tx.deleteFrom('factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('factor_recoveries').where('user_id', '=', user_id).execute()
  await dropTrustedDevices(tx, user_id)
  await dropChallenges(tx, user_id)
}

/** Stores that the owner of a session proved a second factor in it. */
export const strengthenSession = async (
  tx: Tx,
  id: string,
  kind: Factor['kind'] | 'recovery_code',
): Promise<boolean> => {
  const row = await tx
    .updateTable('sessions')
    .set({
      ...{ aal: 2, proved_at: now },
      amr: sql<string>`case when ${kind} = any(string_to_array(amr, ' ')) then amr else trim(amr || ' ' || ${kind}) end`,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes unproven factors, old pending sign-ins, and expired trusted devices and recoveries. */
export const deleteOldFactorRows = async (db: Db): Promise<void> => {
  await deleteInBatches(db, 'factors', sql`proven_at is null and created_at < now() - interval '1 hour'`)
  await deleteInBatches(db, 'factor_challenges', sql`expires_at < now()`)
  await deleteInBatches(db, 'trusted_devices', sql`expires_at < now()`)
  await deleteInBatches(db, 'factor_recoveries', sql`due_at < now() - interval '7 days'`)
}
