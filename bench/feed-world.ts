import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/open.ts'

/** Over how many seconds from 2024-01-01 on the posts are spread. */
export const SPAN_SECONDS = 900 * 86_400

/**
 * People, spots, posts with two photos each, and likes, made in the database (on its one connection); triggers and keys
 * stand back; `liked: false` leaves the likes' rows out where only their counts are read. Gives the ids of as many people as `followed` has figures: the first follows so many others, and so on.
 */
export const fillWithPosts = async (
  db: Db,
  posts: number,
  followed: readonly number[],
  { liked = true }: { liked?: boolean } = {},
): Promise<string[]> => {
  const begin = performance.now()
  const people = Math.max(6_000, Math.round(posts / 25))
  await sql`set session_replication_role = replica`.execute(db)
  await sql`create temp table person as
    select gen_random_uuid() as id, n from generate_series(1, ${people}::int) n`.execute(db)
  await sql`insert into users (id, name, email, username)
    select id, 'Skater ' || n, 's' || n || '@nollie.example', 'skater' || n from person`.execute(db)
  await sql`insert into profiles (user_id, username, full_name)
    select id, 'skater' || n, 'Skater ' || n from person`.execute(db)
  await sql`insert into spots (id, name, city, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Ledge ' || n, 'Town ' || n % 300, 40 + random(), 2 + random(), '{ledges}'
    from generate_series(1, 3000) n`.execute(db)
  await sql`insert into posts (id, user_id, spot_id, kind, title, content, created_at)
    select gen_random_uuid(), person.id, place.id, 'media', 'Added 2 photo(s)', 'Session number ' || i,
      timestamptz '2024-01-01' + make_interval(secs => random() * ${SPAN_SECONDS}::int)
    from generate_series(1, ${posts}::int) i
    join person on person.n = 1 + (i * 7919::bigint) % ${people}::int
    join (select id, row_number() over () as n from spots) place on place.n = 1 + i % 3000`.execute(db)
  await sql`with made as (
      insert into media (id, type, status, key, bytes, width, height, thumbhash, attached_at)
      select gen_random_uuid(), 'image', 'ready', translate(left(replace(gen_random_uuid()::text, '-', ''), 26), '0189', 'wxyz'),
        1000, 1600, 1200, left(encode(uuid_send(gen_random_uuid()), 'base64') || 'YJqGPQw7sFls', 34), now()
      from generate_series(1, ${posts * 2}::int)
      returning id
    )
    insert into post_media (post_id, media_index, media_id, like_count)
    select post.id, (m.n - 1) % 2, m.id, (m.n * 13) % 40
    from (select id, row_number() over () as n from made) m
    join (select id, row_number() over () as n from posts) post on post.n = (m.n + 1) / 2`.execute(db)
  if (liked)
    await sql`insert into likes (id, post_id, media_index, user_id)
    select gen_random_uuid(), pm.post_id, pm.media_index, person.id
    from (select *, row_number() over () as n from post_media) pm cross join generate_series(0, 1) again
    join person on person.n = 1 + (pm.n * 31 + again * 977) % ${people}::int`.execute(db)
  const { rows: picked } = await sql<{
    id: string
  }>`select id from person order by n limit ${followed.length}`.execute(db)
  const viewers = picked.map(({ id }) => id)
  for (const [i, viewer] of viewers.entries())
    await sql`insert into follows (id, follower_id, following_id)
      select gen_random_uuid(), ${viewer}, id from person where n > ${followed.length}::int order by n limit ${followed[i] ?? 0}`.execute(
      db,
    )
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
  console.log(
    `... ${posts} posts of ${people} people made in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  )
  return viewers
}

/** Makes the newest so many posts viral: everybody of {@link fillWithPosts} likes their first photo, and half of them comment. */
export const makeViral = async (db: Db, posts: number): Promise<void> => {
  await sql`set session_replication_role = replica`.execute(db)
  await sql`create temp table viral as
    select id as post_id from posts order by created_at desc, id desc limit ${posts}`.execute(db)
  await sql`insert into likes (id, post_id, media_index, user_id)
    select gen_random_uuid(), post_id, 0, person.id from viral cross join person
    on conflict do nothing`.execute(db)
  await sql`insert into comments (id, post_id, media_index, user_id, content)
    select gen_random_uuid(), post_id, 0, person.id, 'so good' from viral cross join person where person.n % 2 = 0`.execute(
    db,
  )
  await sql`update post_media set
    like_count = (select count(*) from person), comment_count = (select count(*) from person where n % 2 = 0)
    where media_index = 0 and post_id in (select post_id from viral)`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze likes, comments, post_media`.execute(db)
}

/** Blocks the last so many people of {@link fillWithPosts} for a viewer. */
export const blockPeople = async (db: Db, viewer: string, people: number): Promise<void> => {
  await sql`insert into blocks (blocker_id, blocked_id)
    select ${viewer}::uuid, id from person order by n desc limit ${people}`.execute(db)
}
