import { PINS_PER_CELL, TAIL } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { viewerId } from '../blocks/index.ts'
import { isForEverybody } from '../audiences/index.ts'
import { toBit, type Counted, GONE_BIT } from './facets.ts'
import { PIN_LOOK, PIN_RANK } from '../spots/index.ts'
import { computeCellSize, type Range } from './morton-ranges.ts'
import type { Pin } from './map-json.ts'

/** The deepest zoom with counts in `cells`. Deeper views read the spots themselves. */
export const DEEPEST_CELLS = 10
/** Maximum number of spots in a deep view that are counted one by one. */
export const MAX_COUNTED = 6_000

/** The counts for one cell: `n` requested spots out of `all`. `sx` and `sy` are sums of all its spots' positions. */
export type CellRow = { cell: number; n: number; all: number; sx: number; sy: number; mix: number }

/** A view's spots in columns, ordered by Morton code. */
export type SpotColumns = { ids: string[]; codes: number[]; facets: number[] }

// A JSON parameter hides the number of ranges from the planner. Otherwise PostgreSQL may replan a prepared statement on
// every call, if a plan for specific values looks cheaper than the generic one. For the same reason, parts that depend
// on the zoom are in the SQL text.
const RANGES = sql`json_to_recordset($1::json) r (low bigint, high bigint)`

const ALL = sql<number>`n + n20`

/** Returns the column or expression that holds a count. */
function toCountColumn(counted: Counted) {
  if (counted === 'all') return ALL
  return sql.ref(counted === 'open' ? 'n' : `n${counted}`)
}

function excludeGone(counted: Counted) {
  return counted === 'open' ? sql`and facets < ${sql.lit(GONE_BIT)}` : sql``
}

/** Selects `id`, `qk`, and `facets` of undeleted public spots by code. For a single facet, reads that facet's index. */
function spotsByCode(counted: Counted) {
  if (typeof counted === 'number')
    return sql`select spot_id as id, qk, ${sql.lit(toBit(counted))}::int as facets
      from spot_facets where facet = ${sql.lit(counted)}`
  return sql`select id, qk, facets from spots where deleted_at is null and ${isForEverybody('spots')} ${excludeGone(counted)} ${onMap(counted)}`
}

// Prepares one statement per count and zoom, so that each connection plans it only once.
function prepareCounted<Row>(name: string, build: (counted: Counted, z: number) => RawBuilder<Row>) {
  const made = new Map<string, ReturnType<typeof preparedStatement<Row>>>()
  return (counted: Counted, z = 0) => {
    const key = `${name}_${counted}_${z}`
    const known = made.get(key) ?? preparedStatement(key, () => build(counted, z))
    made.set(key, known)
    return known
  }
}

type State = { version: number; total: number }

function total(counted: Counted) {
  return sql`(select coalesce(sum(${toCountColumn(counted)}), 0)::int from cells where z = 0)`
}

const queryState = prepareCounted<State>(
  'map_state',
  (counted) => sql`select version, ${total(counted)} as total from map_state`,
)

/** Returns the map's version, which increases with every visible change, and the number of counted spots. */
export async function selectState(db: Db, counted: Counted): Promise<State> {
  const [row] = await queryState(counted)(db, [])
  return row ?? { version: 0, total: 0 }
}

/** Counts all spots, and the spots with each of these facets. Removed spots only count under their own facet. */
export async function selectTotals(
  db: Db,
  facets: readonly number[],
): Promise<{ all: number; of: (facet: number) => number }> {
  const sums = facets.map((facet) => sql`coalesce(sum(${toCountColumn(facet)}), 0)::int`)
  const { rows } = await sql<{ all: number; sums: number[] }>`
    select coalesce(sum(${ALL}), 0)::int as "all", array[${sql.join(sums)}]::int[] as sums from cells where z = 0`.execute(
    db,
  )
  const [row] = rows
  return { all: row?.all ?? 0, of: (facet) => row?.sums[facets.indexOf(facet)] ?? 0 }
}

function toCells(ranges: readonly Range[], size: number): Range[] {
  return ranges.map(({ low, high }) => ({ low: Math.floor(low / size), high: Math.ceil(high / size) }))
}

/** Selects the non-empty cells at a zoom within the bounds in `$1`. */
function filledCells(counted: Counted, z: number) {
  return sql`
    select c.* from ${RANGES}
    cross join lateral (
      select cell, ${toCountColumn(counted)} as n, ${ALL} as "all", sx, sy, mix from cells
      where z = ${sql.lit(z)} and cell >= r.low and cell < r.high and ${toCountColumn(counted)} > 0
      offset 0
    ) c`
}

const filled = prepareCounted<CellRow>(
  'map_cells',
  (counted, z) => sql`${filledCells(counted, z)} order by c.cell`,
)

