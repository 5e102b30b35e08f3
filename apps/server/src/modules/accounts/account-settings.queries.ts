import type { Account, Preferences } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

const now = sql<string>`now()`
const daysAgo = (days: number) => sql<string>`now() - make_interval(days => ${days})`

/** The hash of a person's password; null for whoever has none. */
export const findPassword = async (db: Db, user_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** The address of an account and the hash of its password; undefined for one without either. */
export const findCredentials = async (
  db: Db,
  user_id: string,
): Promise<{ email: string; password: string } | undefined> => {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['u.email', 'a.password'])
    .where('u.id', '=', user_id)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { email: row.email, password: row.password } : undefined
}

/** Ends sessions of a person: all, but for `except`. */
export const endSessions = async (tx: Db, user_id: string, except?: string): Promise<void> => {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}

/** Ends one session of a person; says whether there was one. */
export const endOneSession = async (db: Db, user_id: string, id: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Where a person is signed in, last used first. */
export const selectSessions = (db: Db, user_id: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** See the contract's Account. */
export const selectAccount = (db: Db, user_id: string): Promise<Account | undefined> =>
  db
    .selectFrom('users as u')
    .leftJoin('email_changes as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.changed_at', 'is', null).on('c.expires_at', '>', now),
    )
    .select(['u.email', 'c.new_email as pending_email', 'u.created_at'])
    .where('u.id', '=', user_id)
    .executeTakeFirst()

/** A change of address as it is kept. */
export type EmailChange = Pick<
  Selectable<Tables['email_changes']>,
  'id' | 'user_id' | 'old_email' | 'new_email' | 'changed_at'
>

const CHANGE = ['id', 'user_id', 'old_email', 'new_email', 'changed_at'] as const

/** Forgets the address of a person that waits to be proven. */
export const dropWaitingChange = async (tx: Db, user_id: string): Promise<void> => {
  await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', user_id)
    .where('changed_at', 'is', null)
    .execute()
}

/** Deletes what waits of others who wanted this address, which is somebody else's. */
export const dropChangesTo = async (tx: Tx, new_email: string): Promise<void> => {
  await tx
    .deleteFrom('email_changes')
    .where('new_email', '=', new_email)
    .where('changed_at', 'is', null)
    .execute()
}

/** Keeps the address a person wants until it is proven, in place of another that waits. Nothing where it is theirs already. */
export const storePendingChange = async (
  tx: Tx,
  user_id: string,
  new_email: string,
): Promise<string | undefined> => {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await dropWaitingChange(tx, user_id)
  if (email === new_email) return undefined
  const id = uuid()
  await tx.insertInto('email_changes').values({ id, user_id, old_email: email, new_email }).execute()
  return id
}

/** One change of address. */
export const findEmailChange = (db: Db, id: string): Promise<EmailChange | undefined> =>
  db.selectFrom('email_changes').select(CHANGE).where('id', '=', id).executeTakeFirst()

/** Takes a change whose link still works, so that nobody else can; it counts from now on. */
export const takeEmailChange = (tx: Tx, id: string): Promise<EmailChange | undefined> =>
  tx
    .updateTable('email_changes')
    .set({ changed_at: now })
    .where('id', '=', id)
    .where('changed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(CHANGE)
    .executeTakeFirst()

/** Takes back a change that can still be undone, with those that came after it. */
export const takeBackEmailChange = async (tx: Tx, id: string): Promise<EmailChange | undefined> => {
  const undone = await tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('changed_at', '>', daysAgo(LIMITS.undo_days))
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

/** Gives a member another address; addresses are unique. */
export const setEmail = async (tx: Tx, user_id: string, email: string): Promise<void> => {
  await tx.updateTable('users').set({ email, updated_at: now }).where('id', '=', user_id).execute()
}

/** Forgets changes of address that nobody proved, and those that can no longer be undone. */
export const deleteOldEmailChanges = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('email_changes')
    .where((eb) =>
      eb.or([
        eb.and([eb('changed_at', 'is', null), eb('expires_at', '<', now)]),
        eb('changed_at', '<', daysAgo(LIMITS.undo_days)),
      ]),
    )
    .execute()
}

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'auto',
  welcomed: false,
  link_previews: false,
}

/** What a person chose for every device, or the defaults. */
export const selectPreferences = async (db: Db, user_id: string): Promise<Preferences> =>
  (await db
    .selectFrom('preferences')
    .select(['theme', 'language', 'welcomed', 'link_previews'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()) ?? DEFAULTS

/** Writes the named preferences; returns all. */
export const savePreferences = (
  db: Db,
  user_id: string,
  changes: { [P in keyof Preferences]?: Preferences[P] | undefined },
): Promise<Preferences> =>
  db
    .insertInto('preferences')
    .values({ user_id, ...DEFAULTS, ...changes })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ ...changes, user_id }))
    .returning(['theme', 'language', 'welcomed', 'link_previews'])
    .executeTakeFirstOrThrow()
