import { createHash } from 'node:crypto'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

const now = sql<string>`now()`

function hashUsername(username: string): Buffer {
  return createHash('sha256').update(username).digest()
}

/** Reserves a normalized username for a while. Stores only its digest, because the name is personal data. */
export async function reserveUsername(tx: Tx, username: string): Promise<void> {
  const free_at = sql<string>`now() + make_interval(days => ${ACCOUNT_LIMITS.reserved_username_days})`
  await tx
    .insertInto('reserved_usernames')
    .values({ digest: hashUsername(username), free_at })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ free_at }))
    .execute()
}

/** Whether a normalized username belonged to an account that was recently deleted. */
export async function isUsernameReserved(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('reserved_usernames')
    .select('free_at')
    .where('digest', '=', hashUsername(username))
    .where('free_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes username reservations that have expired. */
export async function freeReservedUsernames(db: Db): Promise<void> {
  await db.deleteFrom('reserved_usernames').where('free_at', '<', now).execute()
}

/** Blocks others from taking this username until the end of the transaction. */
export async function lockUsername(tx: Tx, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`username ${username}`}, 0))`.execute(tx)
}

/** Whether a normalized username belongs to a member or to an account that was recently deleted. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const member = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  return member !== undefined || isUsernameReserved(db, username)
}

/** Changes a member's username. The normalized form must be unique. */
export async function renameUser(
  tx: Tx,
  id: string,
  { username, display_username }: { username: string; display_username: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username, display_username, name: display_username })
    .where('id', '=', id)
    .execute()
}
