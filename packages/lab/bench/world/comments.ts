import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'
import { HOT_POSTS, ROLES, type WorldSize } from './sizes.ts'

/**
 * Creates likes and comments: a few for most items, and a great many for some. The viral photo's likes are from one
 * day.
 */
export async function makeComments(
  db: Db,
  { people, posts, viral, hot, comments }: WorldSize,
): Promise<void> {
  // Uses a constant step from person to person, so that no one likes an item twice.
  await sql`insert into likes (id, post_id, media_index, user_id, created_at)
    select pg_temp.id_of('like', i.i::bigint * 1000000 + j, liked.at), i.post_id, i.media_index, fan.id, liked.at
    from item i
    cross join lateral (select case
      when i.post = 0 and i.media_index = 0 then ${viral}::int
      when i.post > ${posts - HOT_POSTS}::int and i.media_index = 0 then ${hot}::int
      else least(${people}::int / 4, floor(pg_temp.u(i.i, 71) ^ -0.7)::int - 1) end) total (likes)
    cross join generate_series(1, total.likes) j
    join person fan on fan.n = 1 + (i.i * 7919::bigint + j * 104729::bigint) % ${people}::int and fan.n <> i.author
    cross join lateral (select date_trunc('milliseconds', case
      when i.post = 0 then i.at + interval '1 day' * (j / (${viral}::float8 + 1))
      else i.at + least(now() - i.at, interval '30 days') * pg_temp.u(i.i::bigint * 1000000 + j, 72) ^ 3 end)) liked (at)`.execute(
    db,
  )
  await sql`insert into comments (id, post_id, media_index, user_id, parent_comment_id, content, created_at, updated_at)
    select pg_temp.id_of('comment', i.i::bigint * 1000000 + j, said.at), i.post_id, i.media_index, who.id,
      case when j > 1 and j % 4 = 0 then pg_temp.id_of('comment', i.i::bigint * 1000000 + 1, first.at) end,
      pg_temp.phrase(i.i::bigint * 64 + j, 73), said.at, said.at
    from item i
    cross join lateral (select case
      when i.post = 0 and i.media_index = 0 then ${comments}::int
      when i.post > ${posts - HOT_POSTS}::int and i.media_index = 0 then ${hot}::int / 5
      else least(${people}::int / 4, floor(0.35 * pg_temp.u(i.i, 74) ^ -0.6)::int) end) total (comments)
    cross join generate_series(1, total.comments) j
    join person who on who.n = 1 + (i.i * 6007::bigint + j * 15485863::bigint) % ${people}::int
    cross join lateral (select least(now() - i.at, interval '10 days') / (total.comments + 1)) gap (t)
    cross join lateral (select date_trunc('milliseconds', i.at + gap.t)) first (at)
    cross join lateral (select date_trunc('milliseconds', i.at + j * gap.t)) said (at)`.execute(db)
}

/** Creates discussions with comments and likes, and their counts. */
export async function makeDiscussions(db: Db, { people, discussions }: WorldSize): Promise<void> {
  await sql`create temp table topic as
    select n, pg_temp.id_of('topic', n, at) as id, at
    from generate_series(1, ${discussions}::int) n,
      lateral (select date_trunc('milliseconds', now() - interval '300 days' * (1 - n / (${discussions}::float8 + 1)))) begun (at)`.execute(
    db,
  )
  await sql`insert into comments (id, discussion_id, media_index, user_id, content, created_at, updated_at)
    select pg_temp.id_of('answer', topic.n::bigint * 1000000 + j, said.at), topic.id, null, who.id, pg_temp.phrase(topic.n * 64 + j, 82),
      said.at, said.at
    from topic
    cross join generate_series(1, least(300, floor(pg_temp.u(topic.n, 83) ^ -0.8)::int - 1)) j
    join person who on who.n = 1 + (topic.n * 7919::bigint + j * 104729) % ${people}::int
    cross join lateral (select date_trunc('milliseconds',
      topic.at + (now() - topic.at) * pg_temp.u(topic.n * 1000 + j, 84))) said (at)`.execute(db)
  await sql`insert into discussion_likes (discussion_id, user_id, created_at)
    select topic.id, fan.id, topic.at + (now() - topic.at) * pg_temp.u(topic.n * 1000 + j, 85)
    from topic cross join generate_series(1, least(300, floor(pg_temp.u(topic.n, 86) ^ -0.7)::int - 1)) j
    join person fan on fan.n = 1 + (topic.n * 6007::bigint + j * 15485863::bigint) % ${people}::int`.execute(
    db,
  )
  await sql`insert into discussions (id, user_id, title, content, category, comment_count, like_count, created_at, answered_at)
    select topic.id, author.id, initcap(pg_temp.name_of(topic.n, 87)) || ' ' || pg_temp.name_of(topic.n, 88),
      pg_temp.text_of(topic.n, 89), ('{general,tips,gear,spots}'::text[])[1 + topic.n % 4], coalesce(c.n, 0), coalesce(l.n, 0),
      topic.at, coalesce(c.last, topic.at)
    from topic join person author on author.n = 1 + (topic.n * 31) % ${people}::int
    left join (select discussion_id, count(*) as n, max(created_at) as last from comments
      where discussion_id is not null group by 1) c on c.discussion_id = topic.id
    left join (select discussion_id, count(*) as n from discussion_likes group by 1) l on l.discussion_id = topic.id`.execute(
    db,
  )
}

