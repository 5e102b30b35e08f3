import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/server/src/db/open.ts'
import { discoverPage } from '../apps/server/src/modules/discover/discover.service.ts'
import { writeCursor } from '../apps/server/src/platform/http/index.ts'
import { fillWithPosts, SPAN_SECONDS } from './feed-world.ts'
import { cpuOf, quantile, throwAwayCluster } from './map-lib.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'

// Discover: what a page of 30 at any depth costs the database at 50 k and at all posts (ratio of on-CPU time, one
// connection each, pages in turn), for somebody who blocks many, with a long stretch of posts of words in the middle.
const { values } = parseArgs({
  options: { posts: { type: 'string', default: '200000' }, pages: { type: 'string', default: '300' } },
})
const ALL = Number(values.posts)
const PAGES = Number(values.pages)
const SMALL = Math.min(50_000, ALL)
const BLOCKED = 200

type Side = { db: Db; pid: number; cpu: number[]; bytes: number[]; viewer: string }

const MIDDLE = Date.UTC(2024, 0, 1) + SPAN_SECONDS * 500

const fill = async (name: string, posts: number): Promise<Side> => {
  const db = openDatabase(await cluster.database(name), { max: 1, statementTimeoutMs: 0 })
  const [viewer = ''] = await fillWithPosts(db, posts, [0], { liked: false })
  await sql`set session_replication_role = replica`.execute(db)
  await sql`insert into blocks (blocker_id, blocked_id)
    select ${viewer}, user_id from profiles where user_id <> ${viewer} limit ${BLOCKED}`.execute(db)
  await sql`update profiles set suspended_at = now()
    where user_id in (select user_id from profiles where user_id <> ${viewer} offset ${BLOCKED}::int limit 100)`.execute(
    db,
  )
  await sql`insert into posts (id, user_id, kind, title, created_at)
    select gen_random_uuid(), ${viewer}, 'text', 'Words', to_timestamp(${MIDDLE / 1000}::float8) + i * interval '1 ms'
    from generate_series(1, ${posts / 5}::int) i`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return { db, pid: rows[0]?.pid ?? 0, cpu: [], bytes: [], viewer }
}

const random = randomFrom(7)
const NO_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
/** Somewhere, and every tenth time just above the stretch of words. */
const aPlace = (i: number) => {
  const at = i % 10 === 0 ? MIDDLE + ALL * 2 : Date.UTC(2024, 0, 1) + random() * SPAN_SECONDS * 1000
  return writeCursor(['discover', new Date(at).toISOString(), NO_ID, 0])
}

const cluster = await throwAwayCluster()
const sides = [await fill('small', SMALL), await fill('large', ALL)] as const
for (let i = -30; i < PAGES; i++) {
  const cursor = aPlace(i)
  for (const side of sides) {
    const { took, result: text } = await cpuOf(side.pid, () => discoverPage(side.db, side.viewer, cursor))
    if (i < 0) continue
    side.cpu.push(took)
    side.bytes.push(gzipSync(text).length)
  }
}
for (const { db } of sides) await db.destroy()

const [small, large] = sides
const ms = (numbers: readonly number[]) =>
  `${quantile(numbers, 0.5).toFixed(2)}, ${quantile(numbers, 0.95).toFixed(2)}`
const ratio = quantile(large.cpu, 0.95) / quantile(small.cpu, 0.95)
report({
  name: 'page at any depth, database CPU p95, 50 k -> all posts',
  value: ratio,
  unit: 'x',
  goal: { most: 1.2 },
  detail: `p50, p95 (ms) at ${SMALL}: ${ms(small.cpu)}; at ${ALL}: ${ms(large.cpu)}`,
})
report({ name: 'page of 30 items gzipped, p95', value: quantile(large.bytes, 0.95), unit: 'B' })
await done()
