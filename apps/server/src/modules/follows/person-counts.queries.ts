import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { selectBlockedIds, type ViewerInSql, viewerId } from '../blocks/index.ts'

// Counts follows by people who block the viewer or whom the viewer blocks, to exclude them. Stored counts already
// exclude hidden people (people.sql). Starts from the few blocked people, because there can be 100,000 followers.
function blockedFollows(viewer: ViewerInSql, theirs: string, whose: string) {
  return sql`(
  select count(*) from unnest(${selectBlockedIds(viewer)}) person (user_id) cross join lateral (
    select from follows f
    where ${sql.ref(`f.${whose}`)} = c.user_id and ${sql.ref(`f.${theirs}`)} = person.user_id offset 0
  ) found
  where not exists (select from profiles hidden_profile where hidden_profile.user_id = person.user_id and hidden_profile.is_hidden))`
}

/**
 * Joins the counts for the person in `column` as `counts`, with `spots_count`, `posts_count`, `followers_count`, and
 * `following_count`. They include queued changes, and exclude people that the viewer can't see.
 */
export function joinCounts(viewer: ViewerInSql, column: string): RawBuilder<unknown> {
  return sql`
  cross join lateral (
    select (c.spots_count + queued.spots)::int as spots_count, (c.posts_count + queued.posts)::int as posts_count,
      (c.followers_count + queued.followers - ${blockedFollows(viewer, 'follower_id', 'following_id')})::int as followers_count,
      (c.following_count + queued.following - ${blockedFollows(viewer, 'following_id', 'follower_id')})::int as following_count
    from person_counts c cross join lateral (
      select coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
        coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
        coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
        coalesce(sum(delta) filter (where counter = 'following'), 0) as following
      from person_delta where user_id = c.user_id
    ) queued
    where c.user_id = ${sql.ref(column)}
  ) counts`
}

/** A person's counts. */
export type Counts = {
  spots_count: number
  posts_count: number
  followers_count: number
  following_count: number
}

/** Returns a person's counts (see {@link joinCounts}); undefined for unknown ids. */
export async function selectCounts(db: Db, viewer: string, user_id: string): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select counts.* from (select ${user_id}::uuid as user_id) who
    ${joinCounts(viewerId(viewer), 'who.user_id')}`.execute(db)
  return rows[0]
}
