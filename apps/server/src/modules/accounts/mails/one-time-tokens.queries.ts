import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { hashOfToken } from '../sessions/session-token.ts'
import { notMeValue, parseNotMeOwner } from '../two-factor/not-me-links.queries.ts'
import { NOT_ME_LIFETIME, RESET_LIFETIME } from './link-lifetimes.ts'

/**
 * What a single-use link is for: a new password, deleting the account, or reporting changes made by someone else. A
 * token for one purpose is invalid for any other. Part of the stored hashes, so renaming one breaks links in emails
 * already sent.
 */
type Purpose = 'reset-password' | 'leave' | 'not-me'

function hashFor(purpose: Purpose, token: string): string {
  return hashOfToken(`${purpose}:${token}`)
}

async function insertToken(db: Db, purpose: Purpose, value: string, lifetime: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('verifications')
    .values({
      id: uuidv7(),
      identifier: hashFor(purpose, token),
      value,
      expires_at: sql<string>`now() + make_interval(secs => ${lifetime})`,
    })
    .execute()
  return token
}

/** Stores and returns a token for a password reset link. */
export function insertResetToken(db: Db, user_id: string): Promise<string> {
  return insertToken(db, 'reset-password', user_id, RESET_LIFETIME)
}

/** Stores and returns a token for an account deletion link. */
export function insertDeletionToken(db: Db, user_id: string): Promise<string> {
  return insertToken(db, 'leave', user_id, RESET_LIFETIME)
}

/** Stores and returns a token for an "It wasn't me" link. */
export function insertNotMeToken(db: Db, user_id: string): Promise<string> {
  return insertToken(db, 'not-me', notMeValue(user_id), NOT_ME_LIFETIME)
}

/**
 * Locks the owner of a link's token, uses the token up, and returns the owner; null if it's unknown, used, or expired.
 * Of two transactions with the same token, only one gets the owner.
 */
export async function takeToken(tx: Tx, purpose: Purpose, token: string): Promise<string | null> {
  const identifier = hashFor(purpose, token)
  const known = await tx
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier)
    .executeTakeFirst()
  if (!known) return null
  const user_id = parseNotMeOwner(known.value) ?? known.value
  await lockUser(tx, user_id)
  const taken = await tx
    .deleteFrom('verifications')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst()
  return taken ? user_id : null
}