/** Returns a view's non-empty cells at zoom `z`. */
export function selectCells(
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<CellRow[]> {
  return filled(counted, z)(db, [JSON.stringify(toCells(ranges, computeCellSize(z)))])
}

/** A cell, and the mean position of its spots, in steps like `sx` and `sy`. */
export type DenseCell = { cell: number; x: number; y: number }

/** Returns the fullest cell at zoom `z`, optionally among the four inside a parent cell. Null if there are no spots. */
export async function selectDensest(db: Db, z: number, inside: number | null): Promise<DenseCell | null> {
  const { rows } = await sql<DenseCell>`
    select cell, (sx / (${ALL}))::int as x, (sy / (${ALL}))::int as y from cells
    where z = ${z} and n > 0 and ${inside === null ? sql`true` : sql`cell >= ${inside * 4}::bigint and cell < ${inside * 4 + 4}::bigint`}
    order by n desc, cell limit 1`.execute(db)
  return rows[0] ?? null
}

const byCode = prepareCounted<SpotColumns>(
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

/** Returns a view's spots by Morton code, up to one more than the maximum ever counted. */
export async function selectByCode(db: Db, ranges: readonly Range[], counted: Counted): Promise<SpotColumns> {
  const [row] = await byCode(counted)(db, [JSON.stringify(ranges)])
  return row ?? { ids: [], codes: [], facets: [] }
}

const firstOfCells = prepareCounted<{ id: string }>('map_first_of_cells', (counted, z) => {
  const spots = spotsByCode(counted)
  const size = sql`${sql.lit(computeCellSize(z))}::bigint`
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

/** Returns the first spots in each non-empty cell of a view. The cost depends on the number of cells, not spots. */
export async function selectFirstOfCells(
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<string[]> {
  const rows = await firstOfCells(counted, z)(db, [JSON.stringify(ranges)])
  return rows.map(({ id }) => id)
}

const PIN = sql`s.id, s.name, s.spot_type, ${PIN_LOOK} as look, ${PIN_RANK} as rank, s.qk`

// Spots leave the map only by being removed, so only views of all spots need this condition.
function onMap(counted: Counted) {
  return counted === 'all' ? sql`and left_map_at is null` : sql``
}

/** Selects the pins of a sparse cell `f`. A facet's index has no names, so those spots are looked up by id. */
function pinsOfCell(counted: Counted, z: number) {
  const inCell = sql`f.n <= ${sql.lit(PINS_PER_CELL)}
    and qk >= f.cell * ${sql.lit(computeCellSize(z))}::bigint and qk < (f.cell + 1) * ${sql.lit(computeCellSize(z))}::bigint
    order by qk, id limit ${sql.lit(PINS_PER_CELL)}`
  if (typeof counted !== 'number')
    return sql`cross join lateral (
      select ${PIN} from spots s where deleted_at is null and ${isForEverybody('s')} ${excludeGone(counted)} ${onMap(counted)} and ${inCell}) pin`
  return sql`cross join lateral (select id from (${spotsByCode(counted)}) spot where ${inCell}) first
    cross join lateral (select ${PIN} from spots s where id = first.id and deleted_at is null and ${isForEverybody('s')} offset 0) pin`
}

type View = State & { discs: CellRow[]; pins: Pin[] }

const queryView = prepareCounted<View>(
  'map_view',
  (counted, z) => sql`
    with filled as materialized (${filledCells(counted, z)})
    select version, ${total(counted)} as total,
      (select coalesce(json_agg(f order by f.cell), '[]') from filled f where f.n > ${sql.lit(PINS_PER_CELL)}) as discs,
      (select coalesce(json_agg(pin order by pin.qk, pin.id), '[]') from filled f ${pinsOfCell(counted, z)}) as pins
    from map_state`,
)

/**
 * Reads a view at zoom `z` in one statement: the map's version, the non-empty cells, and the pins in sparse cells,
 * ordered by Morton code.
 */
export async function selectView(
  db: Db,
  z: number,
  ranges: readonly Range[],
  counted: Counted,
): Promise<View> {
  const [row] = await queryView(counted, z)(db, [JSON.stringify(toCells(ranges, computeCellSize(z)))])
  return row ?? { version: 0, total: 0, discs: [], pins: [] }
}

const pinsById = preparedStatement<Pin>(
  'map_pins',
  () => sql`
    select s.* from json_array_elements_text($1::json) wanted (id)
    cross join lateral (select ${PIN} from spots s where id = wanted.id::uuid and deleted_at is null and ${isForEverybody('s')} offset 0) s
    order by s.qk, s.id`,
)

/** Returns the pin data for these spots, ordered by Morton code. */
export async function selectPins(db: Db, ids: readonly string[]): Promise<Pin[]> {
  return ids.length === 0 ? [] : pinsById(db, [JSON.stringify(ids)])
}

/** Finds a visible, undeleted spot in a square of codes by the last characters of its id. */
export async function findPin(
  db: Db,
  viewer: string | null,
  { low, high }: Range,
  tail: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, qk from spots where qk >= ${low}::bigint and qk < ${high}::bigint
      union all
      select spot_id, qk from exact_positions(${viewerId(viewer)})
      where qk >= ${low}::bigint and qk < ${high}::bigint
    ) found
    where right(id::text, ${TAIL}) = ${tail}
      and exists (select from visible_spots(${viewerId(viewer)}) s where s.id = found.id offset 0)
    order by qk, id limit 1`.execute(db)
  return rows[0]?.id
}
