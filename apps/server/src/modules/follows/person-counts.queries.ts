import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { blockedOf, type ViewerInSql, viewerId } from '../blocks/index.ts'

// People across a block are in nobody's numbers for each other; hidden ones are in nobody's at all (people.sql).
// Looked up from the few who are blocked: followers may be a hundred thousand.
const across = (viewer: ViewerInSql, theirs: string, whose: string) => sql`(
  select count(*) from unnest(${blockedOf(viewer)}) person (user_id) cross join lateral (
    select from follows f
    where ${sql.ref(`f.${whose}`)} = c.user_id and ${sql.ref(`f.${theirs}`)} = person.user_id offset 0
  ) found
  where not exists (select from profiles away where away.user_id = person.user_id and away.is_hidden))`

/**
 * What is counted of the person in `column`, as `counts.spots_count`, `posts_count`, `followers_count` and
 * `following_count`: what is stored with the person and what waits for the rollup, as the viewer sees it.
 */
export const countsOf = (viewer: ViewerInSql, column: string): RawBuilder<unknown> => sql`
  cross join lateral (
    select (c.spots_count + w.spots)::int as spots_count, (c.posts_count + w.posts)::int as posts_count,
      (c.followers_count + w.followers - ${across(viewer, 'follower_id', 'following_id')})::int as followers_count,
      (c.following_count + w.following - ${across(viewer, 'following_id', 'follower_id')})::int as following_count
    from person_counts c cross join lateral (
      select coalesce(sum(delta) filter (where counter = 'spots'), 0) as spots,
        coalesce(sum(delta) filter (where counter = 'posts'), 0) as posts,
        coalesce(sum(delta) filter (where counter = 'followers'), 0) as followers,
        coalesce(sum(delta) filter (where counter = 'following'), 0) as following
      from person_delta where user_id = c.user_id
    ) w
    where c.user_id = ${sql.ref(column)}
  ) counts`

/** What is counted of one person. */
export type Counts = {
  spots_count: number
  posts_count: number
  followers_count: number
  following_count: number
}

/** See {@link countsOf}; undefined for who is not there at all. */
export const selectCounts = async (db: Db, viewer: string, user_id: string): Promise<Counts | undefined> => {
  const { rows } = await sql<Counts>`
    select counts.* from (select ${user_id}::uuid as user_id) who
    ${countsOf(viewerId(viewer), 'who.user_id')}`.execute(db)
  return rows[0]
}

/** Rows of the queue counted in one transaction. */
const LINES = 5_000
/** Posts handed out in one transaction. */
const POSTS = 50

// Gives whether anything waited.
const inSteps = async (
  db: Db,
  queue: string,
  most: number,
  step: RawBuilder<{ lines: number }>,
): Promise<boolean> => {
  const { rows } = await sql<{ queued: boolean }>`
    select exists (select from ${sql.table(queue)}) as queued`.execute(db)
  if (!rows[0]?.queued) return false
  for (let lines = most; lines === most; ) lines = (await step.execute(db)).rows[0]?.lines ?? 0
  return true
}

/** Adds the queued changes to the counts of people, and publishes them. */
export const rollUpPersonCounts = (db: Db): Promise<boolean> =>
  inSteps(db, 'person_delta', LINES, sql`select nollie_rollup_people(${LINES}) as lines`)

/** Hands new posts to the timelines of who follows a great many. */
export const fanOutPosts = (db: Db): Promise<boolean> =>
  inSteps(db, 'timeline_queue', POSTS, sql`select nollie_fan_out(${POSTS}) as lines`)
