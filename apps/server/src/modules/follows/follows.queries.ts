import type { PersonCard } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { notBlocked, type ViewerInSql, viewerId } from '../blocks/index.ts'

/** Follows somebody, once; says whether that was new. */
export const insertFollow = async (
  tx: Tx,
  follow: { id: string; follower_id: string; following_id: string; created_at?: string },
): Promise<boolean> => {
  const made = await tx
    .insertInto('follows')
    .values(follow)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Follows somebody no more; says whether one did. */
export const deleteFollow = async (tx: Tx, follower_id: string, following_id: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', follower_id)
    .where('following_id', '=', following_id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Whom the viewer follows, without who is suspended: the middle of every mutual friendship (G-17). */
export const followedBy = (viewer: ViewerInSql): RawBuilder<unknown> => sql`
  select f.following_id as user_id from follows f
  where f.follower_id = ${viewer}
    and not exists (select from profiles away where away.user_id = f.following_id and away.is_away)`

/** Whether one person, a column or the viewer, follows another. */
const followsOne = (who: RawBuilder<unknown>, whom: RawBuilder<unknown>) => sql<boolean>`exists (
  select from follows f where f.follower_id = ${who} and f.following_id = ${whom})`

/**
 * The contract's PersonCard as JSON, where profiles are joined as `who`, with their number of mutual friends. More
 * fields may be added as `'name', value` pairs.
 */
export const cardJson = (
  viewer: ViewerInSql,
  mutual: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<PersonCard> => sql<PersonCard>`json_build_object(
  'user_id', who.user_id, 'username', who.username, 'full_name', who.full_name, 'avatar_url', who.avatar_url,
  'bio', who.bio, 'mutual_count', ${mutual}, 'following', ${followsOne(viewer, sql`who.user_id`)},
  'follows_you', ${followsOne(sql`who.user_id`, viewer)} ${more})`

/** Which of the two lists of a person. */
export type ListKind = 'followers' | 'following'
/** A place in a list of people: the one before the next page. */
export type PersonPlace = { mutual: number; name: string; user_id: string }
/** A person in a list and the place they have there. */
export type ListedPerson = { card: PersonCard; place: PersonPlace }

/**
 * Followers of a person, or whom they follow, after a place: most mutual friends first, then by name. Who has any is
 * found from the viewer's own follows, all others by the index of names, so that neither is counted one by one.
 */
export const selectPeopleOf = async (
  db: Db,
  viewer: string,
  { user_id, kind }: { user_id: string; kind: ListKind },
  { after, limit }: { after: PersonPlace | null; limit: number },
): Promise<ListedPerson[]> => {
  const me = viewerId(viewer)
  const [theirs, whose] =
    kind === 'followers' ? ['follower_id', 'following_id'] : ['following_id', 'follower_id']
  const isListed = (person: string) => sql`exists (select from follows l
    where ${sql.ref(`l.${whose}`)} = ${user_id} and ${sql.ref(`l.${theirs}`)} = ${sql.ref(person)})`
  const later = after
    ? sql`(who.sort_name, who.user_id) > (${after.name}, ${after.user_id}::uuid)`
    : sql`true`
  const friends = after
    ? sql`(r.mutual < ${after.mutual}::int or r.mutual = ${after.mutual}::int and ${later})`
    : sql`true`
  const { rows } = await sql<{ card: PersonCard; mutual: number; name: string; user_id: string }>`
    with mine as materialized (${followedBy(me)}), reach as materialized (
      select f.following_id as user_id, count(*)::int as mutual
      from mine join follows f on f.follower_id = mine.user_id
      where f.following_id <> ${me} and ${isListed('f.following_id')}
      group by 1
    ), page as (
      select * from (
        (select r.mutual, who.sort_name, who.user_id from reach r join profiles who using (user_id)
          where ${friends} and ${notBlocked(me, 'who.user_id')}
          order by r.mutual desc, who.sort_name, who.user_id limit ${limit})
        union all
        (select 0, who.sort_name, who.user_id from profiles who
          where ${isListed('who.user_id')} and not exists (select from reach r where r.user_id = who.user_id)
            and ${after && after.mutual > 0 ? sql`true` : later} and ${notBlocked(me, 'who.user_id')}
          order by who.sort_name, who.user_id limit ${limit})
      ) either
      order by mutual desc, sort_name, user_id limit ${limit}
    )
    select ${cardJson(me, sql`page.mutual`)} as card, page.mutual, page.sort_name as name, page.user_id
    from page join profiles who on who.user_id = page.user_id
    order by page.mutual desc, page.sort_name, page.user_id`.execute(db)
  return rows.map(({ card, ...place }) => ({ card, place }))
}
