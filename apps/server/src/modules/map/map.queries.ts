import { type Box, TAIL } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { bitOf, type Counted, facetsOf, type Filters, GONE_BIT, type Point } from './facets.ts'
import { matches, matchesFacets, metresTo } from './filters.queries.ts'
import { cellSize, type Range } from './morton.ts'
import type { Pin } from './map-json.ts'

/** The deepest zoom counted in `cells`; deeper views read the spots themselves. */
export const DEEPEST_CELLS = 10
/** A cell with more spots is a disc. */
export const PINS_PER_CELL = 3
/** Deep views of at most this many spots are counted spot by spot. */
export const MAX_COUNTED = 6_000

/**
 * The counts of one cell: `n` of the requested spots; `sx` and `sy`, the sums of the positions of all its `all` spots.
 */
export type CellRow = { cell: number; n: number; all: number; sx: number; sy: number; mix: number }

/** The spots of a view as columns, in the order of their codes. */
export type SpotColumns = { ids: string[]; codes: number[]; facets: number[] }

// A JSON parameter hides the number of ranges from the planner: where a plan for the values seems better than the
// generic one, PostgreSQL plans a prepared statement anew each time. For the same reason what depends on the zoom is
// part of the SQL text.
const RANGES = sql`json_to_recordset($1::json) r (low bigint, high bigint)`

const lows = (ranges: readonly Range[]) => sql`${ranges.map(({ low }) => low)}::bigint[]`
const highs = (ranges: readonly Range[]) => sql`${ranges.map(({ high }) => high)}::bigint[]`

const ALL = sql<number>`n + n20`

/** The column or expression of a count. */
const countOf = (counted: Counted) => {
  if (counted === 'all') return ALL
  return sql.ref(counted === 'open' ? 'n' : `n${counted}`)
}

const standing = (counted: Counted) => (counted === 'open' ? sql`and facets < ${sql.lit(GONE_BIT)}` : sql``)

/** Spots that are not deleted, by code: `id`, `qk`, `facets`; those of one facet by the index made for that. */
const spotsByCode = (counted: Counted) => {
  if (typeof counted === 'number')
    return sql`select spot_id as id, qk, ${sql.lit(bitOf(counted))}::int as facets
      from spot_facets where facet = ${sql.lit(counted)}`
  return sql`select id, qk, facets from spots where deleted_at is null ${standing(counted)}`
}

// The statements of a view are planned once for each connection: one prepared statement for each count and zoom.
const preparedOf = <Row>(name: string, build: (counted: Counted, z: number) => RawBuilder<Row>) => {
  const made = new Map<string, ReturnType<typeof preparedStatement<Row>>>()
  return (counted: Counted, z = 0) => {
    const key = `${name}_${counted}_${z}`
    const known = made.get(key) ?? preparedStatement(key, () => build(counted, z))
    made.set(key, known)
    return known
  }
}

type State = { version: number; total: number }

const total = (counted: Counted) =>
  sql`(select coalesce(sum(${countOf(counted)}), 0)::int from cells where z = 0)`

const stateOf = preparedOf<State>(
  'map_state',
  (counted) => sql`select version, ${total(counted)} as total from map_state`,
)

/** The version, which grows with every change the map may show, and the number of such spots. */
export const selectState = async (db: Db, counted: Counted): Promise<State> => {
  const [row] = await stateOf(counted)(db, [])
  return row ?? { version: 0, total: 0 }
}

/** The number of spots, and of those with each of these facets. Spots that are gone count only under their own facet. */
export const selectTotals = async (
  db: Db,
  facets: readonly number[],
): Promise<{ all: number; of: (facet: number) => number }> => {
  const sums = facets.map((facet) => sql`coalesce(sum(${countOf(facet)}), 0)::int`)
  const { rows } = await sql<{ all: number; sums: number[] }>`
    select coalesce(sum(${ALL}), 0)::int as "all", array[${sql.join(sums)}]::int[] as sums from cells where z = 0`.execute(
    db,
  )
  const [row] = rows
  return { all: row?.all ?? 0, of: (facet) => row?.sums[facets.indexOf(facet)] ?? 0 }
}

