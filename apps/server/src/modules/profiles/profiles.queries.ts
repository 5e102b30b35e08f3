import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { changeVisibility } from './hide-people.queries.ts'

const withEmail = (db: Db, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email.toLowerCase())

/** Inserts the profile of a new account, and its counts; the database refuses an account without. */
export const createProfile = async (tx: Tx, user_id: string, username: string): Promise<void> => {
  await tx.insertInto('profiles').values({ user_id, username }).execute()
  await tx.insertInto('person_counts').values({ user_id }).execute()
}

/** Makes the member with this address an admin, or removes that; returns their id, or null when there is no such member. */
export const setAdmin = async (db: Db, email: string, isAdmin: boolean): Promise<string | null> => {
  const row = await db
    .updateTable('profiles')
    .set({ is_admin: isAdmin })
    .where('user_id', '=', withEmail(db, email))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a member is suspended. */
export const isSuspended = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('profiles')
    .select('suspended_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? row.suspended_at !== null : false
}

/** As {@link isSuspended}; locks the profile, so that nobody suspends or unsuspends them until the transaction ends. */
export const lockSuspension = async (tx: Tx, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('profiles')
    .select('suspended_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row ? row.suspended_at !== null : false
}

/** Fields of a profile that imports and sample content set. */
export type ProfileFacts = {
  full_name: string | null
  bio: string | null
  instagram_url?: string | null
  username?: string
  created_at?: string
}

/** Sets fields of a profile for sample content and imports, without the checks and the version of an edit. */
export const describeProfile = async (db: Db, userId: string, facts: ProfileFacts): Promise<void> => {
  await db.updateTable('profiles').set(facts).where('user_id', '=', userId).execute()
}

/** The fields of a profile that are checked before a change; locked until the end of the transaction. */
export const lockProfile = (
  tx: Tx,
  userId: string,
): Promise<{ username: string; full_name: string | null; version: number } | undefined> =>
  tx
    .selectFrom('profiles')
    .select(['username', 'full_name', 'version'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

type ProfileText = {
  username: string
  full_name: string | null
  bio: string | null
  instagram_url: string | null
}

/** Writes the whole edit form. */
export const updateProfile = async (tx: Tx, userId: string, text: ProfileText): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set((eb) => ({ ...text, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Sets or clears the home town on a person's profile. */
export const setHomeTown = async (tx: Tx, userId: string, home_town: string | null): Promise<void> => {
  await tx.updateTable('profiles').set({ home_town }).where('user_id', '=', userId).execute()
}

/** Sets or clears a person's profile picture. */
export const setAvatar = async (
  tx: Tx,
  userId: string,
  avatar: { avatar_media_id: string; avatar_url: string } | null,
): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set(avatar ?? { avatar_media_id: null, avatar_url: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Removes these pictures from the profiles that have them; returns whose they were. */
export const dropPictures = async (
  tx: Tx,
  media_ids: readonly string[],
): Promise<{ user_id: string; media_id: string }[]> => {
  if (media_ids.length === 0) return []
  const { rows } = await sql<{ user_id: string; media_id: string }>`
    with shown as (
      select user_id, avatar_media_id from profiles where avatar_media_id = any (${media_ids}::uuid[]) for update
    )
    update profiles p set avatar_media_id = null, avatar_url = null from shown where p.user_id = shown.user_id
    returning p.user_id, shown.avatar_media_id as media_id`.execute(tx)
  return rows
}

/** Restores a removed profile picture, unless the person has chosen another since; returns whether it is set. */
export const returnPicture = async (tx: Tx, userId: string, media_id: string): Promise<boolean> => {
  const { rows } = await sql`
    update profiles p set avatar_media_id = m.id, avatar_url = '/media/' || m.key || '/400.webp'
    from media m where m.id = ${media_id} and p.user_id = ${userId} and p.avatar_media_id is null
    returning p.user_id`.execute(tx)
  return rows.length > 0
}

/** Clears everything personal from a profile; content that stays is shown as by a "Former member". */
export const makeFormer = async (tx: Tx, userId: string, username: string): Promise<void> => {
  await changeVisibility(tx, userId, { suspended_at: false, deletion_requested_at: false })
  const nothing = { bio: null, instagram_url: null, home_town: null, avatar_media_id: null, avatar_url: null }
  await tx
    .updateTable('profiles')
    .set((eb) => ({
      ...nothing,
      ...{ username, full_name: 'Former member', is_admin: false, version: eb('version', '+', 1) },
      former_at: sql<string>`now()`,
    }))
    .where('user_id', '=', userId)
    .execute()
}
