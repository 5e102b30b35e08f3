import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { fillWithPosts } from './feed-world.ts'
import { cpuOf, quantile, throwAwayCluster } from './map-lib.ts'
import { done, report } from './report.ts'

// Followed-only: what the first pages cost the database with 10, 300 and 5,000 followed people, the last from a timeline;
// the same page merged without it; and handing a post out to timelines.
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '200' },
    timelines: { type: 'string', default: '500' },
  },
})
const FOLLOWED = [10, 300, 5_000]
const DEPTH = 3

const cluster = await throwAwayCluster()
const db = openDatabase(await cluster.database('followed'), { max: 1, statementTimeoutMs: 0 })
const viewers = await fillWithPosts(db, Number(values.posts), FOLLOWED)
const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
const pid = rows[0]?.pid ?? 0
const big = viewers.at(-1) ?? ''
await sql`select nollie_build_timeline(${big})`.execute(db)
await sql`vacuum analyze timeline, timelines`.execute(db)

const cost = async (work: () => Promise<unknown>): Promise<number> => (await cpuOf(pid, work)).took
const firstPages = async (viewer: string): Promise<number[]> => {
  const took: number[] = []
  let cursor: string | undefined
  for (let page = 0; page < DEPTH; page += 1) {
    let text = ''
    took.push(
      await cost(async () => {
        text = await feedPage(db, viewer, { filter: 'followed', cursor })
      }),
    )
    cursor = (JSON.parse(text) as { next_cursor: string | null }).next_cursor ?? undefined
  }
  return took
}
const measure = async (who: readonly string[], times: number): Promise<number[][]> => {
  const took: number[][] = who.map(() => [])
  for (let i = -5; i < times / DEPTH; i += 1)
    for (const [n, viewer] of who.entries()) {
      const pages = await firstPages(viewer)
      if (i >= 0) took[n]?.push(...pages)
    }
  return took
}

const with_ = await measure(viewers, Number(values.pages))
const { rows: kept } = await sql<{ text: string }>`
  with gone as (delete from timelines where user_id = ${big} returning 1) select count(*)::text as text from gone`.execute(
  db,
)
const [merged = []] = await measure([big], Number(values.pages) / 4)

// One post of somebody whom so many people with a timeline follow.
await sql`select nollie_build_timeline(${big})`.execute(db)
await sql`insert into timelines (user_id) select p.user_id from profiles p where p.user_id <> ${big}
  order by p.user_id limit ${Number(values.timelines)}`.execute(db)
const { rows: stars } = await sql<{ id: string }>`
  select following_id as id from follows where follower_id = ${big} limit 1`.execute(db)
const star = stars[0]?.id ?? ''
await sql`set session_replication_role = replica`.execute(db)
await sql`insert into follows (id, follower_id, following_id)
  select gen_random_uuid(), user_id, ${star} from timelines on conflict do nothing`.execute(db)
await sql`set session_replication_role = origin`.execute(db)
const handed: number[] = []
for (let i = 0; i < 20; i += 1) {
  await sql`insert into posts (id, user_id, kind, title) values (gen_random_uuid(), ${star}, 'text', 'Words')`.execute(
    db,
  )
  handed.push(await cost(() => sql`select nollie_fan_out(50)`.execute(db)))
}
await db.destroy()

for (const [i, count] of FOLLOWED.entries())
  report({
    name: `page, ${count} people, database CPU p95`,
    value: quantile(with_[i] ?? [], 0.95),
    unit: 'ms',
  })
report({
  name: 'page, 5000 people merged without the timeline, database CPU p95',
  value: quantile(merged, 0.95),
  unit: 'ms',
  detail: `${kept[0]?.text} timeline taken away`,
})
report({
  name: `one post handed to ${values.timelines} timelines, database CPU p95`,
  value: quantile(handed, 0.95),
  unit: 'ms',
})
report({
  name: 'page, 5000 people of 10 people, database CPU p95',
  value: quantile(with_[2] ?? [], 0.95) / quantile(with_[0] ?? [], 0.95),
  unit: 'x',
  goal: { most: 1.5 },
})
await done()
