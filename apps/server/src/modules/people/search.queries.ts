import type { Person } from '@nollie/contract'
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
import { notBlocked, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

const username = sql<string>`who.search_username`
const name = sql<string>`who.search_name`
/** As the trigram index of people has it. */
const both = sql<string>`(who.search_username || ' ' || who.search_name)`

const stagesOf = (q: string, insideWords: boolean): RawBuilder<boolean>[] => [
  sql<boolean>`(${begins(username, q)} or ${begins(name, q)})`,
  beginsWords(both, q.split(/\s+/)),
  ...(insideWords ? [contains(both, q)] : []),
]

/**
 * At most `most` other people whose username or full name holds a typed text; the best stage first. Whoever is not there
 * for the viewer, and who went away for good, is not found.
 */
export const selectFound = async (
  db: Db,
  viewer: string,
  q: string,
  most: number,
): Promise<Found<Person>> => {
  const me = viewerId(viewer)
  const insideWords = q.length >= INDEXED_LENGTH || (await isSmallTable(db, 'profiles'))
  return searchInStages<Person>(
    db,
    { stages: stagesOf(q, insideWords), most, idOf: ({ user_id }) => user_id },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<{ person: Person }>`
        select ${personJson('who')} as person
        from (
          select * from profiles who
          where ${stage} and who.user_id <> ${me} and who.former_at is null and ${notBlocked(me, 'who.user_id')}
            and who.user_id <> all (${without}::uuid[])
          limit ${CANDIDATES}
        ) who
        order by length(who.search_username), who.search_username, who.user_id
        limit ${limit}`.execute(tx)
      return rows.map(({ person }) => person)
    },
  )
}
