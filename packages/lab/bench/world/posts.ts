import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'
import { type SpotColumns, worldOfSpots } from '../map-world.ts'
import { makeFacts } from './facts.ts'
import {
  HOT_POSTS,
  ORDINARY_FROM,
  ROLES,
  SPAN_DAYS,
  LENGTH_FROM,
  LENGTH_TO,
  type WorldSize,
} from './sizes.ts'

const CHUNK = 20_000
/** One in this many posts shares a spot, until all spots have been shared. */
const SHARED_EVERY = 10

async function insertPlaces(db: Db, before: number, spots: SpotColumns): Promise<void> {
  await sql`insert into place (n, id, name, city, latitude, longitude, types, at)
    select ${before}::int + nr, pg_temp.id_of('spot', ${before}::int + nr, at), name, city, latitude, longitude, string_to_array(types, ','), at
    from unnest(${spots.name}::text[], ${spots.city}::text[], ${spots.latitude}::float8[], ${spots.longitude}::float8[],
      ${spots.spot_types}::text[], ${spots.created_at}::timestamptz[])
      with ordinality u (name, city, latitude, longitude, types, at, nr)`.execute(db)
}

/** Chooses the spots' numbers, positions, and names. */
export async function choosePlaces(db: Db, { spots }: WorldSize): Promise<void> {
  await sql`create temp table place (n int, id uuid, name text, city text, latitude float8, longitude float8, types text[],
    at timestamptz)`.execute(db)
  const world = worldOfSpots()
  for (let made = 0; made < spots; made += CHUNK)
    await insertPlaces(db, made, world.next(Math.min(CHUNK, spots - made)))
  await sql`alter table place add primary key (n)`.execute(db)
  await sql`analyze place`.execute(db)
}

/**
 * Chooses posts and their items, numbered by time. Posts get more frequent over time, a few people post the most, and
 * one run has no photos. The newest posts and number 0 (by the role `famous`) are photos.
 */
export async function choosePosts(db: Db, { posts, people, spots }: WorldSize): Promise<void> {
  await sql`create temp table post as
    select n, pg_temp.id_of('post', n, at) as id, at, kind,
      case when n = 0 then ${ROLES.famous}::int when n > ${posts - HOT_POSTS}::int then ${ORDINARY_FROM}::int + ${posts}::int - n + 1
        else 1 + floor(${people}::int * pg_temp.u(n, 41) ^ 2)::int end as author,
      case when kind = 'spot' then n / ${SHARED_EVERY}::int
        when kind = 'media' and pg_temp.u(n, 42) < 0.85 then 1 + floor(${spots}::int * pg_temp.u(n, 43) ^ 3)::int end as place,
      case kind when 'text' then 0 when 'profile_picture' then 1 else 1 + floor(4 * pg_temp.u(n, 44) ^ 2)::int end as photos
    from generate_series(0, ${posts}::int) n,
      lateral (select case
        when n = 0 then date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day'
        else date_trunc('milliseconds', now()) - interval '1 day' * ${SPAN_DAYS}::int * (1 - sqrt(n / (${posts}::float8 + 1))) end) made (at),
      lateral (select case
        when n = 0 or n > ${posts - HOT_POSTS}::int then 'media'
        when n between ${Math.round(posts * LENGTH_FROM)}::int and ${Math.round(posts * LENGTH_TO)}::int then 'text'
        when n % ${SHARED_EVERY}::int = 0 and n / ${SHARED_EVERY}::int <= ${spots}::int then 'spot'
        when n % 20 < 3 then 'text' when n % 33 = 5 then 'profile_picture' else 'media' end) what (kind)`.execute(
    db,
  )
  await sql`alter table post add primary key (n)`.execute(db)
  await sql`create temp table item as
    select row_number() over (order by p.at, p.n, index)::int as i, p.n as post, p.id as post_id, index as media_index, p.at,
      p.author, p.kind, p.place,
      case when p.photos > 0 then pg_temp.id_of('media', p.n::bigint * 16 + index, p.at) end as media_id,
      p.kind = 'media' and (p.n + index) % 40 = 7 as is_video
    from post p, generate_series(0, greatest(p.photos, 1) - 1) index`.execute(db)
  await sql`alter table item add primary key (i)`.execute(db)
  await sql`analyze post, item`.execute(db)
}

/** Creates spots, posts, files, and items. The likes and comments that they count must already exist. */
export async function makePosts(db: Db): Promise<void> {
  await sql`insert into media (id, owner_id, type, status, key, bytes, stored_bytes, width, height, thumbhash, duration,
      attached_at, created_at, updated_at)
    select i.media_id, author.id, case when is_video then 'video' else 'image' end, 'ready',
      pg_temp.key_of(i.i), 400000 + i.i % 1000000, 300000 + i.i % 500000, 1600, 1200,
      left(encode(decode(md5('hash' || i.i), 'hex'), 'base64') || 'YJqGPQw7sFls', 34),
      case when is_video then 5 + i.i % 10 end, i.at, i.at, i.at
    from item i join person author on author.n = i.author where i.media_id is not null order by i.i`.execute(
    db,
  )
  await sql`insert into spots (id, name, description, description_by, city, latitude, longitude, difficulty_level, spot_types,
      cover_media_id, has_video, created_by, source, source_id, source_licence, created_at, updated_at)
    select place.id, place.name, pg_temp.text_of(place.n, 51), creator.id, place.city, latitude, longitude,
      case place.n % 5 when 0 then 'beginner' when 1 then 'intermediate' when 2 then 'advanced' end, types,
      cover.media_id, place.n in (select i.place from item i join person p on p.n = i.author
        where is_video and i.place is not null and i.author % 1000 <> 999),
      creator.id, case when creator.id is null then 'elsewhere' end, case when creator.id is null then place.n::text end,
      case when creator.id is null then 'ODbL' end, coalesce(shared.at, place.at), coalesce(shared.at, place.at)
    from place
    left join post shared on shared.place = place.n and shared.kind = 'spot'
    left join person creator on creator.n = shared.author
    left join item cover on cover.post = shared.n and cover.media_index = 0
    order by place.n`.execute(db)
  await makeFacts(db)
  await sql`insert into posts (id, user_id, spot_id, kind, title, content, created_at, updated_at)
    select post.id, author.id, place.id, kind,
      case kind when 'spot' then place.name when 'text' then initcap(pg_temp.name_of(post.n, 61)) || ' session'
        when 'profile_picture' then 'New profile picture' else 'Added ' || photos || ' photo(s)' end,
      case when kind <> 'profile_picture' then pg_temp.text_of(post.n, 62) end, post.at, post.at
    from post join person author on author.n = post.author left join place on place.n = post.place
    order by post.at`.execute(db)
  await sql`insert into post_media (post_id, media_index, media_id, like_count, comment_count)
    select i.post_id, i.media_index, i.media_id, coalesce(l.n, 0), coalesce(c.n, 0)
    from item i
    left join (select post_id, media_index, count(*) as n from likes group by 1, 2) l using (post_id, media_index)
    left join (select post_id, media_index, count(*) as n from comments where post_id is not null group by 1, 2) c
      using (post_id, media_index)
    order by i.i`.execute(db)
}
