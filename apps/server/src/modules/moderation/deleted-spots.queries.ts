import { type DeletedSpot, LIMITS } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { type CaseCursor, person } from './cases.queries.ts'
import { viewerId } from '../blocks/index.ts'

/** Returns deleted spots that can still be restored and that the admin may see, newest first. */
export async function selectDeletedSpots(
  db: Db,
  viewer: string,
  { before, limit }: { before: CaseCursor | null; limit: number },
): Promise<DeletedSpot[]> {
  const rest = before ? sql`and (s.deleted_at, s.id) < (${before.created_at}, ${before.id})` : sql``
  const { rows } = await sql<{ item: DeletedSpot }>`
    select json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'deleted_by', ${person('s.deleted_by', 'deleter')},
      'deleted_at', ${moment('s.deleted_at')}, 'posts_count', (
        select count(*) from posts p where p.spot_id = s.id and p.hidden_at = s.deleted_at)) as item
    from spots s
    where s.deleted_at > now() - make_interval(days => ${LIMITS.restore_days}) and s.purged_at is null
      and not exists (select from spot_forwards merged where merged.from_id = s.id)
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = s.id offset 0) ${rest}
    order by s.deleted_at desc, s.id desc limit ${limit}`.execute(db)
  return rows.map(({ item }) => item)
}
