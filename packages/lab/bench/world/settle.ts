import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'
import { rollUpSpots } from '../../../../apps/server/src/modules/map/index.ts'

/** The number of days after which the product deletes notifications. */
const NOTIFIED_DAYS = 90
/** The number of days after which notifications count as read. */
const READ_DAYS = 3

/**
 * Creates notifications about recent likes, comments, replies, and follows, at most one a day for each person, type,
 * and target.
 */
export async function makeNotifications(db: Db): Promise<void> {
  // Likes and follows are already unique, so only comments and replies need this.
  const ONCE = sql`distinct on (from_user_id, user_id, target_id, media_index, day)`
  const toOwner = (
    type: 'like' | 'comment' | 'comment_reply' | 'follow',
    once = sql``,
  ) => sql`insert into notifications
      (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, day, created_at, read_at)
    select ${once} id, user_id, ${type}, from_user_id, target_id, media_index,
      post_id, comment_id, day, created_at, case when created_at < now() - interval '1 day' * ${READ_DAYS}::int then now() end
    from cause, lateral (select (created_at at time zone 'UTC')::date) on_day (day)
    where created_at > now() - interval '1 day' * ${NOTIFIED_DAYS}::int and user_id <> from_user_id
      and not exists (select from blocks b where b.blocker_id = user_id and b.blocked_id = from_user_id)
      and not exists (select from blocks b where b.blocker_id = from_user_id and b.blocked_id = user_id)`
  await sql`with cause as (
    select pg_temp.id_of('notification', hashtext(l.id::text), l.created_at) as id, p.user_id, l.user_id as from_user_id,
      l.post_id as target_id, l.media_index, l.post_id, null::uuid as comment_id, l.created_at
    from likes l join posts p on p.id = l.post_id
  ) ${toOwner('like')}`.execute(db)
  await sql`with cause as (
    select pg_temp.id_of('notification', hashtext(c.id::text), c.created_at) as id, p.user_id, c.user_id as from_user_id,
      c.post_id as target_id, c.media_index, c.post_id, c.id as comment_id, c.created_at
    from comments c join posts p on p.id = c.post_id where c.parent_comment_id is null
  ) ${toOwner('comment', ONCE)}`.execute(db)
  await sql`with cause as (
    select pg_temp.id_of('notification', hashtext(c.id::text), c.created_at) as id, asked.user_id, c.user_id as from_user_id,
      asked.id as target_id, c.media_index, c.post_id, c.id as comment_id, c.created_at
    from comments c join comments asked on asked.id = c.parent_comment_id
  ) ${toOwner('comment_reply', ONCE)}`.execute(db)
  await sql`with cause as (
    select pg_temp.id_of('notification', hashtext(f.id::text), f.created_at) as id, f.following_id as user_id,
      f.follower_id as from_user_id, f.following_id as target_id, 0 as media_index, null::uuid as post_id,
      null::uuid as comment_id, f.created_at
    from follows f
  ) ${toOwner('follow')}`.execute(db)
}

/** Writes people's counts as their rollup does, without counting suspended people. */
export async function countPeople(db: Db): Promise<void> {
  await sql`insert into person_counts (user_id, spots_count, posts_count, followers_count, following_count)
    with follow as (
      select f.follower_id, f.following_id, a.suspended_at is null as by_shown, b.suspended_at is null as of_shown
      from follows f join profiles a on a.user_id = f.follower_id join profiles b on b.user_id = f.following_id
    )
    select u.id, coalesce(s.n, 0), coalesce(p.n, 0), coalesce(r.n, 0), coalesce(g.n, 0)
    from users u
    left join (select created_by as id, count(*) as n from spots group by 1) s using (id)
    left join (select user_id as id, count(*) as n from posts group by 1) p using (id)
    left join (select following_id as id, count(*) as n from follow where by_shown group by 1) r using (id)
    left join (select follower_id as id, count(*) as n from follow where of_shown group by 1) g using (id)`.execute(
    db,
  )
}

/** Runs the product's own code that counts the map and builds timelines, as after an upgrade. */
export async function settle(db: Db): Promise<void> {
  await sql`insert into spot_changes (spot_id, kind, delta, qk, facets)
    select id, 'created', 1, qk, facets from spots order by qk`.execute(db)
  await rollUpSpots(db)
  await sql`select nollie_build_timeline(follower_id) from follows group by follower_id having count(*) > 300`.execute(
    db,
  )
  await sql`truncate events`.execute(db)
}
