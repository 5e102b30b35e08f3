import { LIMITS, type Person } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { begins, beginsWords, withinSearchTime } from '../../db/text-search.ts'
import { notBlocked, viewerId } from '../blocks/index.ts'
import { followedBy } from '../follows/index.ts'
import { personJson } from '../profiles/index.ts'

/** More people somebody follows than these are not looked through. */
const FOLLOWED_MAX = 5000
/** More people than these are not ranked. */
const CANDIDATES = 200

/** Other people whose username or name begins with what is typed: those the viewer follows first, short names before long. */
export const selectOffered = (db: Db, viewer: string, q: string): Promise<Person[]> => {
  const me = viewerId(viewer)
  const [username, name] = [sql<string>`who.search_username`, sql<string>`who.search_name`]
  const isThere = sql`who.user_id <> ${me} and who.former_at is null and ${notBlocked(me, 'who.user_id')}`
  const start = sql`(${begins(username, q)} or ${begins(name, q)})`
  return withinSearchTime(db, async (tx) => {
    const { rows } = await sql<{ person: Person }>`
      with followed as (
        select who.user_id, 0 as rank from (${followedBy(me)} limit ${FOLLOWED_MAX}) mine join profiles who using (user_id)
        where (${start} or ${beginsWords(name, q.split(/\s+/))}) and ${isThere} limit ${CANDIDATES}
      ), others as (
        select who.user_id, 1 as rank from profiles who where ${start} and ${isThere} limit ${CANDIDATES}
      )
      select ${personJson('who')} as person
      from (
        select user_id, min(rank) as rank from (select * from followed union all select * from others) found group by 1
      ) offered join profiles who using (user_id)
      order by offered.rank, not ${begins(username, q)}, length(who.search_username), who.search_username, who.user_id
      limit ${LIMITS.names_offered}`.execute(tx)
    return rows.map(({ person }) => person)
  })
}
