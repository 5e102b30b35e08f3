import type { PersonCard } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { cardJson } from './follows.queries.ts'

/** One of a person's two lists. */
export type ListKind = 'followers' | 'following'
/** A cursor in a list of people: the last person on a page. */
export type PersonCursor = { mutual: number; name: string; user_id: string }
/** A person in a list, with the cursor for their position. */
export type ListedPerson = { card: PersonCard; cursor: PersonCursor }

/** Maximum number of people to look up and sort. Larger levels are scanned in name order instead. */
const MAX_SORTED = 2_000
/** Maximum number of names to scan for a page. If the page isn't full by then, everyone in the level is looked up. */
const MAX_WALKED = 5_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Returns a query for a person's followers or the people they follow, after a cursor: most mutual friends first, then
 * by name. Mutual friends are counted among the people the viewer follows. A level is all people with the same number
 * of mutual friends. The query reads levels in order until the page is full: all small levels (`top`), each large one
 * (`below`), and then people without mutual friends (`others`).
 */
export function queryPeople(
  viewer: string,
  { user_id, kind }: { user_id: string; kind: ListKind },
  { after, limit }: { after: PersonCursor | null; limit: number },
): RawBuilder<PersonCursor & { card: PersonCard }> {
  const me = viewerId(viewer)
  const isFollow =
    kind === 'followers'
      ? sql`l.following_id = ${user_id} and l.follower_id = who.user_id`
      : sql`l.follower_id = ${user_id} and l.following_id = who.user_id`
  const isListed = sql`exists (select from follows l where ${isFollow})`
  const start = after?.mutual ?? null
  const byName = sql`order by sort_name, user_id limit ${limit}`
  const first = sql`order by mutual desc, sort_name, user_id limit ${limit}`
  // Looks up one person in a level if they come after the cursor. `(… in …) is true` below forces a lookup, because
  // PostgreSQL turned a plain `in` into a join that read all names.
  const lookUp = sql`
    cross join lateral (
      select who.sort_name, who.user_id from visible_people(${me}) who
      where who.user_id = r.user_id and (who.sort_name, who.user_id) > (level.name, level.id) and ${isListed} offset 0
    ) who`
  return sql`
    with levels as materialized (
      select mutual, count(*) as people, array_agg(user_id) as ids
      from (
        select f.following_id as user_id, count(*)::int as mutual
        from followed_by(${me}) mine join follows f on f.follower_id = mine.user_id
        where f.following_id <> ${me} group by 1
      ) reach group by 1
    ), later as materialized (
      select level.mutual, level.ids, sum(level.people) over (order by level.mutual desc) as upto,
        coalesce(start.name, '') as name, coalesce(start.id, ${NOBODY}::uuid) as id
      from levels level
        left join (values (${start}::int, ${after?.name ?? ''}::text, ${after?.user_id ?? NOBODY}::uuid)) start (mutual, name, id)
          on start.mutual = level.mutual
      where level.mutual <= coalesce(${start}::int, level.mutual)
    ), top as materialized (
      select level.mutual, who.* from later level, unnest(level.ids) r (user_id) ${lookUp}
      where level.upto <= ${MAX_SORTED}::int ${first}
    ), below as materialized (
      select level.mutual, found.sort_name, found.user_id
      from (
        select * from later where upto > ${MAX_SORTED}::int and (select count(*) from top) < ${limit}::int
        order by mutual desc offset 0
      ) level cross join lateral (
        with walked as materialized (
          select who.sort_name, who.user_id from (
            select who.sort_name, who.user_id from profiles who
            where (who.sort_name, who.user_id) > (level.name, level.id)
            order by who.sort_name, who.user_id limit ${MAX_WALKED}::int
          ) who
          where ((who.user_id, level.mutual) in (select unnest(ids), mutual from levels)) is true and ${isListed}
            and exists (select from visible_people(${me}) seen where seen.user_id = who.user_id offset 0)
          ${byName}
        )
        select * from walked where (select count(*) from walked) = ${limit}::int
        union all
        (select who.* from unnest(level.ids) r (user_id) ${lookUp}
          where (select count(*) from walked) < ${limit}::int ${byName})
      ) found
      ${first}
    ), others as (
      select 0 as mutual, who.sort_name, who.user_id from visible_people(${me}) who
      where (select count(*) from top) + (select count(*) from below) < ${limit}::int
        and who.user_id not in (select unnest(ids) from levels)
        ${after?.mutual === 0 ? sql`and (who.sort_name, who.user_id) > (${after.name}, ${after.user_id}::uuid)` : sql``}
        and ${isListed}
      ${byName}
    ), page as (
      select * from (select * from top union all select * from below union all select * from others) listed ${first}
    )
    select ${cardJson(me, sql`page.mutual`)} as card, page.mutual, page.sort_name as name, page.user_id
    from page join profiles who on who.user_id = page.user_id
    order by page.mutual desc, page.sort_name, page.user_id`
}

/** Runs {@link queryPeople}. */
export async function selectPeopleOf(
  db: Db,
  viewer: string,
  list: { user_id: string; kind: ListKind },
  page: { after: PersonCursor | null; limit: number },
): Promise<ListedPerson[]> {
  const { rows } = await queryPeople(viewer, list, page).execute(db)
  return rows.map(({ card, ...cursor }) => ({ card, cursor }))
}
