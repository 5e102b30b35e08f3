import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** Sets or clears a person's profile picture. */
export async function setAvatar(
  tx: Tx,
  userId: string,
  avatar: { avatar_media_id: string; avatar_url: string } | null,
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set(avatar ?? { avatar_media_id: null, avatar_url: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Removes these photos from profiles that use them. Returns the affected people. */
export async function dropPictures(
  tx: Tx,
  media_ids: readonly string[],
): Promise<{ user_id: string; media_id: string }[]> {
  if (media_ids.length === 0) return []
  const { rows } = await sql<{ user_id: string; media_id: string }>`
    with shown as (
      select user_id, avatar_media_id from profiles where avatar_media_id = any (${media_ids}::uuid[]) for update
    )
    update profiles p set avatar_media_id = null, avatar_url = null from shown where p.user_id = shown.user_id
    returning p.user_id, shown.avatar_media_id as media_id`.execute(tx)
  return rows
}

/** Restores a profile picture that was removed, unless a new one was chosen. Returns whether it was restored. */
export async function returnPicture(tx: Tx, userId: string, media_id: string): Promise<boolean> {
  const { rows } = await sql`
    update profiles p set avatar_media_id = m.id, avatar_url = '/media/' || m.key || '/400.webp'
    from media m where m.id = ${media_id} and p.user_id = ${userId} and p.avatar_media_id is null
    returning p.user_id`.execute(tx)
  return rows.length > 0
}
