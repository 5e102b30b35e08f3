import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody, mayKnow } from '../audiences/index.ts'

/** A spot that not everybody may know, those of the asked posts that are of it, and who of the asked people may know it. */
export type WithheldSpot = { spot_id: string; is_deleted: boolean; post_ids: string[]; known_to: string[] }

/** The spots among these, and of these posts, that not everybody may know. */
export const selectWithheld = async (
  db: Db,
  { spot_ids, post_ids }: { spot_ids: readonly string[]; post_ids: readonly string[] },
  viewers: readonly string[],
): Promise<WithheldSpot[]> => {
  const { rows } = await sql<WithheldSpot>`
    select s.id as spot_id, s.deleted_at is not null as is_deleted, array_remove(array_agg(named.post_id), null) as post_ids,
      array(select v.id from unnest(${viewers}::uuid[]) v (id) where ${mayKnow(sql.ref('v.id'), 's.id')}) as known_to
    from (
      select id as spot_id, null::uuid as post_id from unnest(${spot_ids}::uuid[]) spot (id)
      union all select p.spot_id, p.id from posts p where p.id = any (${post_ids}::uuid[])
    ) named join spots s on s.id = named.spot_id
    where not ${isForEverybody('s')}
    group by s.id`.execute(db)
  return rows
}
