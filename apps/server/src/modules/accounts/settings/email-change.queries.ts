import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deleteInBatches } from '../../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

const now = sql<string>`now()`

function daysAgo(days: number) {
  return sql<string>`now() - make_interval(days => ${days})`
}

/** A stored email change. */
export type EmailChange = Pick<
  Selectable<Tables['email_changes']>,
  'id' | 'user_id' | 'old_email' | 'new_email' | 'changed_at'
>

const CHANGE = ['id', 'user_id', 'old_email', 'new_email', 'changed_at'] as const

/** Deletes a person's unconfirmed email change. */
export async function dropPendingChange(tx: Db, user_id: string): Promise<void> {
  await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('changed_at', 'is', null)
    .execute()
}

/** Deletes all pending changes to an email address, because someone has verified it as theirs. */
export async function dropChangesTo(tx: Tx, new_email: string): Promise<void> {
  await tx
    .deleteFrom('email_changes')
    .where('new_email', '=', new_email)
    .where('changed_at', 'is', null)
    .execute()
}

/**
 * Stores a requested email address until it's confirmed, replacing any pending one. Returns undefined if the person
 * already has this address. The caller must have locked the person.
 */
export async function storePendingChange(
  tx: Tx,
  user_id: string,
  new_email: string,
): Promise<string | undefined> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  await dropPendingChange(tx, user_id)
  if (email === new_email) return undefined
  const id = uuid()
  await tx.insertInto('email_changes').values({ id, user_id, old_email: email, new_email }).execute()
  return id
}

/** Returns an email change. */
export function findEmailChange(db: Db, id: string): Promise<EmailChange | undefined> {
  return db.selectFrom('email_changes').select(CHANGE).where('id', '=', id).executeTakeFirst()
}

/** Confirms a change if its link is still valid. Returns undefined if another request did so first. */
export function takeEmailChange(tx: Tx, id: string): Promise<EmailChange | undefined> {
  return tx
    .updateTable('email_changes')
    .set({ changed_at: now })
    .where('id', '=', id)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(CHANGE)
    .executeTakeFirst()
}

/** Undoes a change within the time limit, along with the account's later changes. */
export async function takeBackEmailChange(tx: Tx, id: string): Promise<EmailChange | undefined> {
  const undone = await tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('changed_at', '>', daysAgo(ACCOUNT_LIMITS.undo_days))
    .where('undone_at', 'is', null)
    .returning(CHANGE)
    .executeTakeFirst()
  if (undone)
    await tx
      .updateTable('email_changes')
      .set({ undone_at: now })
      .where('user_id', '=', undone.user_id)
      .where('changed_at', '>', undone.changed_at ?? '')
      .where('undone_at', 'is', null)
      .execute()
  return undone
}

/** Sets a member's email address, which must be unique. */
export async function setEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email, updated_at: now }).where('id', '=', user_id).execute()
}

/** Deletes expired unconfirmed email changes, and changes that can no longer be undone. */
export async function deleteOldEmailChanges(db: Db): Promise<void> {
  await deleteInBatches(db, 'email_changes', sql`changed_at is null and expires_at < now()`)
  await deleteInBatches(db, 'email_changes', sql`changed_at < ${daysAgo(ACCOUNT_LIMITS.undo_days)}`)
}
