import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Tx } from '../../../db/open.ts'

/** The constraint that ensures that each identity belongs to only one person. */
export const IDENTITY_KEY = 'accounts_provider_id_account_id_key'

type Named = { provider_key: string; subject: string }

/** Returns an identity's owner with their epoch; undefined if it isn't linked. */
export function findIdentity(db: Db, { provider_key, subject }: Named) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.user_id', 'u.security_epoch'])
    .where('a.provider_id', '=', provider_key)
    .where('a.account_id', '=', subject)
    .executeTakeFirst()
}

/** Links an identity to a person. */
export async function addIdentity(
  tx: Tx,
  { user_id, provider_key, subject, label }: Named & { user_id: string; label: string | null },
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('accounts')
    .values({ id, user_id, provider_id: provider_key, account_id: subject, label, password: null })
    .execute()
  return id
}

/** Records that an identity was used, and the person's current name at the provider. */
export async function noteUse(tx: Tx, id: string, label: string | null): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ label, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

function identities(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'provider_id as provider_key', 'label', 'created_at', 'updated_at'])
    .where('provider_id', '!=', 'credential')
}

/** One of a person's identities. */
export type IdentityRow = Awaited<ReturnType<ReturnType<typeof identities>['executeTakeFirstOrThrow']>>

/** Returns a person's identities, oldest first. */
export function selectIdentities(db: Db, user_id: string): Promise<IdentityRow[]> {
  return identities(db).where('user_id', '=', user_id).orderBy('created_at').orderBy('id').execute()
}

/** Returns an identity with its owner's email address, for emails about it. */
export function findLinkedIdentity(db: Db, id: string) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.label', 'u.email'])
    .where('a.id', '=', id)
    .where('a.provider_id', '!=', 'credential')
    .executeTakeFirst()
}

/** Returns an identity's owner if linking it can still be undone. */
export function findRecentIdentity(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select('user_id')
    .where('id', '=', id)
    .where('provider_id', '!=', 'credential')
    .where('created_at', '>', sql<string>`now() - make_interval(days => ${ACCOUNT_LIMITS.undo_days})`)
    .executeTakeFirst()
}

/** Unlinks an identity. Returns false if it was already unlinked. */
export async function deleteIdentity(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('provider_id', '!=', 'credential')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Unlinks all of a person's identities. */
export async function deleteIdentities(tx: Tx, user_id: string): Promise<void> {
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', user_id)
    .where('provider_id', '!=', 'credential')
    .execute()
}
