import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'

const SAMPLE = 500

/** Queries for rows whose stored count or copy differs from a recount, by name. Each checks a sample. */
const DIFFERENCES: Record<string, RawBuilder<unknown>> = {
  'counts of items': sql`select 1 from (select * from post_media order by like_count desc limit ${SAMPLE}) pm
    where like_count <> (select count(*) from likes l where l.post_id = pm.post_id and l.media_index = pm.media_index)
      or comment_count <> (select count(*) from comments c where c.post_id = pm.post_id and c.media_index = pm.media_index)`,
  'likes of comments': sql`select 1 from (select * from comments order by like_count desc, id limit ${SAMPLE}) c
    where like_count <> (select count(*) from comment_likes l where l.comment_id = c.id)`,
  discussions: sql`select 1 from (select * from discussions order by comment_count desc limit ${SAMPLE}) d
    where comment_count <> (select count(*) from comments c where c.discussion_id = d.id)
      or like_count <> (select count(*) from discussion_likes l where l.discussion_id = d.id)
      or answered_at <> greatest(created_at, (select max(created_at) from comments c where c.discussion_id = d.id))`,
  'follow counts': sql`select 1 from (select * from person_counts order by followers_count desc limit ${SAMPLE}) p
    where followers_count <> (select count(*) from follows where following_id = p.user_id and not nollie_is_hidden(follower_id))
      or following_count <> (select count(*) from follows where follower_id = p.user_id and not nollie_is_hidden(following_id))
      or posts_count <> (select count(*) from posts where posts.user_id = p.user_id)
      or spots_count <> (select count(*) from spots where created_by = p.user_id)`,
  'cells of the map': sql`select 1 from (select * from cells where z in (0, 4, 8) order by n desc limit ${SAMPLE}) c
    where n <> (select count(*) from spots where qk >= c.cell << (48 - 2 * c.z) and qk < (c.cell + 1) << (48 - 2 * c.z)
      and status = 'open')`,
  'facets of the map': sql`select 1 from (select * from spots order by id limit ${SAMPLE}) s
    where (select count(*) from spot_facets f where f.qk = s.qk and f.spot_id = s.id) <> length(replace(facets::bit(32)::text, '0', ''))`,
  'videos of spots': sql`select 1 from (select * from spots order by has_video desc, id limit ${SAMPLE}) s
    where has_video <> nollie_spot_has_video(id)`,
  timelines: sql`select 1 from timelines t
    where entries <> (select count(*) from timeline where user_id = t.user_id)
      or entries <> least(800, (select count(*) from follows f join posts p on p.user_id = f.following_id
        where f.follower_id = t.user_id))`,
  'pictures of people': sql`select 1 from (select * from profiles where avatar_media_id is not null limit ${SAMPLE}) p
    where not exists (select from posts join post_media pm on pm.post_id = posts.id
      where posts.user_id = p.user_id and posts.kind = 'profile_picture' and pm.media_id = p.avatar_media_id)`,
  'unread messages': sql`select 1 from (select * from message_sides limit ${SAMPLE}) s
    where unread_count <> (select count(*) from messages m
      where m.thread_id = s.thread_id and m.seq > s.read_seq and m.user_id <> s.user_id)`,
  'follows across a block': sql`select 1 from blocks b join follows f
    on (f.follower_id, f.following_id) in ((b.blocker_id, b.blocked_id), (b.blocked_id, b.blocker_id))`,
}

/** Tables that must have rows. */
const FULL = [
  'timelines',
  'timeline',
  'discussions',
  'discussion_likes',
  'comment_likes',
  'blocks',
  'saved_posts',
  'saved_spots',
  'messages',
  'notifications',
]
/** Queues that must be empty. */
const EMPTY = [
  'counter_delta',
  'person_delta',
  'spot_changes',
  'spot_video_checks',
  'timeline_queue',
  'events',
]

/** Compares a world's stored counts with a recount; returns one line per error. */
export async function checkWorld(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const [what, differing] of Object.entries(DIFFERENCES)) {
    const { rows } = await sql`${differing} limit 20`.execute(db)
    if (rows.length > 0) wrong.push(`${what}: ${rows.length} differ`)
  }
  for (const table of [...FULL, ...EMPTY]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0 !== FULL.includes(table))
      wrong.push(`${table}: ${rows.length > 0 ? 'not ' : ''}empty`)
  }
  // Foreign keys and checks were off while the world was filled, so all rows are checked now.
  const { rows } = await sql<{ name: string; statement: string }>`
    select conrelid::regclass::text as name, format('select 1 from %s child where (%s) and not exists (select from %s parent where %s)',
      conrelid::regclass,
      (select string_agg(format('child.%I is not null', a.attname), ' and ') from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k),
      confrelid::regclass,
      (select string_agg(format('child.%I = parent.%I', a.attname, b.attname), ' and ')
        from unnest(conkey, confkey) pair (k, r)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k
        join pg_attribute b on b.attrelid = confrelid and b.attnum = r)) as statement
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db)
  for (const { name, statement } of rows) {
    const orphans = await sql.raw(`${statement} limit 1`).execute(db)
    if (orphans.rows.length > 0) wrong.push(`${name}: a row points nowhere`)
  }
  return wrong
}
