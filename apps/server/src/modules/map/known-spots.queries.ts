import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody } from '../audiences/index.ts'
import { viewerId } from '../blocks/index.ts'
import { PIN_LOOK, PIN_RANK } from '../spots/index.ts'
import type { Filters } from './facets.ts'
import { matches } from './filters.queries.ts'
import type { Pin } from './map-json.ts'
import type { Range } from './morton-ranges.ts'

/**
 * From this zoom on, a member's map also shows private and exact pins. At lower zooms, spots with a public approximate
 * position would count twice, because the public counts include them.
 */
const EXACT_FROM_ZOOM = 11

/**
 * Returns up to `limit` pins in a view that only this viewer gets, newest first: spots with a limited audience, and
 * spots whose exact position is limited. An exact pin replaces the pin at the approximate position.
 */
export async function selectKnownPins(
  db: Db,
  viewer: string,
  { z, ranges }: { z: number; ranges: readonly Range[] },
  filters: Filters,
  limit: number,
): Promise<Pin[]> {
  const me = viewerId(viewer)
  const isOwn = z < EXACT_FROM_ZOOM ? sql`not ${isForEverybody('s')}` : sql`true`
  const whose = sql<boolean>`not exists (select from withheld_spots(${me}) withheld where withheld.id = s.id offset 0)`
  const { rows } = await sql<Pin>`
    with ranges as (
      select * from unnest(${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[]) r (low, high)
    ), found as (
      select s.id, s.qk from ranges r join spots s on s.qk >= r.low and s.qk < r.high
      where not ${isForEverybody('s')} and ${whose}
        and not exists (select from exact_positions(${me}) exact where exact.spot_id = s.id)
      union all
      select exact.spot_id, exact.qk from ranges r join exact_positions(${me}) exact on exact.qk >= r.low and exact.qk < r.high
    )
    select s.id, s.name, s.spot_type, ${PIN_LOOK} as look, ${PIN_RANK} as rank, found.qk
    from found join spots s on s.id = found.id
    where ${isOwn} and ${matches(filters, false, whose)}
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}
