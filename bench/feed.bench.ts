import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/server/src/db/open.ts'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { writeCursor } from '../apps/server/src/platform/http/index.ts'
import { onCpu, quantile, throwAwayCluster } from './map-lib.ts'
import { randomFrom } from './map-world.ts'

// The feed: what a page at any depth costs the database at 50 k and at all posts (ratio of on-CPU time, one connection
// each, pages in turn), what it weighs, and what followed-only costs by the number of followed people.
const { values } = parseArgs({
  options: { posts: { type: 'string', default: '200000' }, pages: { type: 'string', default: '300' } },
})
const ALL = Number(values.posts)
const PAGES = Number(values.pages)
const SMALL = Math.min(50_000, ALL)
const FOLLOWED = [10, 300, 5_000]
const SPAN_SECONDS = 900 * 86_400

type Side = { db: Db; pid: number; cpu: number[]; bytes: number[]; viewers: string[] }

/** People, spots, posts with one to three photos each, and likes, made in the database; triggers and keys stand back. */
const fill = async (name: string, posts: number): Promise<Side> => {
  const db = openDatabase(await cluster.database(name), { max: 1, statementTimeoutMs: 0 })
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
  await sql`insert into likes (id, post_id, media_index, user_id)
    select gen_random_uuid(), pm.post_id, pm.media_index, person.id
    from (select *, row_number() over () as n from post_media) pm cross join generate_series(0, 1) again
    join person on person.n = 1 + (pm.n * 31 + again * 977) % ${people}::int`.execute(db)
  const { rows: picked } = await sql<{ id: string }>`select id from person order by n limit 3`.execute(db)
  const viewers = picked.map(({ id }) => id)
  for (const [i, viewer] of viewers.entries())
    await sql`insert into follows (id, follower_id, following_id)
      select gen_random_uuid(), ${viewer}, id from person where n > 3 order by n limit ${FOLLOWED[i] ?? 0}`.execute(
      db,
    )
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
  console.log(
    `... ${posts} posts of ${people} people made in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  )
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return { db, pid: rows[0]?.pid ?? 0, cpu: [], bytes: [], viewers }
}

const random = randomFrom(5)
const placeOf = (filter: string) =>
  writeCursor([
    filter,
    new Date(Date.UTC(2024, 0, 1) + random() * SPAN_SECONDS * 1000).toISOString(),
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ])

const look = async (side: Side, viewer: string, filter: 'all' | 'followed', cursor: string) => {
  const begin = onCpu(side.pid) ?? performance.now()
  const text = await feedPage(side.db, viewer, { filter, cursor })
  return { took: (onCpu(side.pid) ?? performance.now()) - begin, bytes: gzipSync(text).length }
}

const cluster = await throwAwayCluster()
const small = await fill('small', SMALL)
const large = await fill('large', ALL)
for (let i = -30; i < PAGES; i++) {
  const cursor = placeOf('all')
  for (const side of [small, large]) {
    const { took, bytes } = await look(side, side.viewers[0] ?? '', 'all', cursor)
    if (i < 0) continue
    side.cpu.push(took)
    side.bytes.push(bytes)
  }
}
const followed: number[][] = FOLLOWED.map(() => [])
for (let i = -8; i < PAGES / 5; i++) {
  const cursor = placeOf('followed')
  for (const [who, viewer] of large.viewers.entries()) {
    const { took } = await look(large, viewer, 'followed', cursor)
    if (i >= 0) followed[who]?.push(took)
  }
}
await small.db.destroy()
await large.db.destroy()
await cluster.stop()

const ms = (numbers: readonly number[]) =>
  `${quantile(numbers, 0.5).toFixed(2)}, ${quantile(numbers, 0.95).toFixed(2)}`
const ratio = quantile(large.cpu, 0.95) / quantile(small.cpu, 0.95)
const weight = quantile(large.bytes, 0.95)
console.log(
  `feed page at any depth, database CPU p95, ${SMALL} -> ${ALL} posts: ${ratio.toFixed(2)}x (goal <= 1.2x)`,
)
console.log(`  p50, p95 (ms) at ${SMALL}: ${ms(small.cpu)}; at ${ALL}: ${ms(large.cpu)}`)
console.log(
  `page of 20 posts gzipped, p95: ${weight} B (goal <= 1.7 kB, of posts without thumbnails' hashes)`,
)
for (const [i, count] of FOLLOWED.entries())
  console.log(`followed-only, ${count} people: p50, p95 (ms) ${ms(followed[i] ?? [])}`)
if (ratio > 1.2) process.exitCode = 1
