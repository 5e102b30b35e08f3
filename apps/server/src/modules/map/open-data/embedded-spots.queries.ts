import { type Box, type EmbeddedSpot, LIMITS, type SpotType } from '@nollie/contract'
import { type MapPin, scorePin } from '@nollie/contract/map/map-codec'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { isForEverybody } from '../../audiences/index.ts'
import { viewerId } from '../../blocks/index.ts'
import { PIN_LOOK, PIN_RANK } from '../../spots/index.ts'
import { toTypeNumber } from '../facets.ts'
import { highs, inBox, lows } from '../map-search.queries.ts'
import type { Range } from '../morton-ranges.ts'
import { toCellsOfBox } from './box-ranges.ts'
import { IS_OPEN } from './open-spots.queries.ts'

/** Maximum number of spots that a step reads, wherever they are and however rare their type is. */
const EXAMINED_MAX = 2_000

/** Spots for a map that is embedded in another site, and whether there may be more in its box. */
export type EmbeddedSpots = { items: EmbeddedSpot[]; is_capped: boolean }

type Wanted = {
  box: Box
  ranges: readonly Range[]
  types: readonly SpotType[]
  /** Maximum number of spots to read per range and type. */
  each: number
}

// Both queries read an index in its order and stop after `each` rows.
function listCandidates({ types, each }: Wanted): RawBuilder<unknown> {
  if (types.length === 0)
    return sql`
      select s.id, row_number() over (order by s.qk, s.id) as place from spots s
      where s.deleted_at is null and ${isForEverybody('s')} and s.qk >= r.low and s.qk < r.high
      order by s.qk, s.id limit ${each}`
  return sql`
    select found.id, found.place from unnest(${types.map(toTypeNumber)}::smallint[]) t (facet) cross join lateral (
      select f.spot_id as id, row_number() over (order by f.qk, f.spot_id) as place from spot_facets f
      where f.facet = t.facet and f.qk >= r.low and f.qk < r.high
      order by f.qk, f.spot_id limit ${each}
    ) found`
}

type RankedSpot = Omit<EmbeddedSpot, 'score'> & Pick<MapPin, 'rank' | 'look'>

function toEmbedded({ rank, look, ...spot }: RankedSpot): EmbeddedSpot {
  return { ...spot, score: scorePin({ rank, look }) }
}

/** Returns the first open spots of each range in turn, and how many spots were examined. */
async function selectFrom(db: Db, wanted: Wanted): Promise<{ items: EmbeddedSpot[]; examined: number }> {
  const { rows } = await sql<{ items: RankedSpot[]; examined: number }>`
    with candidates as materialized (
      select found.id, found.place
      from unnest(${lows(wanted.ranges)}, ${highs(wanted.ranges)}) r (low, high)
      cross join lateral (${listCandidates(wanted)}) found
      limit ${EXAMINED_MAX}
    ), shown as (
      select s.id, s.name, s.city, s.spot_type, s.latitude, s.longitude, ${PIN_RANK} as rank, ${PIN_LOOK} as look
      from (select id, min(place) as place from candidates group by id) c
      join visible_spots(${viewerId(null)}) s on s.id = c.id
      where ${IS_OPEN} and s.status = 'open' and ${inBox(wanted.box)}
      order by c.place, s.qk, s.id limit ${LIMITS.embed_spots + 1}
    )
    select (select count(*)::int from candidates) as examined,
      (select coalesce(json_agg(shown order by name, id), '[]') from shown) as items`.execute(db)
  const { items = [], examined = 0 } = rows[0] ?? {}
  return { items: items.map(toEmbedded), examined }
}

/**
 * Returns the open spots in a box, only with one of `types` if there are any. If there are too many, returns some of
 * them from all parts of the box.
 */
export async function selectEmbeddedSpots(
  db: Db,
  { box, types }: { box: Box; types: readonly SpotType[] },
): Promise<EmbeddedSpots> {
  const cells = toCellsOfBox(box)
  const all = await selectFrom(db, { box, ranges: cells, types, each: EXAMINED_MAX })
  if (all.examined < EXAMINED_MAX && all.items.length <= LIMITS.embed_spots)
    return { items: all.items, is_capped: false }
  const each = Math.ceil(EXAMINED_MAX / (cells.length * Math.max(1, types.length)))
  const { items } = await selectFrom(db, { box, ranges: cells, types, each })
  return { items: items.slice(0, LIMITS.embed_spots), is_capped: true }
}
