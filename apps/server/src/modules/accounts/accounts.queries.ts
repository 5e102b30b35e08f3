import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { type ExpressionBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import type { Tables } from '../../db/tables.ts'
import { createProfile } from '../profiles/index.ts'
import { dropPendingChange } from './email-change.queries.ts'
import { SESSION_IDLE, SESSION_MAX } from './auth.ts'
import { isUsernameReserved } from './account-deletion.queries.ts'
import { hashOfToken } from './auth-adapter.queries.ts'

const SIGN_UP_DAYS = 7
const DAY = 24 * 3600
/** A session in use is extended once in this many seconds, not with every request. */
const EXTEND_EVERY = 3600
const MAX_COMPARED = 100
const seconds = (count: number) => sql<string>`make_interval(secs => ${count})`
// A literal, because prepared statements take no values besides their parameters.
const lasting = (count: number) => sql`make_interval(secs => ${sql.lit(count)})`
const now = sql<string>`now()`

type LiveSession = {
  session_id: string
  user_id: string
  is_admin: boolean
  is_suspended: boolean
  needs_extension: boolean
}

// Runs for every request of a member.
const viewerByToken = preparedStatement<LiveSession>(
  'viewer_by_token',
  () => sql`
    select s.id as session_id, s.user_id, p.is_admin, p.suspended_at is not null as is_suspended,
      s.expires_at < least(now() + ${lasting(SESSION_IDLE - EXTEND_EVERY)}, s.created_at + ${lasting(SESSION_MAX)}) as needs_extension
    from sessions s join users u on u.id = s.user_id join profiles p on p.user_id = s.user_id
    where s.token = $1 and s.expires_at > now() and s.created_at > now() - ${lasting(SESSION_MAX)}
      and u.email_verified and p.deletion_requested_at is null`,
)

/**
 * The owner of a live session; null for any other token, and for people who are unverified or have requested deletion.
 */
export const findViewer = async (db: Db, token: string): Promise<LiveSession | null> => {
  const [row] = await viewerByToken(db, [hashOfToken(token)])
  return row ?? null
}

/** Extends a session, up to its maximum age. */
export const extendSession = async (db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({
      expires_at: sql<string>`least(now() + ${seconds(SESSION_IDLE)}, created_at + ${seconds(SESSION_MAX)})`,
      updated_at: now,
    })
    .where('id', '=', sessionId)
    .execute()
}

/** A session as its owner sees it: their profile, when it ends without use, and whether they are suspended. */
export const findSession = async (db: Db, by: { id: string } | { token: string }) => {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('profiles as p', 'p.user_id', 's.user_id')
    .select(['u.id as user_id', 'u.email', 'p.username', 'p.full_name', 'p.avatar_url', 's.expires_at'])
    .select([
      sql<boolean>`p.suspended_at is not null`.as('is_suspended'),
      sql<boolean>`p.is_admin and p.suspended_at is null`.as('is_admin'),
    ])
    .where((eb) => ('id' in by ? eb('s.id', '=', by.id) : eb('s.token', '=', hashOfToken(by.token))))
    .executeTakeFirst()
  if (!row) return null
  const { expires_at, is_suspended, ...user } = row
  return { user, expires_at, is_suspended }
}

/** The suspended person whose session had this token until the suspension ended it; null for any other token. */
export const findSuspendedBy = async (db: Db, token: string): Promise<string | null> => {
  const row = await db
    .selectFrom('ended_sessions as s')
    .innerJoin('profiles as p', 'p.user_id', 's.user_id')
    .select('s.user_id')
    .where('s.token', '=', hashOfToken(token))
    .where('s.ended_at', '>', sql<string>`now() - interval '30 days'`)
    .where('p.suspended_at', 'is not', null)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** The account of an address; at most one. */
export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('email', '=', email).executeTakeFirst()

/** The account with this id. */
export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()

/** The address of an account; null for one that is gone. */
export const findEmail = async (db: Db, id: string): Promise<string | null> =>
  (await findUser(db, id))?.email ?? null

/** Locks an account until the end of the transaction. Take it before locks of its rows, as the removal does. */
export const lockUser = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** Prevents others from taking this username until the transaction ends. */
export const lockUsername = async (tx: Tx, username: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${username}`}, 0))`.execute(tx)
}

/** Prevents others from proving this address until the transaction ends. */
export const lockEmail = async (tx: Tx, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(tx)
}

/** Whether a normalised username belongs to a member, or to an account deleted not long ago. */
export const isUsernameTaken = async (db: Db, username: string): Promise<boolean> => {
  const member = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  return member !== undefined || isUsernameReserved(db, username)
}

/**
 * Whether a sign-up waits under a normalised username. Sign-ups with both the address and the hash of `except` do not
 * count, because the same person made them. Ignoring them by address alone would reveal whose sign-up it is.
 */
export const isUsernameWaiting = async (
  db: Db,
  username: string,
  except?: { email: string; password: string },
): Promise<boolean> => {
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

/** Changes a member's username; the normalised form is unique. */
export const renameUser = async (
  tx: Tx,
  id: string,
  { username, display_username }: { username: string; display_username: string },
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ username, display_username, name: display_username })
    .where('id', '=', id)
    .execute()
}

type NewSignUp = {
  id: string
  email: string
  username: string
  display_username: string
  password: string
  next: string | null
}

/** Stores a sign-up until its address is proven; signing up accepts the terms of that day. */
export const addSignUp = async (tx: Tx, signUp: NewSignUp): Promise<void> => {
  await tx
    .insertInto('sign_ups')
    .values({ ...signUp, terms_accepted_at: now, terms_version: TERMS_VERSION })
    .execute()
}

const waitingFor = (db: Db, email: string) =>
  db
    .selectFrom('sign_ups as w')
    .where('w.email', '=', email)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('users as u').select('u.id').where('u.email', '=', email))))

