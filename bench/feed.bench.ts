import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/server/src/db/open.ts'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { writeCursor } from '../apps/server/src/platform/http/index.ts'
import { blockPeople, fillWithPosts, makeViral, SPAN_SECONDS } from './feed-world.ts'
import { cpuOf, quantile, throwAwayCluster } from './map-lib.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'

// The feed: what a page at any depth costs the database at 50 k and at all posts (ratio of on-CPU time, one connection
// each, pages in turn), what it weighs, what followed-only costs by the number of followed people, and what blocks cost on
// a page of which half is viral.
const { values } = parseArgs({
  options: { posts: { type: 'string', default: '200000' }, pages: { type: 'string', default: '300' } },
})
const ALL = Number(values.posts)
const PAGES = Number(values.pages)
const SMALL = Math.min(50_000, ALL)
const FOLLOWED = [10, 300, 5_000]
/** Posts of the first page that everybody likes, half of it. */
const VIRAL = 10
const BLOCKED = 100

type Side = { db: Db; pid: number; cpu: number[]; bytes: number[]; viewers: string[] }

const fill = async (name: string, posts: number): Promise<Side> => {
  const db = openDatabase(await cluster.database(name), { max: 1, statementTimeoutMs: 0 })
  const viewers = await fillWithPosts(db, posts, FOLLOWED)
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

const look = async (side: Side, viewer: string, filter: 'all' | 'followed', cursor?: string) => {
  const { took, result } = await cpuOf(side.pid, () =>
    feedPage(side.db, viewer, { filter, ...(cursor ? { cursor } : {}) }),
  )
  return { took, bytes: gzipSync(result).length }
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
await makeViral(large.db, VIRAL)
const [none = '', few = '', many = ''] = large.viewers
await blockPeople(large.db, few, 1)
await blockPeople(large.db, many, BLOCKED)
const blocking: Record<string, number[]> = { [none]: [], [few]: [], [many]: [] }
for (let i = -8; i < PAGES; i++)
  for (const viewer of [none, few, many]) {
    const { took } = await look(large, viewer, 'all')
    if (i >= 0) blocking[viewer]?.push(took)
  }
await small.db.destroy()
await large.db.destroy()

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
report({
  name: 'page of 20 posts gzipped, p95',
  value: quantile(large.bytes, 0.95),
  unit: 'B',
  goal: { most: 2_500 },
})
for (const [i, count] of FOLLOWED.entries())
  report({
    name: `followed-only, ${count} people, merged, database CPU p95`,
    value: quantile(followed[i] ?? [], 0.95),
    unit: 'ms',
  })
const ofNone = quantile(blocking[none] ?? [], 0.5)
for (const [viewer, count] of [
  [few, 1],
  [many, BLOCKED],
] as const)
  report({
    name: `first page with ${VIRAL} viral posts, ${count} blocked, database CPU p50, of none blocked`,
    value: quantile(blocking[viewer] ?? [], 0.5) / ofNone,
    unit: 'x',
    goal: { most: 1.3 },
    detail: `none blocked: ${ofNone.toFixed(2)} ms`,
  })
await done()
