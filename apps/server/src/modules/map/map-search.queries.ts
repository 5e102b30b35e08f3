import type { Box } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { listFacets, type Filters, type Point } from './facets.ts'
import { matchesFacts } from './fact-filters.queries.ts'
import { matches, matchesFacets, metresTo } from './filters.queries.ts'
import type { Range } from './morton-ranges.ts'

/** The ranges' lower bounds as an SQL array. */
export function lows(ranges: readonly Range[]) {
  return sql`${ranges.map(({ low }) => low)}::bigint[]`
}

/** The ranges' upper bounds as an SQL array. */
export function highs(ranges: readonly Range[]) {
  return sql`${ranges.map(({ high }) => high)}::bigint[]`
}

type Keyset = { created_at: string; id: string }

/**
 * A search and its execution plan. `view` reads the whole view, a number reads that facet's index, and `facts` reads
 * the facts in the view for filters on facts. `newest` starts with the newest spot and stops after enough matches in
 * the view; `walk` forces that plan. `texts` lets PostgreSQL choose, typically the text index for rare terms.
 */
export type Search = {
  ranges: readonly Range[]
  filters: Filters
  way: 'view' | 'newest' | 'walk' | 'texts' | 'facts' | number
  /** Whether one or two letters match only the start of a term. */
  large: boolean
  /** Limits the search to this part of the view. */
  box?: Box | undefined
}

/** Whether spot `s` is in a box. */
export function inBox({ west, south, east, north }: Box): RawBuilder<boolean> {
  const rows = sql<boolean>`s.latitude between ${south} and ${north}`
  if (east - west >= 360) return rows
  const columns =
    east <= 180
      ? sql<boolean>`s.longitude between ${west} and ${east}`
      : sql<boolean>`(s.longitude >= ${west} or s.longitude <= ${east - 360})`
  return sql<boolean>`(${rows} and ${columns})`
}

// `+ 0` prevents use of the index on codes, because these conditions filter spots that another index already found.
function andWithin(ranges: readonly Range[]) {
  const [only] = ranges
  if (!only) return sql`and false`
  if (ranges.length === 1 && only.low === 0 && only.high === 2 ** 52) return sql``
  return sql`and (${sql.join(
    ranges.map(({ low, high }) => sql`s.qk + 0 >= ${low}::bigint and s.qk + 0 < ${high}::bigint`),
    sql` or `,
  )})`
}

// Each facet's index contains every existing spot with that facet, so joining these indexes avoids reading the spot.
function alsoIn(filters: Filters, way: number) {
  const others = filters.status ? [] : listFacets(filters).filter((facet) => facet !== way)
  const joins = others.map((facet) => {
    const also = (column: string) => sql.ref(`also${facet}.${column}`)
    return sql`join spot_facets as ${sql.ref(`also${facet}`)}
      on ${also('facet')} = ${facet} and ${also('qk')} = found.qk and ${also('spot_id')} = found.spot_id`
  })
  return sql.join(joins, sql` `)
}

/** SQL for `from`, with a `where` if needed, that selects a search's spots `s` after the keyset position. */
function searched({ ranges, filters, way, large, box }: Search, after: Keyset | null) {
  const page = after
    ? sql`and (s.created_at, s.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const matching = sql`${matches(filters, large)} ${box ? sql`and ${inBox(box)}` : sql``}`
  if (way === 'view') {
    return sql`unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high) cross join lateral (
      select s.id, s.qk, s.facets, s.created_at, s.latitude, s.longitude from spots s
      where s.qk >= r.low and s.qk < r.high and ${matching} ${page}
      offset 0
    ) s`
  }
  if (way === 'facts') {
    return sql`unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high) cross join lateral (
      select s.id, s.qk, s.facets, s.created_at, s.latitude, s.longitude
      from spot_facts f join spots s on s.id = f.spot_id
      where f.qk >= r.low and f.qk < r.high and ${matchesFacts(filters)} and ${matching} ${page}
      offset 0
    ) s`
  }
  if (typeof way === 'number') {
    return sql`unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high)
      join spot_facets found on found.facet = ${way} and found.qk >= r.low and found.qk < r.high
      ${alsoIn(filters, way)}
      join spots s on s.id = found.spot_id where ${matching} ${page}`
  }
  if (way === 'walk') {
    // The walk uses only its index. Spot rows are read only for text filters, and only in the view.
    return sql`(
      select s.id, s.created_at from spots s
      where ${matchesFacets(filters)} ${andWithin(ranges)} ${page}
      order by s.created_at desc, s.id desc
      offset 0
    ) walk join spots s on s.id = walk.id where ${matching}`
  }
  return sql`spots s where ${matching} ${andWithin(ranges)} ${page}`
}

/** Returns a search's newest matches after a keyset position. */
export async function selectNewest(
  db: Db,
  search: Search,
  limit: number,
  after: Keyset | null,
): Promise<{ id: string; qk: number; facets: number; created_at: string }[]> {
  const { rows } = await sql<{ id: string; qk: number; facets: number; created_at: string }>`
    select s.id, s.qk, s.facets, s.created_at from ${searched(search, after)}
    order by ${search.way === 'walk' ? sql`walk.created_at desc, walk.id desc` : sql`s.created_at desc, s.id desc`}
    limit ${limit}`.execute(db)
  return rows
}

/** Returns a search's nearest matches after a keyset position. Reads every match. */
export async function selectNearest(
  db: Db,
  search: Search,
  near: Point,
  limit: number,
  after: { metres: number; id: string } | null,
): Promise<{ id: string; metres: number }[]> {
  const { rows } = await sql<{ id: string; metres: number }>`
    select id, metres from (select s.id, ${metresTo(near)} as metres from ${searched(search, null)}) s
    ${after ? sql`where (metres, id) > (${after.metres}::float8, ${after.id}::uuid)` : sql``}
    order by metres, id
    limit ${limit}`.execute(db)
  return rows
}

/** Counts a search's matches, up to `cap`. */
export async function countSearched(db: Db, search: Search, cap: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${searched(search, null)} limit ${cap}) s`.execute(db)
  return rows[0]?.n ?? 0
}
