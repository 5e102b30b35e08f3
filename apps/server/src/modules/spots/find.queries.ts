import type { FoundSpot } from '@nollie/contract'
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

const name = sql<string>`s.search_name`
const text = sql<string>`s.search_text`
const place = sql<string>`s.search_place`

/** The ways a typed text may mean a spot, best first: beginning of its name, of its words, inside the name, texts and place. */
const stagesOf = (q: string, insideWords: boolean): RawBuilder<boolean>[] => [
  begins(name, q),
  beginsWords(name, q.split(/\s+/)),
  ...(insideWords ? [contains(name, q), sql<boolean>`(${contains(text, q)} or ${contains(place, q)})`] : []),
]

/**
 * At most `most` spots whose name, else description or place, a typed text may mean; the best stage first. One or two
 * letters are looked for inside words only where they are asked for (`short`) and spots are few.
 */
export const findSpots = async (
  db: Db,
  q: string,
  { most, short = false }: { most: number; short?: boolean },
): Promise<Found<FoundSpot>> => {
  const insideWords = q.length >= INDEXED_LENGTH || (short && (await isSmallTable(db, 'spots')))
  return searchInStages<FoundSpot>(
    db,
    { stages: stagesOf(q, insideWords), most, idOf: ({ id }) => id },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<FoundSpot>`
        select id, name, city, state, country, spot_type, latitude, longitude
        from (
          select * from spots s
          where ${stage} and s.deleted_at is null and s.id <> all (${without}::uuid[])
          limit ${CANDIDATES}
        ) candidate
        order by length(name), search_name, id
        limit ${limit}`.execute(tx)
      return rows
    },
  )
}
