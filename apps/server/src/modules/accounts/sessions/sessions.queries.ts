import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { preparedStatement } from '../../../db/prepared.ts'
import { needsAdminFactor } from './admin-factors.ts'
import { IDLE_END, LIVES, NEEDS_EXTENSION } from './session-life.queries.ts'
import { hashOfToken } from './session-token.ts'
import type { ProvenPerson, Strength } from './signing-in.ts'
import { toReadableEmail } from '../identities/sso-domains.ts'

/** A live session and its owner. */
export type LiveSession = {
  session_id: string
  user_id: string
  is_admin: boolean
  is_suspended: boolean
  needs_extension: boolean
  /** 2 after the owner has proven a second factor, otherwise 1. */
  aal: number
}

function selectLive(condition: RawBuilder<unknown>) {
  return sql<LiveSession>`
    select s.id as session_id, s.user_id, p.is_admin, p.suspended_at is not null as is_suspended,
      s.aal, ${NEEDS_EXTENSION} as needs_extension
    from sessions s join users u on u.id = s.user_id join profiles p on p.user_id = s.user_id
    where ${condition} and ${LIVES}
      and u.email_verified and p.deletion_requested_at is null`
}

// These run for every request by a member.
const viewerByToken = preparedStatement<LiveSession>('viewer_by_token', () => selectLive(sql`s.token = $1`))
const viewerBySession = preparedStatement<LiveSession>('viewer_by_session', () =>
  selectLive(sql`s.id = $1 and s.user_id = $2`),
)

/**
 * Returns a live session and its owner. Returns null for other tokens, and for people who are unverified or scheduled
 * for deletion.
 */
export async function findViewer(db: Db, token: string): Promise<LiveSession | null> {
  const [row] = await viewerByToken(db, [hashOfToken(token)])
  return row ?? null
}

/** Like {@link findViewer}, but by the session's id. */
export async function findViewerOf(
  db: Db,
  { session_id, user_id }: { session_id: string; user_id: string },
): Promise<LiveSession | null> {
  const [row] = await viewerBySession(db, [session_id, user_id])
  return row ?? null
}

/**
 * Returns a session's data for its owner: their profile, when it expires if unused, and whether they're suspended. With
 * `adminFactors`, admins need a second factor to count as admins.
 */
export async function findSession(
  { db, adminFactors }: { db: Db; adminFactors: boolean },
  by: { id: string } | { token: string },
) {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('profiles as p', 'p.user_id', 's.user_id')
    .select([
      'u.id as user_id',
      'u.email',
      'p.username',
      'p.full_name',
      'p.avatar_url',
      's.expires_at',
      's.aal',
      's.amr',
    ])
    .select([
      sql<boolean>`p.suspended_at is not null`.as('is_suspended'),
      sql<boolean>`p.is_admin and p.suspended_at is null`.as('is_admin'),
    ])
    .where((eb) => ('id' in by ? eb('s.id', '=', by.id) : eb('s.token', '=', hashOfToken(by.token))))
    .executeTakeFirst()
  if (!row) return null
  const { expires_at, is_suspended, aal, amr, ...user } = row
  const needs_factor = needsAdminFactor({ is_admin: user.is_admin, aal }, adminFactors)
  return {
    user: { ...user, email: toReadableEmail(user.email), is_admin: user.is_admin && !needs_factor },
    expires_at,
    is_suspended,
    needs_factor,
    aal: aal === 2 ? ('aal2' as const) : ('aal1' as const),
    amr: amr.split(' ').filter(Boolean),
  }
}

/** Returns the suspended person whose session had this token before the suspension; null for any other token. */
export async function findSuspendedBy(db: Db, token: string): Promise<string | null> {
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

type NewSession = Strength & ProvenPerson & { ip_address: string; user_agent: string | null }

/**
 * Stores a session under its token's hash. Returns false if the person doesn't exist, or if sessions were ended since
 * the person proved their identity. Waits for {@link endSessions} in progress, which ends only sessions that it finds.
 */
export async function insertSession(
  db: Db,
  token: string,
  { user_id, security_epoch, ip_address, user_agent, aal, amr }: NewSession,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sessions (id, token, user_id, expires_at, ip_address, user_agent, aal, amr)
    select ${uuidv7()}, ${hashOfToken(token)}, u.id, ${IDLE_END}, ${ip_address}, ${user_agent}, ${aal}, ${amr}
    from users u where u.id = ${user_id} and u.security_epoch = ${security_epoch} for share`.execute(db)
  return numAffectedRows === 1n
}

/** Locks a person and returns whether none of their sessions were ended since they proved their identity. */
export async function lockEpoch(tx: Tx, { user_id, security_epoch }: ProvenPerson): Promise<boolean> {
  await lockUser(tx, user_id)
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('security_epoch', '=', security_epoch)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends all of a person's sign-ins that are under way. Must run before the statement that ends the sessions, so that the
 * latter also finds sessions of sign-ins that finished first.
 */
export async function beginEpoch(tx: Tx, user_id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ security_epoch: sql<number>`security_epoch + 1` })
    .where('id', '=', user_id)
    .execute()
}

/**
 * Ends all of a person's sessions except one, and sign-ins that are under way. The caller must have called
 * {@link lockUser}.
 */
export async function endSessions(tx: Tx, user_id: string, except?: string): Promise<void> {
  await beginEpoch(tx, user_id)
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}

/** Ends one of a person's sessions. Returns whether it existed. */
export async function endOneSession(db: Db, user_id: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns a person's live sessions, most recently used first. */
export function selectSessions(db: Db, user_id: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Locks a session, so that it can't end before the transaction does. Returns whether it exists. */
export async function lockSession(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst()) !==
    undefined
  )
}
