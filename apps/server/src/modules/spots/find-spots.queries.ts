import type { FoundSpot, StatusFilter } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import {
  begins,
  beginsWords,
  CANDIDATES,
  contains,
  type Found,
  INDEXED_LENGTH,
  isSmallTable,
  searchInStages,
} from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { descriptionShownTo } from './spot-cards.queries.ts'

const name = sql<string>`s.search_name`
const text = sql<string>`s.search_text`
const place = sql<string>`s.search_place`

/**
 * The ways a typed text may mean a spot, best first: beginning of its name, of the name's words, of its place's words,
 * inside the name, texts and place.
 */
const stagesOf = (viewer: string | null, q: string, insideWords: boolean): RawBuilder<boolean>[] => [
  begins(name, q),
  beginsWords(name, q.split(/\s+/)),
  ...(insideWords
    ? [
        beginsWords(place, q.split(/\s+/)),
        contains(name, q),
        sql<boolean>`(${contains(text, q)} and ${descriptionShownTo(viewerId(viewer), 's')} or ${contains(place, q)})`,
      ]
    : []),
]

/** Within a stage the nearest first, to the kilometre, or the shortest names where no place is given. */
const orderOf = (near: { latitude: number; longitude: number } | undefined): RawBuilder<unknown> =>
  near
    ? sql`round(111 * sqrt(power(latitude - ${near.latitude}, 2) + power(
        (mod((longitude - ${near.longitude} + 540)::numeric, 360) - 180)::float8 * cos(radians(${near.latitude}::float8)), 2)))`
    : sql`length(name)`

/**
 * At most `limit` spots whose name, else place or description, a typed text may mean; the best stage first.
 * Descriptions that the viewer (null: a visitor) may not see are not looked into. One or two
 * letters are looked for inside words only where they are asked for (`short`) and spots are few.
 */
export const findSpots = async (
  db: Db,
  viewer: string | null,
  q: string,
  {
    limit,
    short = false,
    near,
    status = 'all',
  }: {
    limit: number
    short?: boolean
    near?: { latitude: number; longitude: number } | undefined
    status?: 'open' | StatusFilter
  },
): Promise<Found<FoundSpot>> => {
  const insideWords = q.length >= INDEXED_LENGTH || (short && (await isSmallTable(db, 'spots')))
  return searchInStages<FoundSpot>(
    db,
    { stages: stagesOf(viewer, q, insideWords), limit, idOf: ({ id }) => id },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<FoundSpot>`
        select id, name, city, state, country, spot_type, latitude, longitude
        from (
          select * from spots s
          where ${stage} and s.deleted_at is null ${status === 'all' ? sql`` : sql`and s.status = ${status}`} and s.id <> all (${without}::uuid[])
          limit ${CANDIDATES}
        ) candidate
        order by ${orderOf(near)}, length(name), search_name, id
        limit ${limit}`.execute(tx)
      return rows
    },
  )
}
