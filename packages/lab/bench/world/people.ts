import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'
import { FOLLOWS, ORDINARY_FROM, ROLES, SPAN_DAYS, type WorldSize } from './sizes.ts'

/** Chooses people's numbers, IDs, and times, for use by later statements. */
export async function choosePeople(db: Db, { people }: WorldSize): Promise<void> {
  await sql`create temp table person as
    select n, pg_temp.id_of('person', n, at) as id, at
    from generate_series(1, ${people}::int) n,
      lateral (select date_trunc('milliseconds', now()) - (${people}::int - n + 1) * (interval '1 day' * ${SPAN_DAYS}::int / ${people}::int)) joined (at)`.execute(
    db,
  )
  await sql`alter table person add primary key (n)`.execute(db)
  await sql`analyze person`.execute(db)
}

/** Creates accounts and profiles, with profile pictures from existing posts. Every thousandth account is suspended. */
export async function makePeople(db: Db): Promise<void> {
  await sql`insert into users (id, name, email, email_verified, username, created_at, updated_at)
    select id, 'Skater ' || n, 's' || n || '@nollie.example', true, pg_temp.name_of(n, 11) || n, at, at
    from person`.execute(db)
  await sql`insert into profiles (user_id, username, full_name, bio, avatar_media_id, avatar_url, suspended_at, created_at, updated_at)
    select person.id, pg_temp.name_of(n, 11) || n, initcap(pg_temp.name_of(n, 14)) || ' ' || initcap(pg_temp.name_of(n, 17)),
      case when n % 3 = 0 then pg_temp.phrase(n, 20) end, picture.media_id, '/media/' || media.key || '/400.webp',
      case when n % 1000 = 999 then now() - interval '10 days' end, at, at
    from person
    left join (select distinct on (p.user_id) p.user_id, pm.media_id
      from posts p join post_media pm on pm.post_id = p.id
      where p.kind = 'profile_picture' order by p.user_id, p.created_at desc) picture on picture.user_id = person.id
    left join media on media.id = picture.media_id`.execute(db)
}

/** Creates follows and blocks. Most people follow a few people, and a few have many followers; see {@link FOLLOWS}. */
export async function makeFollows(db: Db, { people, fans }: WorldSize): Promise<void> {
  const last = Math.max(...Object.values(ROLES))
  // Only ordinary people are counted here. Each role follows exactly as many people as FOLLOWS says.
  await sql`insert into follows (id, follower_id, following_id, created_at)
    select pg_temp.id_of('follow', a.n::bigint * 10000000 + b.n, now()), a.id, b.id,
      greatest(a.at, b.at) + (now() - greatest(a.at, b.at)) * pg_temp.u(a.n::bigint * 10000000 + b.n, 31)
    from (
      select n as follower, 1 + floor(${people}::int * pg_temp.u(n::bigint * 64 + i, 32) ^ 3)::int as followed
      from person, generate_series(1, 2 + floor(pg_temp.u(n, 33) ^ 3 * 40)::int) i where n > ${ORDINARY_FROM}::int
      union select n, ${ROLES.star}::int from person
        where n > ${ORDINARY_FROM}::int and n <= ${ORDINARY_FROM}::int + ${fans}::int
      union select role, n from person, unnest(${Object.keys(FOLLOWS).map((role) => ROLES[role as keyof typeof ROLES])}::int[],
          ${Object.values(FOLLOWS)}::int[]) part (role, many)
        where n > ${ORDINARY_FROM}::int and n <= ${ORDINARY_FROM}::int + many
    ) pair
    join person a on a.n = follower join person b on b.n = followed
    where follower <> followed and followed not between 2 and ${last}::int
    order by a.n, b.n`.execute(db)
  await sql`insert into blocks (blocker_id, blocked_id, created_at)
    select distinct on (a.id, b.id) a.id, b.id, now() - interval '1 day' * 100 * pg_temp.u(a.n, 34)
    from (
      select n as blocker, 1 + ${ORDINARY_FROM}::int + floor((${people}::int - ${ORDINARY_FROM}::int) * pg_temp.u(n, 35))::int as blocked
      from person where n % 50 = 0
      union select ${ROLES.blocksOne}::int, ${people}::int
      union select ${ROLES.blocksHundred}::int, ${people}::int - i * ((${people}::int - ${ORDINARY_FROM}::int) / 100) from generate_series(0, 99) i
    ) pair
    join person a on a.n = blocker join person b on b.n = blocked
    where blocker <> blocked`.execute(db)
  await sql`delete from follows where (follower_id, following_id) in
    (select blocker_id, blocked_id from blocks union all select blocked_id, blocker_id from blocks)`.execute(
    db,
  )
}
