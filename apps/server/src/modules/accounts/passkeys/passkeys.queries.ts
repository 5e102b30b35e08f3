import type { Passkey } from '@nollie/contract'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

const now = sql<string>`now()`
const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'copied_at'] as const

/** Stores a challenge for one session or for anyone. Returns when it expires. */
export async function insertChallenge(db: Db, id: string, session_id: string | null): Promise<string> {
  const { expires_at } = await db
    .insertInto('passkey_challenges')
    .values({
      id,
      session_id,
      expires_at: sql<string>`now() + make_interval(mins => ${ACCOUNT_LIMITS.passkey_minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Deletes a challenge for the session (null: for anyone). Returns whether it was still valid. */
export async function takeChallenge(tx: Tx, id: string, session_id: string | null): Promise<boolean> {
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('session_id', session_id ? '=' : 'is', session_id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns a passkey by its credential id. */
export function findPasskey(db: Db, credential_id: string) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'u.security_epoch'])
    .select(['p.credential_id', 'p.public_key', 'p.counter', 'p.transports'])
    .where('p.credential_id', '=', credential_id)
    .executeTakeFirst()
}

/** Returns a person's passkeys, newest first. */
export function selectPasskeys(db: Db, user_id: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the credential ids of a person's passkeys. */
export async function selectCredentialIds(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ credential_id }) => credential_id)
}

type NewPasskey = {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

/** Stores a passkey. Returns undefined if the credential is already registered. */
export function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<Passkey | undefined> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Records that a passkey was used, and its new counter. */
export async function storePasskeyUse(tx: Tx, id: string, counter: number): Promise<void> {
  await tx.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

/** Records that a copy of a passkey was used. */
export async function storeCopy(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('passkeys').set({ copied_at: now }).where('id', '=', id).execute()
}

/** Renames a person's passkey. Returns undefined if it doesn't exist. */
export function updatePasskeyName(
  db: Db,
  user_id: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Deletes all of a person's passkeys. */
export async function deletePasskeys(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
}

/** Deletes a person's passkey and returns its name; undefined if it doesn't exist. */
export async function deletePasskey(tx: Tx, user_id: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}
