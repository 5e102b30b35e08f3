import { randomBytes } from 'node:crypto'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Tx } from '../../../db/open.ts'
import { hashOfToken } from '../sessions/session-token.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'

/** Stores a sign-in that still needs a second factor. Returns the token for continuing it. */
export async function addChallenge(
  db: Db,
  waiting: ProvenPerson & { way: string; cancels_deletion: boolean },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('factor_challenges')
    .values({
      ...waiting,
      id: uuidv7(),
      token: hashOfToken(token),
      expires_at: sql<string>`now() + make_interval(mins => ${ACCOUNT_LIMITS.factor_minutes})`,
    })
    .execute()
  return token
}

function live(db: Db, token: string) {
  return db
    .selectFrom('factor_challenges as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'c.user_id').onRef('u.security_epoch', '=', 'c.security_epoch'),
    )
    .select(['c.id', 'c.user_id', 'c.security_epoch', 'c.way', 'c.cancels_deletion'])
    .where('c.token', '=', hashOfToken(token))
    .where('c.expires_at', '>', sql<string>`now()`)
    .where('c.wrong_tries', '<', ACCOUNT_LIMITS.factor_tries)
}

/** Returns a pending sign-in, unless its owner's sessions were ended since it began. */
export function findChallenge(db: Db, token: string) {
  return live(db, token).executeTakeFirst()
}

/** Like {@link findChallenge}, but locks the row, so that only one attempt runs at a time. */
export function lockChallenge(tx: Tx, token: string) {
  return live(tx, token).forUpdate('c').executeTakeFirst()
}

/** Counts a wrong code. */
export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('factor_challenges')
    .set({ wrong_tries: sql<number>`wrong_tries + 1` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a completed challenge. */
export async function dropChallenge(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('factor_challenges').where('id', '=', id).execute()
}

/** Deletes all of a person's pending sign-ins. */
export async function dropChallenges(tx: Db, user_id: string): Promise<void> {
  await tx.deleteFrom('factor_challenges').where('user_id', '=', user_id).execute()
}
