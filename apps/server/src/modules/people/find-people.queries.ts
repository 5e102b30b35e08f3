import type { PersonCard } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { isForEverybody } from '../audiences/index.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'
import { cardJson } from '../follows/index.ts'

/** SQL for the number of mutual friends between the viewer and the person joined as `who`. */
function mutualWith(me: ViewerInSql) {
  return sql`(select count(*) from mutual_friends(${me}, who.user_id))`
}

/** Returns people's cards in the order of `ids`, without people the viewer can't see. */
export async function selectCards(db: Db, viewer: string, ids: readonly string[]): Promise<PersonCard[]> {
  const me = viewerId(viewer)
  const { rows } = await sql<{ card: PersonCard }>`
    select ${cardJson(me, mutualWith(me))} as card
    from unnest(${ids}::uuid[]) with ordinality as wanted(user_id, position) join visible_people(${me}) who using (user_id)
    order by wanted.position`.execute(db)
  return rows.map(({ card }) => card)
}

/** Returns all other people, newest first. */
export async function selectNewest(
  db: Db,
  viewer: string,
  { after, limit }: { after: { created_at: string; user_id: string } | null; limit: number },
): Promise<{ card: PersonCard; created_at: string; user_id: string }[]> {
  const me = viewerId(viewer)
  const earlier = after
    ? sql`and (who.created_at, who.user_id) < (${after.created_at}::timestamptz, ${after.user_id}::uuid)`
    : sql``
  const { rows } = await sql<{ card: PersonCard; created_at: string; user_id: string }>`
    select ${cardJson(me, mutualWith(me))} as card, ${moment('who.created_at')} as created_at, who.user_id
    from (
      select * from visible_people(${me}) who
      where who.user_id <> ${me} and who.former_at is null ${earlier}
      order by who.created_at desc, who.user_id desc limit ${limit}
    ) who order by who.created_at desc, who.user_id desc`.execute(db)
  return rows
}

/** A suggested person and the reason for the suggestion. */
export type SuggestedPerson = PersonCard & { reason: 'mutual' | 'nearby' | 'active' | 'new' }

// Maximum number of rows read for suggestions: followed people, people they follow, and the viewer's newest spots.
const MAX_FOLLOWS = 200
const BEST_FOLLOWED = 1000
const OWN_SPOTS = 20
const SPOTS_NEAR = 100
/** How many of the newest posts are searched for active authors. */
const RECENT_POSTS = 500
/** Two spots are near each other if they are in the same square, about 40 km wide. */
const NEAR_LEVEL = 10

/**
 * Suggests people the viewer doesn't follow, in this order: those with the most mutual friends; those who shared spots
 * near `near` or near spots where the viewer shared or posted something; for `fill: 'active'`, those with the most
 * recent posts; then the newest members.
 */
export async function selectSuggestions(
  db: Db,
  viewer: string,
  {
    near,
    fill,
    limit,
  }: { near: { latitude: number; longitude: number } | null; fill: 'new' | 'active'; limit: number },
): Promise<SuggestedPerson[]> {
  const here = near
    ? sql`union all select nollie_quadkey(${near.latitude}::float8, ${near.longitude}::float8)`
    : sql``
  const me = viewerId(viewer)
  const below = 52 - 2 * NEAR_LEVEL
  const canBeSuggested = (person: string) => sql`${sql.ref(person)} <> ${me}
    and exists (select from visible_people(${me}) seen
      where seen.user_id = ${sql.ref(person)} and seen.former_at is null offset 0)
    and not exists (select from follows f where f.follower_id = ${me} and f.following_id = ${sql.ref(person)})`
  const { rows } = await sql<{ card: SuggestedPerson }>`
    with mine as materialized (
      select f.following_id as user_id from follows f where f.follower_id = ${me} limit ${MAX_FOLLOWS}
    ), friends as (
      select candidate.user_id, 0 as kind, candidate.score from (
        select theirs.following_id as user_id, count(*) as score
        from mine cross join lateral (
          select f.following_id from follows f where f.follower_id = mine.user_id limit ${MAX_FOLLOWS}
        ) theirs
        group by 1 order by 2 desc, 1 limit ${BEST_FOLLOWED}
      ) candidate
      where ${canBeSuggested('candidate.user_id')} order by candidate.score desc, candidate.user_id limit ${limit}
    ), squares as materialized (
      select distinct qk >> ${below}::int as square from (
        (select s.qk from spots s where s.created_by = ${me} and s.deleted_at is null
          order by s.created_at desc limit ${OWN_SPOTS})
        union all
        (select s.qk from posts p join spots s on s.id = p.spot_id where p.user_id = ${me} and s.deleted_at is null
          order by p.created_at desc limit ${OWN_SPOTS})
        ${here}
      ) own_spots
    ), near as (
      select spot.created_by as user_id, 1 as kind, count(*) as score
      from squares cross join lateral (
        select s.created_by from spots s
        where s.deleted_at is null and s.qk >= square << ${below}::int and s.qk < (square + 1) << ${below}::int
          and s.created_by is not null and s.created_by <> ${me} and ${isForEverybody('s')}
        limit ${SPOTS_NEAR}
      ) spot
      where ${canBeSuggested('spot.created_by')} group by 1 order by 3 desc, 1 limit ${limit}
    ), active as (
      select recent.user_id, 2 as kind, count(*) as score from (
        select p.user_id from posts p where p.hidden_at is null and p.is_counted and ${fill === 'active'}
        order by p.created_at desc, p.id desc limit ${RECENT_POSTS}
      ) recent
      where ${canBeSuggested('recent.user_id')} group by 1 order by 3 desc, 1 limit ${limit}
    ), newest as (
      select p.user_id, 3 as kind, (extract(epoch from p.created_at) * 1000)::bigint as score from profiles p
      where ${canBeSuggested('p.user_id')} order by p.created_at desc, p.user_id desc limit ${limit}
    ), first as (
      select distinct on (user_id) * from (
        select * from friends union all select * from near union all select * from active union all select * from newest
      ) candidates order by user_id, kind
    )
    select ${cardJson(me, mutualWith(me), sql`, 'reason', (array['mutual', 'nearby', 'active', 'new'])[first.kind + 1]`)} as card
    from first join profiles who on who.user_id = first.user_id
    order by first.kind, first.score desc, who.user_id limit ${limit}`.execute(db)
  return rows.map(({ card }) => card)
}
