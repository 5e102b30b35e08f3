import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody, mayKnow } from '../audiences/index.ts'
import { viewerId } from '../blocks/index.ts'
import type { Filters } from './facets.ts'
import { matches } from './filters.queries.ts'
import type { Pin } from './map-json.ts'
import type { Range } from './morton.ts'

/** Up to `limit` pins of a view whose spots the viewer may know and not everybody may, the newest. */
export const selectKnownPins = async (
  db: Db,
  viewer: string,
  ranges: readonly Range[],
  filters: Filters,
  limit: number,
): Promise<Pin[]> => {
  const whose = sql<boolean>`not ${isForEverybody('s')} and ${mayKnow(viewerId(viewer), 's.id')}`
  const { rows } = await sql<Pin>`
    select s.id, s.name, s.spot_type, s.status = 'gone' as gone, s.qk
    from unnest(${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[]) r (low, high)
    join spots s on s.qk >= r.low and s.qk < r.high
    where ${matches(filters, false, whose)}
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}
