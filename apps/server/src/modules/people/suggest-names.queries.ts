import { LIMITS, type Person } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { begins, beginsTerms, runWithinSearchTime } from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Maximum number of followed people to search. */
const MAX_FOLLOWED = 5000
/** Maximum number of people to rank. */
const CANDIDATES = 200

/** Suggests people whose username or name starts with a query. Followed people come first, then shorter usernames. */
export function selectNameSuggestions(db: Db, viewer: string, q: string): Promise<Person[]> {
  const me = viewerId(viewer)
  const [username, name] = [sql<string>`who.search_username`, sql<string>`who.search_name`]
  const isVisible = sql`who.user_id <> ${me} and who.former_at is null`
  const start = sql`(${begins(username, q)} or ${begins(name, q)})`
  return runWithinSearchTime(db, async (tx) => {
    const { rows } = await sql<{ person: Person }>`
      with followed as (
        select who.user_id, 0 as rank from (select user_id from followed_by(${me}) limit ${MAX_FOLLOWED}) mine join visible_people(${me}) who using (user_id)
        where (${start} or ${beginsTerms(name, q)}) and ${isVisible} limit ${CANDIDATES}
      ), others as (
        select who.user_id, 1 as rank from visible_people(${me}) who where ${start} and ${isVisible} limit ${CANDIDATES}
      )
      select ${personJson('who')} as person
      from (
        select user_id, min(rank) as rank from (select * from followed union all select * from others) found group by 1
      ) suggested join profiles who using (user_id)
      order by suggested.rank, not ${begins(username, q)}, length(who.search_username), who.search_username, who.user_id
      limit ${LIMITS.names_offered}`.execute(tx)
    return rows.map(({ person }) => person)
  })
}
