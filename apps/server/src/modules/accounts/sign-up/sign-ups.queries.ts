import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

const SIGN_UP_DAYS = 7
const DAY = 24 * 3600
const MAX_COMPARED = 100

function seconds(count: number) {
  return sql<string>`make_interval(secs => ${count})`
}

const now = sql<string>`now()`

/**
 * Whether a pending sign-up has this normalized username. Ignores sign-ups with both the email address and the hash in
 * `except`, because they're from the same person. Ignoring them by address alone would reveal who signed up.
 */
export async function isUsernameWaiting(
  db: Db,
  username: string,
  except?: { email: string; password: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ups')
    .select('id')
    .where('username', '=', username)
    .where('created_at', '>', sql<string>`now() - ${seconds(SIGN_UP_DAYS * DAY)}`)
    .$if(except !== undefined, (query) =>
      query.where((eb) =>
        eb.not(eb.and([eb('email', '=', except?.email ?? ''), eb('password', '=', except?.password ?? '')])),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type NewSignUp = {
  id: string
  email: string
  username: string
  display_username: string
  password: string
  next: string | null
}

/** Stores a sign-up until its email address is verified. Signing up accepts the current terms. */
export async function addSignUp(tx: Tx, signUp: NewSignUp): Promise<void> {
  await tx
    .insertInto('sign_ups')
    .values({ ...signUp, terms_accepted_at: now, terms_version: TERMS_VERSION })
    .execute()
}

function waitingFor(db: Db, email: string) {
  return db
    .selectFrom('sign_ups as w')
    .where('w.email', '=', email)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').where('u.email', '=', email))))
}

/**
 * Returns the first sign-up for an email address without an account, so that later ones by strangers have no effect.
 */
export function findWaitingSignUp(db: Db, email: string) {
  return waitingFor(db, email)
    .select(['w.id', 'w.email', 'w.display_username', 'w.next'])
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns hashes of pending passwords for an email address without an account, newest first, up to
 * {@link MAX_COMPARED}.
 */
export async function findWaitingPasswords(db: Db, email: string): Promise<string[]> {
  const rows = await waitingFor(db, email)
    .select('w.password')
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(MAX_COMPARED)
    .execute()
  return rows.map(({ password }) => password)
}

/** Returns the sign-up with this id. */
export function findSignUp(db: Db, id: string) {
  return db
    .selectFrom('sign_ups')
    .select(['id', 'email', 'display_username', 'next'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Renews a sign-up's link for another day. */
export async function renewSignUp(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sign_ups')
    .set({ expires_at: sql<string>`now() + ${seconds(DAY)}` })
    .where('id', '=', id)
    .execute()
}

/** Deletes and returns a sign-up if its link is still valid, so that only one request can use it. */
export function takeSignUp(tx: Tx, id: string) {
  return tx
    .deleteFrom('sign_ups')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning(['email', 'username', 'display_username', 'password', 'terms_accepted_at', 'terms_version'])
    .executeTakeFirst()
}

/** Deletes all sign-ups for an email address. Returns their passwords. */
export function dropSignUps(tx: Tx, email: string) {
  return tx.deleteFrom('sign_ups').where('email', '=', email).returning('password').execute()
}

/** Deletes one sign-up. */
export async function dropSignUp(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sign_ups').where('id', '=', id).execute()
}

/**
 * Deletes sign-ups whose email address wasn't verified within a week. The first sign-up for an address stays as long as
 * there are later ones, so that none of those can become the first.
 */
export async function deleteOldSignUps(db: Db): Promise<void> {
  const weekAgo = sql<string>`now() - ${seconds(SIGN_UP_DAYS * DAY)}`
  const others = (eb: ExpressionBuilder<Tables & { w: Tables['sign_ups'] }, 'w'>) =>
    eb.selectFrom('sign_ups as o').select('o.id').whereRef('o.email', '=', 'w.email')
  await db
    .deleteFrom('sign_ups as w')
    .where('w.created_at', '<', weekAgo)
    .where((eb) =>
      eb.or([
        eb.not(eb.exists(others(eb).where('o.created_at', '>=', weekAgo))),
        eb.exists(others(eb).where(sql<boolean>`(o.created_at, o.id) < (w.created_at, w.id)`)),
      ]),
    )
    .execute()
}