/** The first sign-up of an address without an account. The first, so that later ones by strangers change nothing. */
export const findWaitingSignUp = (db: Db, email: string) =>
  waitingFor(db, email)
    .select(['w.id', 'w.email', 'w.display_username', 'w.next'])
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(1)
    .executeTakeFirst()

/**
 * The hashes of all passwords that wait for an address without an account, newest first, {@link MAX_COMPARED} at most.
 */
export const findWaitingPasswords = async (db: Db, email: string): Promise<string[]> => {
  const rows = await waitingFor(db, email)
    .select('w.password')
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .limit(MAX_COMPARED)
    .execute()
  return rows.map(({ password }) => password)
}

/** The sign-up with this id. */
export const findSignUp = (db: Db, id: string) =>
  db
    .selectFrom('sign_ups')
    .select(['id', 'email', 'display_username', 'next'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Makes the link of a sign-up work for another day. */
export const renewSignUp = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('sign_ups')
    .set({ expires_at: sql<string>`now() + ${seconds(DAY)}` })
    .where('id', '=', id)
    .execute()
}

/** Deletes and returns a sign-up whose link still works, so that only one request uses it. */
export const takeSignUp = (tx: Tx, id: string) =>
  tx
    .deleteFrom('sign_ups')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning(['email', 'username', 'display_username', 'password', 'terms_accepted_at', 'terms_version'])
    .executeTakeFirst()

/** Deletes all sign-ups of an address; returns their passwords. */
export const dropSignUps = (tx: Tx, email: string) =>
  tx.deleteFrom('sign_ups').where('email', '=', email).returning('password').execute()

/** Deletes one sign-up. */
export const dropSignUp = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('sign_ups').where('id', '=', id).execute()
}

type NewAccount = {
  id: string
  account_id: string
  email: string
  username: string
  display_username: string
  /** An Argon2id hash. */
  password: string
  /** When the terms were accepted, and their `TERMS_VERSION`; null where that was not recorded. */
  terms_accepted_at: string | null
  terms_version: string | null
}

/** Inserts a person with a proven address, a password and a profile. */
export const addAccount = async (tx: Tx, account: NewAccount): Promise<void> => {
  const { id, account_id, password, ...person } = account
  await tx
    .insertInto('users')
    .values({ ...person, id, name: person.display_username, email_verified: true })
    .execute()
  await createProfile(tx, id, person.display_username)
  await tx
    .insertInto('accounts')
    .values({ id: account_id, account_id: id, provider_id: 'credential', user_id: id, password })
    .execute()
}

/**
 * Inserts a person nobody can sign in as, for there is no password and no other sign-in method. False when the id,
 * address or name is taken.
 */
export const ensureClosedAccount = async (
  tx: Tx,
  {
    id,
    email,
    username,
    display_username = username,
  }: Pick<NewAccount, 'id' | 'email' | 'username'> & { display_username?: string },
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('users')
    .values({ id, name: display_username, email, email_verified: true, username, display_username })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await createProfile(tx, id, display_username)
  return true
}

/** Inserts an empty password, which its owner chooses by the mail for forgotten ones. */
export const addMissingPassword = async (tx: Tx, user_id: string, id: string): Promise<void> => {
  await tx
    .insertInto('accounts')
    .values({ id, account_id: user_id, provider_id: 'credential', user_id, password: null })
    .execute()
}

/** Replaces the placeholder address of an imported account, unless it has a real one by now. */
export const setImportedEmail = async (
  tx: Tx,
  id: string,
  email: string,
  placeholder: string,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where('email', 'like', placeholder)
    .execute()
}

/** Deletes a person's one-time values and pending change of address, which makes the mailed links invalid. */
export const dropVerifications = async (tx: Tx, userId: string): Promise<void> => {
  await dropPendingChange(tx, userId)
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
}

/**
 * Deletes expired sessions and one-time values, and sign-ups whose address nobody proved for a week. The first sign-up
 * of an address stays as long as later ones wait, so that none of them becomes the first by waiting.
 */
export const deleteExpired = async (db: Db): Promise<void> => {
  await deleteInBatches(db, 'sessions', sql`expires_at < now()`)
  await deleteInBatches(db, 'ended_sessions', sql`ended_at < now() - interval '30 days'`)
  await deleteInBatches(db, 'verifications', sql`expires_at < now()`)
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
