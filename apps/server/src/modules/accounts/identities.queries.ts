import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'

/** The constraint that lets an identity belong to one person. */
export const IDENTITY_KEY = 'accounts_provider_id_account_id_key'

type Named = { provider_key: string; subject: string }

/** Whose identity this is; undefined when nobody has linked it. */
export const findIdentity = (db: Db, { provider_key, subject }: Named) =>
  db
    .selectFrom('accounts')
    .select(['id', 'user_id'])
    .where('provider_id', '=', provider_key)
    .where('account_id', '=', subject)
    .executeTakeFirst()

/** Links an identity to a person. */
export const addIdentity = async (
  tx: Tx,
  { user_id, provider_key, subject, label }: Named & { user_id: string; label: string | null },
): Promise<string> => {
  const id = uuidv7()
  await tx
    .insertInto('accounts')
    .values({ id, user_id, provider_id: provider_key, account_id: subject, label, password: null })
    .execute()
  return id
}

/** Notes that an identity was used, and how the person is called there now. */
export const noteUse = async (tx: Tx, id: string, label: string | null): Promise<void> => {
  await tx
    .updateTable('accounts')
    .set({ label, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}
