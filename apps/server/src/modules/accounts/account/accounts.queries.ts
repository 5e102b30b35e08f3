import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import { createProfile } from '../../profiles/index.ts'

/** Returns the account with this email address; there is at most one. */
export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'security_epoch'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Returns the account with this id. */
export function findUser(db: Db, id: string) {
  return db.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()
}

/** Returns an account's email address; null if the account was deleted. */
export async function findEmail(db: Db, id: string): Promise<string | null> {
  return (await findUser(db, id))?.email ?? null
}

/**
 * Blocks others from verifying this email address until the end of the transaction. Call it before locking a code or a
 * request for this address.
 */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(tx)
}

type NewAccount = {
  id: string
  account_id: string
  email: string
  username: string
  display_username: string
  /** An Argon2id hash. */
  password: string
  /** When the terms were accepted, and their `TERMS_VERSION`; null if this wasn't recorded. */
  terms_accepted_at: string | null
  terms_version: string | null
}

/** Inserts a person with a verified email address, a password, and a profile. */
export async function addAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { id, account_id, password, ...person } = account
  await tx
    .insertInto('users')
    .values({ ...person, id, name: person.display_username, email_verified: true })
    .execute()
  await createProfile(tx, id, person.display_username)
  await tx
    .insertInto('accounts')
    .values({ id: account_id, account_id: id, provider_id: 'credential', user_id: id, password })
    .execute()
}

/** Inserts a person without a password or other sign-in method. Returns false if the id, email, or name is taken. */
export async function ensureClosedAccount(
  tx: Tx,
  {
    id,
    email,
    username,
    display_username = username,
  }: Pick<NewAccount, 'id' | 'email' | 'username'> & { display_username?: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('users')
    .values({ id, name: display_username, email, email_verified: true, username, display_username })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await createProfile(tx, id, display_username)
  return true
}

/** Inserts an empty password. The owner can choose one through the forgot-password email. */
export async function addMissingPassword(tx: Tx, user_id: string, id: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ id, account_id: user_id, provider_id: 'credential', user_id, password: null })
    .execute()
}

/** Replaces the email address of an imported account if it's still a placeholder matching `placeholderPattern`. */
export async function setImportedEmail(
  tx: Tx,
  id: string,
  email: string,
  placeholderPattern: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where('email', 'like', placeholderPattern)
    .execute()
}