const cellsOf = (ranges: readonly Range[], size: number): Range[] =>
  ranges.map(({ low, high }) => ({ low: Math.floor(low / size), high: Math.ceil(high / size) }))

/** The filled cells at a zoom within the edges in `$1`. */
const filledCells = (counted: Counted, z: number) => sql`
    select c.* from ${RANGES}
    cross join lateral (
      select cell, ${countOf(counted)} as n, ${ALL} as "all", sx, sy, mix from cells
      where z = ${sql.lit(z)} and cell >= r.low and cell < r.high and ${countOf(counted)} > 0
      offset 0
    ) c`

const filled = preparedOf<CellRow>(
  'map_cells',
  (counted, z) => sql`${filledCells(counted, z)} order by c.cell`,
)

/** The filled cells of a view at zoom `z`. */
export const selectCells = (
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<CellRow[]> => filled(counted, z)(db, [JSON.stringify(cellsOf(ranges, cellSize(z)))])

/** The fullest cell at zoom `z`, of the four inside a cell of the zoom before if one is given; null without spots. */
export const selectDensest = async (db: Db, z: number, inside: number | null): Promise<number | null> => {
  const { rows } = await sql<{ cell: number }>`
    select cell from cells
    where z = ${z} and n > 0 and ${inside === null ? sql`true` : sql`cell >= ${inside * 4}::bigint and cell < ${inside * 4 + 4}::bigint`}
    order by n desc, cell limit 1`.execute(db)
  return rows[0]?.cell ?? null
}

const byCode = preparedOf<SpotColumns>(
  'map_by_code',
  (counted) => sql`
    select coalesce(array_agg(id::text), '{}') as ids, coalesce(array_agg(qk), '{}') as codes,
      coalesce(array_agg(facets), '{}') as facets
    from (
      select s.* from ${RANGES}
      cross join lateral (
        select * from (${spotsByCode(counted)}) spot where qk >= r.low and qk < r.high order by qk, id limit ${sql.lit(MAX_COUNTED + 1)}
      ) s
      limit ${sql.lit(MAX_COUNTED + 1)}
    ) s`,
)

/** The spots of a view in the order of their codes, one more than are ever counted. */
export const selectByCode = async (
  db: Db,
  ranges: readonly Range[],
  counted: Counted,
): Promise<SpotColumns> => {
  const [row] = await byCode(counted)(db, [JSON.stringify(ranges)])
  return row ?? { ids: [], codes: [], facets: [] }
}

const firstOfCells = preparedOf<{ id: string }>('map_first_of_cells', (counted, z) => {
  const spots = spotsByCode(counted)
  const size = sql`${sql.lit(cellSize(z))}::bigint`
  return sql`
    select first.id from ${RANGES}
    cross join lateral (
      with recursive walk as (
        select (select qk from (${spots}) spot where qk >= r.low and qk < r.high order by qk limit 1) as qk
        union all
        select (
          select qk from (${spots}) spot
          where qk >= (walk.qk / ${size} + 1) * ${size} and qk < r.high order by qk limit 1
        ) from walk where walk.qk is not null
      )
      select qk / ${size} as cell from walk where qk is not null
    ) filled
    cross join lateral (
      select id from (${spots}) spot
      where qk >= filled.cell * ${size} and qk < (filled.cell + 1) * ${size}
      order by qk, id limit ${sql.lit(PINS_PER_CELL)}
    ) first`
})

/** The first spots of every filled cell of a view: the work is bounded by the cells, however many spots there are. */
export const selectFirstOfCells = async (
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<string[]> => {
  const rows = await firstOfCells(counted, z)(db, [JSON.stringify(ranges)])
  return rows.map(({ id }) => id)
}

const PIN = sql`id, name, spot_type, status = 'gone' as gone, qk`

/** The pins of a cell `f` of few spots. The index of a facet has no names: its spots are looked up by their ids. */
const pinsOfCell = (counted: Counted, z: number) => {
  const inCell = sql`f.n <= ${sql.lit(PINS_PER_CELL)}
    and qk >= f.cell * ${sql.lit(cellSize(z))}::bigint and qk < (f.cell + 1) * ${sql.lit(cellSize(z))}::bigint
    order by qk, id limit ${sql.lit(PINS_PER_CELL)}`
  if (typeof counted !== 'number')
    return sql`cross join lateral (
      select ${PIN} from spots where deleted_at is null ${standing(counted)} and ${inCell}) pin`
  return sql`cross join lateral (select id from (${spotsByCode(counted)}) spot where ${inCell}) first
    cross join lateral (select ${PIN} from spots where id = first.id and deleted_at is null offset 0) pin`
}

type View = State & { discs: CellRow[]; pins: Pin[] }

const viewOf = preparedOf<View>(
  'map_view',
  (counted, z) => sql`
    with filled as materialized (${filledCells(counted, z)})
    select version, ${total(counted)} as total,
      (select coalesce(json_agg(f order by f.cell), '[]') from filled f where f.n > ${sql.lit(PINS_PER_CELL)}) as discs,
      (select coalesce(json_agg(pin order by pin.qk, pin.id), '[]') from filled f ${pinsOfCell(counted, z)}) as pins
    from map_state`,
)

/**
 * A view at zoom `z` in one statement, with the version it was read at: its filled cells, and for cells with few spots
 * the pins, in the order of their codes.
 */
export const selectView = async (
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<View> => {
  const [row] = await viewOf(counted, z)(db, [JSON.stringify(cellsOf(ranges, cellSize(z)))])
  return row ?? { version: 0, total: 0, discs: [], pins: [] }
}

const pinsById = preparedStatement<Pin>(
  'map_pins',
  () => sql`
    select s.* from json_array_elements_text($1::json) wanted (id)
    cross join lateral (select ${PIN} from spots where id = wanted.id::uuid and deleted_at is null offset 0) s
    order by s.qk, s.id`,
)

/** The data of these spots' pins, in the order of their codes. */
export const selectPins = async (db: Db, ids: readonly string[]): Promise<Pin[]> =>
  ids.length === 0 ? [] : pinsById(db, [JSON.stringify(ids)])

/** The spot in a square of codes whose id ends with `tail`, unless it is deleted. */
export const findPin = async (db: Db, { low, high }: Range, tail: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from spots
    where deleted_at is null and qk >= ${low}::bigint and qk < ${high}::bigint and right(id::text, ${TAIL}) = ${tail}
    order by qk, id limit 1`.execute(db)
  return rows[0]?.id
}

type Keyset = { created_at: string; id: string }

/**
 * A search and how it is executed: by reading the whole view (`view`); by reading a facet's index for the view (its
 * number); by walking from the newest spot until enough are in the view (`newest`, or `walk`, which forces that plan);
 * or by whatever plan PostgreSQL chooses, for rare texts their index (`texts`).
 */
export type Search = {
  ranges: readonly Range[]
  filters: Filters
  way: 'view' | 'newest' | 'walk' | 'texts' | number
  /** One or two letters match only beginnings of terms. */
  large: boolean
  /** Only this part of the view. */
  box?: Box | undefined
}

const inBox = (box: Box | undefined): RawBuilder<boolean> => {
  if (!box) return sql`true`
  const { west, south, east, north } = box
  const columns =
    east <= 180
      ? sql<boolean>`s.longitude between ${west} and ${east}`
      : sql<boolean>`(s.longitude >= ${west} or s.longitude <= ${east - 360})`
  return sql<boolean>`(s.latitude between ${south} and ${north} and ${east - west >= 360 ? sql`true` : columns})`
}

// `+ 0` prevents an index on the codes: these conditions filter spots found another way.
const within = (ranges: readonly Range[]) => {
  const [only] = ranges
  if (!only) return sql`false`
  if (ranges.length === 1 && only.low === 0 && only.high === 2 ** 52) return sql`true`
  return sql`(${sql.join(
    ranges.map(({ low, high }) => sql`s.qk + 0 >= ${low}::bigint and s.qk + 0 < ${high}::bigint`),
    sql` or `,
  )})`
}

// A spot that is not gone is in the index of each of its facets: joining these spares reading the spot itself.
const alsoIn = (filters: Filters, way: number) => {
  const others = filters.status ? [] : facetsOf(filters).filter((facet) => facet !== way)
  const joins = others.map((facet) => {
    const also = (column: string) => sql.ref(`also${facet}.${column}`)
    return sql`join spot_facets as ${sql.ref(`also${facet}`)}
      on ${also('facet')} = ${facet} and ${also('qk')} = found.qk and ${also('spot_id')} = found.spot_id`
  })
  return sql.join(joins, sql` `)
}

/** `from` and `where` for spots `s` of a search after the keyset. */
const searched = ({ ranges, filters, way, large, box }: Search, after: Keyset | null) => {
  const page = after
    ? sql`and (s.created_at, s.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const matching = sql`${matches(filters, large)} and ${inBox(box)}`
  if (way === 'view') {
    return sql`unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high) cross join lateral (
      select s.id, s.qk, s.facets, s.created_at, s.latitude, s.longitude from spots s
      where s.qk >= r.low and s.qk < r.high and ${matching} ${page}
      offset 0
    ) s where true`
  }
  if (typeof way === 'number') {
    return sql`unnest(${lows(ranges)}, ${highs(ranges)}) r (low, high)
      join spot_facets found on found.facet = ${way} and found.qk >= r.low and found.qk < r.high
      ${alsoIn(filters, way)}
      join spots s on s.id = found.spot_id where ${matching} ${page}`
  }
  if (way === 'walk') {
    // The walk stays inside its index; only spots in the view are read for their texts.
    return sql`(
      select s.id, s.created_at from spots s
      where ${matchesFacets(filters)} and ${within(ranges)} ${page}
      order by s.created_at desc, s.id desc
      offset 0
    ) walk join spots s on s.id = walk.id where ${matching}`
  }
  return sql`spots s where ${matching} and ${within(ranges)} ${page}`
}

/** The newest matches of a search, after a position in that order. */
export const selectNewest = async (
  db: Db,
  search: Search,
  limit: number,
  after: Keyset | null,
): Promise<{ id: string; qk: number; facets: number; created_at: string }[]> => {
  const { rows } = await sql<{ id: string; qk: number; facets: number; created_at: string }>`
    select s.id, s.qk, s.facets, s.created_at from ${searched(search, after)}
    order by ${search.way === 'walk' ? sql`walk.created_at desc, walk.id desc` : sql`s.created_at desc, s.id desc`}
    limit ${limit}`.execute(db)
  return rows
}

/** The nearest matches of a search, after a position in that order. Reads every match. */
export const selectNearest = async (
  db: Db,
  search: Search,
  near: Point,
  limit: number,
  after: { metres: number; id: string } | null,
): Promise<{ id: string; metres: number }[]> => {
  const { rows } = await sql<{ id: string; metres: number }>`
    select id, metres from (select s.id, ${metresTo(near)} as metres from ${searched(search, null)}) s
    ${after ? sql`where (metres, id) > (${after.metres}::float8, ${after.id}::uuid)` : sql``}
    order by metres, id
    limit ${limit}`.execute(db)
  return rows
}

/** How many spots a search finds, counted up to `cap`. */
export const countSearched = async (db: Db, search: Search, cap: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${searched(search, null)} limit ${cap}) s`.execute(db)
  return rows[0]?.n ?? 0
}
