import type { FoundSpot, StatusFilter } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import {
  begins,
  beginsTerms,
  CANDIDATES,
  contains,
  type Found,
  isIndexed,
  isSmallTable,
  searchInStages,
} from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { descriptionShownTo } from './spot-cards.queries.ts'
import { HAS_CONDITION } from './status/spot-condition.queries.ts'

const name = sql<string>`s.search_name`
const text = sql<string>`s.search_text`
const address = sql<string>`s.search_place`

/**
 * Returns the stages of a search, best first. Names that start with the query come first, then names with terms that
 * start with its terms. Addresses with such terms are next, and matches anywhere in the name, description, or address
 * are last.
 */
function buildStages(viewer: string | null, q: string, insideTerms: boolean): RawBuilder<boolean>[] {
  return [
    begins(name, q),
    beginsTerms(name, q),
    ...(insideTerms
      ? [
          beginsTerms(address, q),
          contains(name, q),
          sql<boolean>`(${contains(text, q)} and ${descriptionShownTo(viewerId(viewer), 's')} or ${contains(address, q)})`,
        ]
      : []),
  ]
}

// Only searches outside the map (`any`) find spots that were taken off the map.
function shownAs(status: 'open' | 'any' | StatusFilter) {
  if (status === 'any') return sql``
  if (status === 'all') return sql`and s.left_map_at is null`
  if (status === 'gone') return sql`and s.status = 'gone' and s.left_map_at is null`
  return status === 'open'
    ? sql`and s.status = 'open'`
    : sql`and s.status = 'open' and ${HAS_CONDITION[status]}`
}

/** Sorts within a stage by distance, rounded to kilometers, and by name, shortest first. */
function buildOrder(near: { latitude: number; longitude: number } | undefined): RawBuilder<unknown> {
  const byName = sql`length(name), search_name, id`
  return near
    ? sql`round(111 * sqrt(power(latitude - ${near.latitude}, 2) + power(
        (mod((longitude - ${near.longitude} + 540)::numeric, 360) - 180)::float8 * cos(radians(${near.latitude}::float8)), 2))), ${byName}`
    : byName
}

/**
 * Returns up to `limit` spots that match by name, or else by address or description, best stage first. Descriptions
 * that the viewer (null for a visitor) can't see are not searched. One or two letters match inside terms only with
 * `short`, and only while there are few spots.
 */
export async function findSpots(
  db: Db,
  viewer: string | null,
  q: string,
  {
    limit,
    short = false,
    near,
    status = 'any',
  }: {
    limit: number
    short?: boolean
    near?: { latitude: number; longitude: number } | undefined
    status?: 'open' | StatusFilter | 'any'
  },
): Promise<Found<FoundSpot>> {
  const insideTerms = isIndexed(q) || (short && (await isSmallTable(db, 'spots')))
  return searchInStages<FoundSpot>(
    db,
    { stages: buildStages(viewer, q, insideTerms), limit, getId: ({ id }) => id },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<FoundSpot>`
        select id, name, city, state, country, spot_type, latitude, longitude
        from (
          select * from visible_spots(${viewerId(viewer)}) s
          where ${stage} ${shownAs(status)} and s.id <> all (${without}::uuid[])
          limit ${CANDIDATES}
        ) candidate
        order by ${buildOrder(near)}
        limit ${limit}`.execute(tx)
      return rows
    },
  )
}
