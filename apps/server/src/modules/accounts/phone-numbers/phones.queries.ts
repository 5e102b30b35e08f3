import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** Minutes that a person with a verified number has to verify an email address and choose a username. */
const CHOOSING_MINUTES = 30
/** Minutes after which an unsent message is no longer sent. */
const LATE_MINUTES = 30
const now = sql<string>`now()`

function inMinutes(count: number) {
  return sql<string>`now() + make_interval(mins => ${count})`
}

const lasting = sql`make_interval(days => ${sql.lit(ACCOUNT_LIMITS.phone_days)})`
const until = sql<string>`proven_at + ${lasting}`

// Blocks others from verifying this number until the end of the transaction. Comes before the number's rows and codes.
async function lockNumber(tx: Tx, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${number}`}, 0))`.execute(tx)
}

/**
 * Returns the person who can sign in with a number, and their email address; undefined if the number was verified too
 * long ago.
 */
export function findOwner(db: Db, number: string) {
  return db
    .selectFrom('phones as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.user_id', 'u.email', 'u.security_epoch'])
    .where('p.number', '=', number)
    .where('p.proven_at', '>', sql<string>`now() - ${lasting}`)
    .executeTakeFirst()
}

/** Returns an account's number, and until when it can be used to sign in. */
export function findPhone(db: Db, user_id: string) {
  return db
    .selectFrom('phones')
    .select(['number', until.as('signs_in_until')])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Returns an account's number; null if it has none. */
export async function findNumber(db: Db, user_id: string): Promise<string | null> {
  return (await findPhone(db, user_id))?.number ?? null
}

/** Removes a number from another account, and returns that account's owner. */
export async function takeFromOther(tx: Tx, user_id: string, number: string): Promise<string | undefined> {
  const other = await tx
    .deleteFrom('phones')
    .where('number', '=', number)
    .where('user_id', '!=', user_id)
    .returning('user_id')
    .executeTakeFirst()
  return other?.user_id
}

/** Stores a number that was just verified for an account, replacing the previous one. */
export function storePhone(tx: Tx, user_id: string, number: string) {
  return tx
    .insertInto('phones')
    .values({ user_id, number })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ number, proven_at: now, created_at: now }),
    )
    .returning(['number', until.as('signs_in_until')])
    .executeTakeFirstOrThrow()
}

/** Records that a number was verified again. */
export async function renewPhone(tx: Db, user_id: string): Promise<void> {
  await tx.updateTable('phones').set({ proven_at: now }).where('user_id', '=', user_id).execute()
}

/** Removes an account's number and its pending codes. Returns the number. The caller must have locked the person. */
export async function deletePhone(tx: Tx, user_id: string): Promise<string | undefined> {
  const known = await findNumber(tx, user_id)
  if (known === null) return undefined
  await lockNumber(tx, known)
  const row = await tx
    .deleteFrom('phones')
    .where('user_id', '=', user_id)
    .returning('number')
    .executeTakeFirst()
  if (row) await tx.deleteFrom('phone_codes').where('number', '=', row.number).execute()
  return row?.number
}

type NewCode = {
  id: string
  number: string
  creates_account: boolean
  session_id?: string
  /** The pending sign-in that the code is the second factor for. */
  factor_challenge_id?: string
}

/** Stores a request for a code. Returns when the code expires. */
export async function addPhoneCode(tx: Tx, code: NewCode): Promise<string> {
  const { expires_at } = await tx
    .insertInto('phone_codes')
    .values({ ...code, expires_at: inMinutes(ACCOUNT_LIMITS.code_minutes) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

function live(db: Db, id: string) {
  return db
    .selectFrom('phone_codes')
    .select(['id', 'number', 'creates_account', 'session_id', 'factor_challenge_id', 'proven_at'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', ACCOUNT_LIMITS.code_tries)
}

/** Returns a code that is still valid. */
export function findPhoneCode(db: Db, id: string) {
  return live(db, id).executeTakeFirst()
}

/** Like {@link findPhoneCode}, but locks the row, so that only one attempt runs at a time. */
export function lockPhoneCode(tx: Tx, id: string) {
  return live(tx, id).forUpdate().executeTakeFirst()
}

/** Like {@link lockPhoneCode}, but first blocks others from verifying the code's number. */
export async function lockNumberAndCode(tx: Tx, id: string) {
  const known = await findPhoneCode(tx, id)
  if (known) await lockNumber(tx, known.number)
  return lockPhoneCode(tx, id)
}

/** Counts a wrong attempt. */
export async function countWrongPhoneTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ wrong_tries: sql<number>`wrong_tries + 1` })
    .where('id', '=', id)
    .execute()
}

/** Records that the code was correct but an email address is missing, and allows more time to enter one. */
export async function markNumberProven(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ proven_at: now, expires_at: inMinutes(CHOOSING_MINUTES) })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .execute()
}

/** Deletes a used code. */
export async function dropPhoneCode(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('phone_codes').where('id', '=', id).execute()
}

/** Deletes pending codes for a person's number. */
export async function dropPhoneCodesOf(tx: Tx, user_id: string): Promise<void> {
  const number = await findNumber(tx, user_id)
  if (number === null) return
  await lockNumber(tx, number)
  await tx.deleteFrom('phone_codes').where('number', '=', number).execute()
}

/** Returns a code whose message may still need to be sent, whether or not the code is valid. */
export function findMessage(db: Db, id: string) {
  return db
    .selectFrom('phone_codes')
    .select(['id', 'number', 'creates_account', 'session_id', 'factor_challenge_id', 'counted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Records that a message is being sent, and restarts its code's lifetime. Returns false if the message was already sent
 * or is no longer needed.
 */
export async function handOver(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('phone_codes')
    .set({ handed_over_at: now, counted_at: now, expires_at: inMinutes(ACCOUNT_LIMITS.code_minutes) })
    .where('id', '=', id)
    .where('handed_over_at', 'is', null)
    .where('proven_at', 'is', null)
    .where('wrong_tries', '<', ACCOUNT_LIMITS.code_tries)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${LATE_MINUTES})`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a message wasn't sent after all. */
export async function takeBack(db: Db, id: string): Promise<void> {
  await db.updateTable('phone_codes').set({ handed_over_at: null }).where('id', '=', id).execute()
}
