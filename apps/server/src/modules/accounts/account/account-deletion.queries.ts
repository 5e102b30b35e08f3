import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import { lockUserAndKeys } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'
import { dropFactors } from '../two-factor/factors.queries.ts'

/** Whether posts, comments, and similar content are deleted along with the account, or remain but are anonymized. */
export type LeftContent = Tables['account_deletions']['content']

const now = sql<string>`now()`

function inDays(days: number) {
  return sql<string>`now() + make_interval(days => ${days})`
}

/** Returns when an account is due for deletion; null if no deletion was requested. */
export async function findDeletionDue(db: Db, user_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_deletions')
    .select('due_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Starts the grace period, or changes the choice about content during it. Returns when it ends. */
export async function insertDeletion(tx: Tx, user_id: string, content: LeftContent): Promise<string> {
  const row = await tx
    .insertInto('account_deletions')
    .values({ user_id, content, due_at: inDays(ACCOUNT_LIMITS.grace_days) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ content }))
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return row.due_at
}

/** Cancels a deletion. Returns false if it has already started or was never requested. */
export async function deleteScheduledDeletion(tx: Tx, user_id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('begun_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Marks the account deletion that has been due the longest as started, which makes it final. Returns the account. */
export function beginNextDeletion(
  tx: Tx,
  except: readonly string[],
): Promise<{ user_id: string; content: LeftContent } | undefined> {
  return tx
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
}

/** Whether a person's deletion has started but isn't finished. Locks both, so that concurrent callers wait. */
export async function lockDeletion(tx: Tx, user_id: string): Promise<boolean> {
  await lockUserAndKeys(tx, user_id)
  const row = await tx
    .selectFrom('account_deletions')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('begun_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the email address, name, and all sign-in methods from an account whose content stays. */
export async function anonymizeUser(tx: Tx, user_id: string, username: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${username}@former.invalid`,
      email_verified: false,
      image: null,
      name: 'Former member',
      username,
      display_username: username,
      updated_at: now,
      terms_accepted_at: null,
      terms_version: null,
    })
    .where('id', '=', user_id)
    .execute()
  await tx.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  await dropFactors(tx, user_id)
  await tx.deleteFrom('account_deletions').where('user_id', '=', user_id).execute()
}

/** Deletes an account and all rows that reference it. */
export async function deleteUser(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', user_id).execute()
}

/** Returns an account's email address and username. */
export function findNames(db: Db, user_id: string): Promise<{ email: string; username: string } | undefined> {
  return db.selectFrom('users').select(['email', 'username']).where('id', '=', user_id).executeTakeFirst()
}
