import { normalizeText, type Person } from '@nollie/contract'
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
import { personJson } from '../profiles/index.ts'

const username = sql<string>`who.search_username`
const name = sql<string>`who.search_name`
/** The expression that the people search's trigram index covers. */
const both = sql<string>`(who.search_username || ' ' || who.search_name)`

/** Maximum length of a name to search without its space. Each letter costs an index lookup. */
const MAX_RUN_TOGETHER = 30

// Finds Maya Okafor by "mayaokafor": tries a space after each letter. One character can represent several letters, so
// the normalized ones count.
function runTogether(q: string): RawBuilder<boolean>[] {
  const letters = Array.from(normalizeText(q))
  if (!isIndexed(q) || letters.length < 2 || letters.length > MAX_RUN_TOGETHER || letters.includes(' '))
    return []
  const splits = letters.slice(1).map((_, at) => {
    const [before, after] = [letters.slice(0, at + 1), letters.slice(at + 1)]
    return begins(name, `${before.join('')} ${after.join('')}`)
  })
  return [sql<boolean>`(${sql.join(splits, sql` or `)})`]
}

function buildStages(q: string, insideTerms: boolean): RawBuilder<boolean>[] {
  return [
    sql<boolean>`(${begins(username, q)} or ${begins(name, q)})`,
    beginsTerms(both, q),
    ...runTogether(q),
    ...(insideTerms ? [contains(both, q)] : []),
  ]
}

/**
 * Returns up to `limit` other people whose username or full name contains the text, best matches first. Excludes former
 * members and people the viewer can't see.
 */
export async function selectMatchingPeople(
  db: Db,
  viewer: string,
  q: string,
  limit: number,
): Promise<Found<Person>> {
  const me = viewerId(viewer)
  const insideTerms = isIndexed(q) || (await isSmallTable(db, 'profiles'))
  return searchInStages<Person>(
    db,
    { stages: buildStages(q, insideTerms), limit, getId: ({ user_id }) => user_id },
    async (tx, stage, without, limit) => {
      const { rows } = await sql<{ person: Person }>`
        select ${personJson('who')} as person
        from (
          select * from visible_people(${me}) who
          where ${stage} and who.user_id <> ${me} and who.former_at is null
            and who.user_id <> all (${without}::uuid[])
          limit ${CANDIDATES}
        ) who
        order by length(who.search_username), who.search_username, who.user_id
        limit ${limit}`.execute(tx)
      return rows.map(({ person }) => person)
    },
  )
}
