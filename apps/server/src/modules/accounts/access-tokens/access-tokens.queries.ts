import type { AccessToken, Scope } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { hashOfToken } from '../sessions/session-token.ts'

/** Minimum number of seconds between updates of a token's last use. */
const USED_EVERY = 3600

type Sender = { user_id: string; token_id: string; scopes: Scope[]; is_suspended: boolean; is_due: boolean }

/**
 * Returns the owner of a valid access token. Null for any other token, and for people who are unverified or scheduled
 * for deletion, just as with sessions.
 */
export async function findTokenSender(db: Db, token: string): Promise<Sender | null> {
  const row = await db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('profiles as p', 'p.user_id', 't.user_id')
    .select(['t.user_id', 't.id as token_id', 't.scopes'])
    .select([
      sql<boolean>`p.suspended_at is not null`.as('is_suspended'),
      sql<boolean>`t.last_used_at is null or t.last_used_at < now() - make_interval(secs => ${USED_EVERY})`.as(
        'is_due',
      ),
    ])
    .where('t.token', '=', hashOfToken(token))
    .where('t.expires_at', '>', sql<string>`now()`)
    .where('u.email_verified', '=', true)
    .where('p.deletion_requested_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, scopes: row.scopes as Scope[] } : null
}

/** Records that a token was just used. */
export async function storeTokenUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

const COLUMNS = ['id', 'name', 'ending', 'scopes', 'created_at', 'last_used_at', 'expires_at'] as const

function shown<T extends { scopes: string[] }>(row: T) {
  return { ...row, scopes: row.scopes as Scope[] }
}

/** Returns a person's tokens, newest first, including expired ones. */
export async function selectTokens(db: Db, user_id: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(shown)
}

/** Returns the number of a person's unexpired tokens. */
export async function countTokens(tx: Tx, user_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('access_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

type NewToken = { id: string; user_id: string; name: string; scopes: Scope[]; days: number }

/** Stores a new token's hash. */
export async function insertToken(tx: Tx, token: string, { days, ...row }: NewToken): Promise<AccessToken> {
  return shown(
    await tx
      .insertInto('access_tokens')
      .values({
        ...row,
        token: hashOfToken(token),
        ending: token.slice(-4),
        expires_at: sql<string>`now() + make_interval(days => ${days})`,
        last_used_at: null,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  )
}

/** Deletes one of a person's tokens. Returns whether it existed. */
export async function deleteToken(db: Db, user_id: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Revokes all of a person's tokens, after a password reset or for account deletion. */
export async function revokeAllTokens(tx: Db, user_id: string): Promise<void> {
  await tx.deleteFrom('access_tokens').where('user_id', '=', user_id).execute()
}

/** Deletes tokens a month after they expire. Until then, their owner can see that they've expired. */
export async function deleteOldTokens(db: Db): Promise<void> {
  await deleteInBatches(db, 'access_tokens', sql`expires_at < now() - interval '30 days'`)
}
