import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { changeVisibility } from './hide-people.queries.ts'

/** Clears all personal data from a profile. Content that remains is attributed to a "Former member". */
export async function makeFormer(tx: Tx, userId: string, username: string): Promise<void> {
  await changeVisibility(tx, userId, { suspended_at: false, deletion_requested_at: false })
  const nothing = { bio: null, instagram_url: null, home_town: null, avatar_media_id: null, avatar_url: null }
  await tx
    .updateTable('profiles')
    .set((eb) => ({
      ...nothing,
      username,
      full_name: 'Former member',
      is_admin: false,
      version: eb('version', '+', 1),
      former_at: sql<string>`now()`,
    }))
    .where('user_id', '=', userId)
    .execute()
}
