import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

const COLUMNS = ['id', 'user_id', 'due_at'] as const
const now = sql<string>`now()`

function selectRecovery(db: Db) {
  return db.selectFrom('factor_recoveries').select(COLUMNS).select(sql<boolean>`due_at <= now()`.as('is_due'))
}

/** Returns the recovery that a person requested, and whether it's due. */
export function findRecoveryOf(db: Db, user_id: string) {
  return selectRecovery(db).where('user_id', '=', user_id).executeTakeFirst()
}

/** Like {@link findRecoveryOf}, but by the recovery's id. */
export function findRecovery(db: Db, id: string) {
  return selectRecovery(db).where('id', '=', id).executeTakeFirst()
}

/** Stores a recovery. Returns null if one is already pending. */
export async function insertRecovery(tx: Tx, id: string, user_id: string) {
  return (
    (await tx
      .insertInto('factor_recoveries')
      .values({
        id,
        user_id,
        due_at: sql<string>`now() + make_interval(hours => ${ACCOUNT_LIMITS.factor_recovery_hours})`,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .returning('due_at')
      .executeTakeFirst()) ?? null
  )
}

/** Deletes a recovery if it's due. Returns whether it was. */
export async function takeDueRecovery(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('factor_recoveries')
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a recovery. Returns its owner. */
export async function deleteRecovery(
  tx: Db,
  by: { id: string } | { user_id: string },
): Promise<string | null> {
  return (
    (
      await tx
        .deleteFrom('factor_recoveries')
        .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('user_id', '=', by.user_id)))
        .returning('user_id')
        .executeTakeFirst()
    )?.user_id ?? null
  )
}

/** Returns a person's former email addresses that can still undo a change. */
export async function selectFormerAddresses(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('email_changes')
    .select('old_email')
    .where('user_id', '=', user_id)
    .where('undone_at', 'is', null)
    .where('changed_at', '>', sql<string>`now() - make_interval(days => ${ACCOUNT_LIMITS.undo_days})`)
    .execute()
  return [...new Set(rows.map(({ old_email }) => old_email))]
}
