import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** Minutes that a person with a verified email address has to choose a username. */
const CHOOSING_MINUTES = 30
const now = sql<string>`now()`

function inMinutes(count: number) {
  return sql<string>`now() + make_interval(mins => ${count})`
}

type NewCode = {
  id: string
  email: string
  challenge: string | null
  creates_account: boolean
  next: string | null
  /** The session whose owner the code verifies; not set for a sign-in. */
  session_id?: string
}

/** Stores a request for a code. Returns when the code expires. */
export async function addCode(tx: Tx, code: NewCode): Promise<string> {
  const { expires_at } = await tx
    .insertInto('sign_in_codes')
    .values({ ...code, expires_at: inMinutes(ACCOUNT_LIMITS.code_minutes) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

function live(db: Db, id: string) {
  return db
    .selectFrom('sign_in_codes')
    .select(['id', 'email', 'challenge', 'creates_account', 'next', 'session_id', 'proven_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', ACCOUNT_LIMITS.code_tries)
}

/** Returns a code that is still valid. */
export function findCode(db: Db, id: string) {
  return live(db, id).executeTakeFirst()
}

/** Like {@link findCode}, but locks the row, so that only one attempt runs at a time. */
export function lockCode(tx: Tx, id: string) {
  return live(tx, id).forUpdate().executeTakeFirst()
}

/** Counts a wrong attempt. */
export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_in_codes')
    .set({ wrong_tries: sql<number>`wrong_tries + 1` })
    .where('id', '=', id)
    .execute()
}

/** Records that the code was correct but a username is missing, and allows more time to choose one. */
export async function markProven(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_in_codes')
    .set({ proven_at: now, expires_at: inMinutes(CHOOSING_MINUTES) })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .execute()
}

/** Deletes a used code. */
export async function dropCode(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_in_codes').where('id', '=', id).execute()
}

/** Invalidates all codes for an email address. */
export async function dropCodes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_codes').where('email', '=', email).execute()
}

/** Restarts a code's lifetime, because its email is only being sent now. Returns false if it can't be used anymore. */
export async function renewCode(db: Db, id: string): Promise<boolean> {
  const renewed = await db
    .updateTable('sign_in_codes')
    .set({ expires_at: inMinutes(ACCOUNT_LIMITS.code_minutes) })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .where('wrong_tries', '<', ACCOUNT_LIMITS.code_tries)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}
