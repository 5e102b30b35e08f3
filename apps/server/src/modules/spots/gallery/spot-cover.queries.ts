import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** Returns a person's full name, or else their username. */
export async function selectName(db: Db, user_id: string): Promise<string> {
  const row = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.coalesce('full_name', 'username').as('name'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return row.name
}

/** Returns the photo that replaces a lost cover: the previous cover, or else the spot's first photo. */
export async function selectNextCover(
  tx: Tx,
  spot_id: string,
  without: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
    where p.spot_id = ${spot_id} and p.hidden_at is null and m.type = 'image' and m.status = 'ready'
      and m.id <> all (${without}::uuid[])
    order by p.kind = 'cover' desc, case when p.kind = 'cover' then p.created_at end desc, p.kind = 'spot' desc,
      p.created_at, p.id, pm.media_index
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether someone chose the current cover after this photo was posted. */
export async function wasCoverChosenAfter(tx: Tx, spot_id: string, media_id: string): Promise<boolean> {
  const { rows } = await sql<{ chosen: boolean }>`
    select exists (
      select from posts later join spots s on s.id = later.spot_id
        join post_media item on item.post_id = later.id and item.media_id = s.cover_media_id
      where later.spot_id = ${spot_id} and later.kind = 'cover' and later.created_at > (
        select p.created_at from post_media pm join posts p on p.id = pm.post_id where pm.media_id = ${media_id})
    ) as chosen`.execute(tx)
  return rows[0]?.chosen ?? false
}
