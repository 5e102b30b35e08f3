import { createHash } from 'node:crypto'
import { LIMITS } from '@nollie/contract/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** What becomes of posts, comments and the like of somebody who leaves. */
export type LeftContent = Tables['account_deletions']['content']

const now = sql<string>`now()`
const inDays = (days: number) => sql<string>`now() + make_interval(days => ${days})`

/** Until when a person who leaves can come back; null for everybody else. */
export const findLeaving = async (db: Db, user_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('account_deletions')
    .select('due_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Begins the time of grace, or changes what becomes of the content; gives when it ends. */
export const insertLeaving = async (tx: Tx, user_id: string, content: LeftContent): Promise<string> => {
  const row = await tx
    .insertInto('account_deletions')
    .values({ user_id, content, due_at: inDays(LIMITS.grace_days) })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ content }))
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return row.due_at
}

/** Ends the time of grace with a return; false when the removal has begun, or there is none. */
export const deleteLeaving = async (tx: Tx, user_id: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('begun_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Somebody whose time of grace is over, from now on without a way back; those longest due first. */
export const beginNextRemoval = (
  tx: Tx,
  except: readonly string[],
): Promise<{ user_id: string; content: LeftContent } | undefined> =>
  tx
    .updateTable('account_deletions')
    .set({ begun_at: sql<string>`coalesce(begun_at, now())` })
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('account_deletions')
        .select('user_id')
        .where('due_at', '<=', now)
        .where(sql<boolean>`user_id <> all (${except}::uuid[])`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id', 'content'])
    .executeTakeFirst()

/** Whether the removal of this person is still to be ended; whoever asks ends it, others wait. */
export const lockRemoval = async (tx: Tx, user_id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('account_deletions')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('begun_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const digestOf = (username: string): Buffer => createHash('sha256').update(username).digest()

/** Keeps a folded username from being taken for a while, without keeping the name. */
export const reserveUsername = async (tx: Tx, username: string): Promise<void> => {
  const free_at = inDays(LIMITS.reserved_username_days)
  await tx
    .insertInto('reserved_usernames')
    .values({ digest: digestOf(username), free_at })
    .onConflict((clash) => clash.column('digest').doUpdateSet({ free_at }))
    .execute()
}

/** Whether a folded username was somebody's who left not long ago. */
export const isUsernameReserved = async (db: Db, username: string): Promise<boolean> => {
  const row = await db
    .selectFrom('reserved_usernames')
    .select('free_at')
    .where('digest', '=', digestOf(username))
    .where('free_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Lets usernames go whose time is over. */
export const freeReservedUsernames = async (db: Db): Promise<void> => {
  await db.deleteFrom('reserved_usernames').where('free_at', '<', now).execute()
}

/** Takes address, name and every way in from an account whose content stays; gives what it was called. */
export const makeNameless = async (tx: Tx, user_id: string, username: string): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      ...{ email: `${username}@former.invalid`, email_verified: false, image: null },
      ...{ name: 'Former member', username, display_username: username, updated_at: now },
      ...{ terms_accepted_at: null, terms_version: null },
    })
    .where('id', '=', user_id)
    .execute()
  await tx.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('account_deletions').where('user_id', '=', user_id).execute()
}

/** Removes an account with everything that hangs on it. */
export const deleteUser = async (tx: Tx, user_id: string): Promise<void> => {
  await tx.deleteFrom('users').where('id', '=', user_id).execute()
}

/** How an account was called. */
export const findNames = (
  db: Db,
  user_id: string,
): Promise<{ email: string; username: string } | undefined> =>
  db.selectFrom('users').select(['email', 'username']).where('id', '=', user_id).executeTakeFirst()
