import type { Db, Tx } from '../../db/open.ts'

/** Inserts a new account's profile and its counts. The database rejects an account without a profile. */
export async function createProfile(tx: Tx, user_id: string, username: string): Promise<void> {
  await tx.insertInto('profiles').values({ user_id, username }).execute()
  await tx.insertInto('person_counts').values({ user_id }).execute()
}

/** Profile fields that imports and sample content set. */
export type ProfileFacts = {
  full_name: string | null
  bio: string | null
  instagram_url?: string | null
  username?: string
  created_at?: string
}

/** Sets profile fields for imports and sample content. Skips the checks and the version increment of a normal edit. */
export async function describeProfile(db: Db, userId: string, facts: ProfileFacts): Promise<void> {
  await db.updateTable('profiles').set(facts).where('user_id', '=', userId).execute()
}

/** Locks a profile until the transaction ends and returns the fields needed to validate a change. */
export function lockProfile(
  tx: Tx,
  userId: string,
): Promise<{ username: string; full_name: string | null; version: number } | undefined> {
  return tx
    .selectFrom('profiles')
    .select(['username', 'full_name', 'version'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

type ProfileText = {
  username: string
  full_name: string | null
  bio: string | null
  instagram_url: string | null
}

/** Updates every field in the profile's edit form. */
export async function updateProfile(tx: Tx, userId: string, text: ProfileText): Promise<void> {
  await tx
    .updateTable('profiles')
    .set((eb) => ({ ...text, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Sets or clears the hometown on a person's profile. */
export async function setHomeTown(tx: Tx, userId: string, home_town: string | null): Promise<void> {
  await tx.updateTable('profiles').set({ home_town }).where('user_id', '=', userId).execute()
}
