import { type Box, FACT_NAMES, FACT_TEXTS } from '@nollie/contract'
import { type MapPin, scorePin } from '@nollie/contract/map/map-codec'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../../db/json.ts'
import type { Db } from '../../../db/open.ts'
import { isForEverybody } from '../../audiences/index.ts'
import { viewerId } from '../../blocks/index.ts'
import { PIN_LOOK, PIN_RANK } from '../../spots/index.ts'
import { inBox } from '../map-search.queries.ts'
import { toRangesOfBox } from './box-ranges.ts'
import type { Origin } from './choose-license.ts'

/** A keyset position in the open data, which is sorted by Morton code. */
export type OpenPosition = { qk: number; id: string }

/** A spot that everyone can see at its exact position, and where its data comes from. */
export type OpenSpot = OpenPosition &
  Origin & {
    latitude: number
    longitude: number
    created_at: string
    updated_at: string
    /** Its other fields, as in the file. */
    fields: Record<string, unknown>
  }

const VISITOR = viewerId(null)

/** Whether everyone can see the spot `s` at its exact position. For rows of `visible_spots` of a visitor. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`(${isForEverybody('s')} and s.precision = 'exact'
  and s.left_map_at is null)`

/** SQL for the spots that everyone can see at their exact position, in a box and after a keyset position. */
function openSpotsIn(
  box: Box,
  after: OpenPosition | null,
  limit: number,
  only: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ranges = toRangesOfBox(box).filter(({ high }) => !after || high > after.qk)
  const page = after ? sql`and (s.qk, s.id) > (${after.qk}::bigint, ${after.id}::uuid)` : sql``
  return sql`(
    select spot.* from unnest(${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[])
      r (low, high)
    cross join lateral (
      select s.* from visible_spots(${VISITOR}) s
      where ${IS_OPEN} and s.qk >= r.low and s.qk < r.high and ${inBox(box)} ${page} and ${only}
      order by s.qk, s.id limit ${limit}
    ) spot
    order by spot.qk, spot.id limit ${limit}
  )`
}

// Excludes texts that members wrote, because they couldn't be deleted from downloaded files.
const OPEN_FACTS = FACT_NAMES.filter((name) => !(FACT_TEXTS as readonly string[]).includes(name))
const FACTS = sql.join(OPEN_FACTS.map((name) => sql`${sql.lit(name)}, ${sql.ref(`f.${name}`)}`))

// After a merge, a record's license is still stored with the spot that the record was imported as.
const SOURCES = sql`(
  select coalesce(json_agg(json_build_object('name', of_spot.source, 'id', of_spot.source_id,
      'license', of_spot.source_licence, 'url', of_spot.source_url, 'date', ${moment('of_spot.seen_at')})
    order by of_spot.source, of_spot.source_id), '[]')
  from (
    select s.source, s.source_id, s.source_licence, s.source_url, (select r.seen_at from import_records r
        where r.source = s.source and r.source_id = s.source_id)
    where s.source is not null
    union all
    select own.source, own.source_id, own.source_licence, own.source_url, r.seen_at
    from import_records r join spots own on own.source = r.source and own.source_id = r.source_id
    where r.spot_id = s.id and own.id <> s.id
  ) of_spot (source, source_id, source_licence, source_url, seen_at))`

// Edits by people have no source.
const EDITED = sql`(
  select coalesce(json_agg(distinct field order by field), '[]') from (
    select jsonb_object_keys(e.before) as field from spot_edits e
    where e.spot_id = s.id and e.source is null and e.action in ('edit', 'status', 'merge')
    union select unnest(f.fields) from fact_suggestions f
    where f.spot_id = s.id and f.source is null and f.state = 'applied'
  ) changed where field <> 'merged')`

// The source's description. A description without an author may also be the text of a member whose account was deleted.
const DESCRIPTION = sql`
  case when s.source is not null and s.description_by is null and not exists (
    select from spot_edits e where e.spot_id = s.id and e.source is null and e.before ? 'description'
  ) then s.description end`

/**
 * Returns the next spots that everyone can see at their exact position, sorted by Morton code. If `isImported`, omits
 * spots that members added. Omits descriptions that members wrote, because they couldn't be deleted from downloaded
 * files along with the account.
 */
export async function selectOpenSpots(
  db: Db,
  {
    box,
    after,
    limit,
    isImported,
  }: { box: Box; after: OpenPosition | null; limit: number; isImported: boolean },
): Promise<OpenSpot[]> {
  const only = isImported
    ? sql`(s.source is not null or exists (select from import_records known where known.spot_id = s.id offset 0))`
    : sql`true`
  const { rows } = await sql<OpenSpot>`
    select s.id, s.qk, s.latitude, s.longitude, ${moment('s.created_at')} as created_at,
      ${moment('s.updated_at')} as updated_at, ${SOURCES} as sources, ${EDITED} as edited,
      json_build_object('name', s.name,
        'description', ${DESCRIPTION},
        'types', coalesce(s.spot_types, '{}'), 'difficulty', s.difficulty_level, 'status', s.status,
        'state', s.spot_state, 'address', s.address, 'city', s.city, 'region', s.state, 'country', s.country,
        'postal_code', s.postal_code, 'facts', (
          select json_strip_nulls(json_build_object(${FACTS})) from spot_facts f where f.spot_id = s.id and f.version > 0
        )) as fields
    from ${openSpotsIn(box, after, limit, only)} s
    order by s.qk, s.id`.execute(db)
  return rows
}

/** Returns the scores of these spots by id, without spots that not everyone can see at their exact position. */
export async function selectOpenScores(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string } & Pick<MapPin, 'rank' | 'look'>>`
    select s.id, ${PIN_RANK} as rank, ${PIN_LOOK} as look from visible_spots(${VISITOR}) s where ${IS_OPEN} and s.id = any (${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...pin }) => [id, scorePin(pin)]))
}
