import type { SpotEvent } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody } from '../audiences/index.ts'

/**
 * A spot or post with a limited audience, and which of the given viewers can see it. For a spot, `post_ids` has its
 * posts among the given ones; for a post with its own audience, that post. `is_deleted` is also true for a post that
 * moderators have hidden.
 */
export type WithheldSpot = {
  spot_id: string | null
  is_deleted: boolean
  post_ids: string[]
  known_to: string[]
}

/** Returns spots with a limited audience from these ids and posts, and posts with their own limited audience. */
export async function selectWithheld(
  db: Db,
  { spot_ids, post_ids }: { spot_ids: readonly string[]; post_ids: readonly string[] },
  viewers: readonly string[],
): Promise<WithheldSpot[]> {
  const { rows } = await sql<WithheldSpot>`
    select s.id as spot_id, s.deleted_at is not null as is_deleted, array_remove(array_agg(named.post_id), null) as post_ids,
      array(select v.id from unnest(${viewers}::uuid[]) v (id) where not exists (
        select from withheld_spots(v.id) withheld where withheld.id = s.id offset 0)) as known_to
    from (
      select id as spot_id, null::uuid as post_id from unnest(${spot_ids}::uuid[]) spot (id)
      union all select p.spot_id, p.id from posts p where p.id = any (${post_ids}::uuid[])
    ) named join spots s on s.id = named.spot_id
    where not ${isForEverybody('s')}
    group by s.id
    union all
    select null, p.hidden_at is not null, array[p.id],
      array(select v.id from unnest(${viewers}::uuid[]) v (id) where not exists (
        select from withheld_posts(v.id) withheld where withheld.id = p.id offset 0))
    from posts p where p.id = any (${post_ids}::uuid[]) and not ${isForEverybody('p')}`.execute(db)
  return rows
}

/** Returns these spots' public positions, in the format of live events. Omits spots with an exact position. */
export async function selectShownAt(
  db: Db,
  spot_ids: readonly string[],
): Promise<Map<string, SpotEvent['at']>> {
  const { rows } = await sql<{ id: string; x: number; y: number }>`
    select s.id, nollie_quadkey_axis(s.qk)::int as x, nollie_quadkey_axis(s.qk >> 1)::int as y
    from spots s where s.id = any (${spot_ids}::uuid[]) and s.precision <> 'exact'`.execute(db)
  return new Map(rows.map(({ id, x, y }) => [id, [{ x, y }]]))
}
