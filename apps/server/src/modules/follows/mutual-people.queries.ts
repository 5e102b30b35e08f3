import { type RawBuilder, sql } from 'kysely'
import type { ViewerInSql } from '../blocks/index.ts'

/** SQL for the people that the viewer follows, except hidden ones. They're the candidates for mutual friends (G-17). */
export function followedBy(viewer: ViewerInSql): RawBuilder<unknown> {
  return sql`
  select f.following_id as user_id from follows f
  where f.follower_id = ${viewer}
    and not exists (select from profiles hidden_profile where hidden_profile.user_id = f.following_id and hidden_profile.is_hidden)`
}

/**
 * SQL for mutual friends: people from {@link followedBy} who follow the person in `column`. Starts from the people the
 * viewer follows or from the person's followers, whichever are fewer. With a plain join, PostgreSQL read all of a
 * person's fifty thousand followers.
 */
export function followsToo(viewer: ViewerInSql, column: string): RawBuilder<unknown> {
  const fewer = sql`(select theirs.followers_count < mine.following_count from person_counts theirs, person_counts mine
    where theirs.user_id = ${sql.ref(column)} and mine.user_id = ${viewer}) is true`
  const follows = (who: RawBuilder<unknown>, whom: RawBuilder<unknown>) => sql`cross join lateral (
    select from follows f where f.follower_id = ${who} and f.following_id = ${whom} offset 0) found`
  return sql`
    select friend.user_id from (${followedBy(viewer)}) friend ${follows(sql`friend.user_id`, sql.ref(column))}
    where not ${fewer}
    union all
    select fan.follower_id from follows fan ${follows(viewer, sql`fan.follower_id`)}
    where fan.following_id = ${sql.ref(column)} and ${fewer}
      and not exists (select from profiles hidden_profile where hidden_profile.user_id = fan.follower_id and hidden_profile.is_hidden)`
}