/**
 * Creates likes on comments. They change the count in the comment's row, so this runs after comments are created and
 * before the indexes.
 */
export async function makeCommentLikes(db: Db, { people }: WorldSize): Promise<void> {
  await sql`insert into comment_likes (id, comment_id, user_id, created_at)
    select pg_temp.id_of('heart', hashtext(c.id::text) * 4::bigint + j, c.created_at), c.id, fan.id, c.created_at
    from comments c cross join lateral (select (hashtext(c.id::text) & 1048575) as n) number
    cross join generate_series(1, 3) j
    join person fan on fan.n = 1 + (number.n * 7919::bigint + j * 104729) % ${people}::int
    where number.n % 8 < 4 - j`.execute(db)
  await sql`update comments c set like_count = l.n
    from (select comment_id, count(*)::int as n from comment_likes group by 1) l where l.comment_id = c.id`.execute(
    db,
  )
}

/** Creates conversations, many of them with the role `friendly`, and the posts and spots that `friendly` saved. */
export async function makeMessages(db: Db, { people, threads }: WorldSize): Promise<void> {
  const each = 6
  await sql`create temp table thread as
    select row_number() over () as n, a.id as a_id, b.id as b_id,
      pg_temp.id_of('thread', least(a.n, b.n)::bigint * 10000000 + greatest(a.n, b.n), now()) as id,
      date_trunc('milliseconds', now() - interval '200 days' * pg_temp.u(b.n, 91)) as last_at
    from (
      select ${ROLES.friendly}::int as one, n as other from person where n > ${people}::int / 2 and n <= ${people}::int / 2 + ${threads}::int
      union select n, n + 1 from person where n > 20 and n % 5 = 0 and n < ${people}::int / 2
    ) pair join person a on a.n = one join person b on b.n = other`.execute(db)
  await sql`insert into message_threads (id, low_id, high_id, last_seq, created_at, last_message_at)
    select id, least(a_id, b_id), greatest(a_id, b_id), ${each}::int, last_at - interval '1 hour', last_at from thread`.execute(
    db,
  )
  await sql`insert into messages (id, thread_id, seq, user_id, content, created_at)
    select pg_temp.id_of('message', t.n * 100 + seq, sent.at), t.id, seq, case when seq % 2 = 0 then a_id else b_id end,
      pg_temp.phrase(t.n * 100 + seq, 92), sent.at
    from thread t, generate_series(1, ${each}::int) seq,
      lateral (select t.last_at - interval '5 min' * (${each}::int - seq)) sent (at)`.execute(db)
  // The last sender has read everything. For every fifth recipient, the last message is unread and the thread is a
  // request.
  await sql`insert into message_sides (thread_id, user_id, other_id, accepted, read_seq, unread_count, is_empty, last_message_at)
    select t.id, case side when 0 then a_id else b_id end, case side when 0 then b_id else a_id end,
      true, ${each}::int - unread.n, unread.n, false, t.last_at
    from thread t, generate_series(0, 1) side,
      lateral (select case when side = 1 and t.n % 5 = 0 then 1 else 0 end) unread (n)`.execute(db)
  await sql`insert into saved_posts (user_id, post_id, created_at)
    select me.id, post.id, now() - interval '1 hour' * post.n from person me, post
    where me.n = ${ROLES.friendly}::int and post.n % 16 = 1 and post.n < 16 * 500`.execute(db)
  await sql`insert into saved_spots (user_id, spot_id, created_at)
    select me.id, place.id, now() - interval '1 hour' * place.n from person me, place
    where me.n = ${ROLES.friendly}::int and place.n % 6 = 1 and place.n < 6 * 500`.execute(db)
}
