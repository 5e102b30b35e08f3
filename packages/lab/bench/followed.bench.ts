import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/open.ts'
import { feedPage } from '../../../apps/server/src/modules/posts/feed/feed.service.ts'
import { measureCpu, quantile } from './bench-server.ts'
import { done, report } from './report.ts'
import { openWorld, undone } from './world/open.ts'

// The followed feed. Measures the database's CPU time for its first pages with 10, 300, and 5,000 followed people (the
// last from a timeline), for the same page merged without the timeline, and for adding a post to timelines.
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    timelines: { type: 'string', default: '500' },
  },
})
const DEPTH = 3
const FOLLOWING = { follows10: 10, follows300: 300, follows5000: 5_000 } as const
type Following = keyof typeof FOLLOWING

const { world } = await openWorld()
const big = world.who.follows5000

async function cost(db: Db, work: () => Promise<unknown>): Promise<number> {
  return (await measureCpu(db, work)).took
}

async function firstPages(db: Db, viewer: string): Promise<number[]> {
  const took: number[] = []
  let cursor: string | undefined
  for (let page = 0; page < DEPTH; page += 1) {
    let text = ''
    took.push(
      await cost(db, async () => {
        text = (await feedPage(db, viewer, { filter: 'followed', cursor })).text
      }),
    )
    cursor = (JSON.parse(text) as { next_cursor: string | null }).next_cursor ?? undefined
  }
  return took
}

async function measure(db: Db, who: readonly Following[], times: number) {
  const took: Record<Following, number[]> = { follows10: [], follows300: [], follows5000: [] }
  for (let i = -5; i < times / DEPTH; i += 1)
    for (const role of who) {
      const pages = await firstPages(db, world.who[role])
      if (i >= 0) took[role].push(...pages)
    }
  return took
}

const took = await measure(world.db, Object.keys(FOLLOWING) as Following[], Number(values.pages))
const merged = await undone(world.db, async (tx) => {
  await sql`delete from timelines where user_id = ${big}`.execute(tx)
  return measure(tx, ['follows5000'], Number(values.pages) / 4)
})

// Posts as a person who is followed by `timelines` people with a timeline.
const handed = await undone(world.db, async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  const star = world.who.quiet
  await sql`insert into timelines (user_id) select p.user_id from profiles p
    where p.user_id <> all (array(select user_id from timelines)) and p.user_id <> ${star}
    order by p.user_id limit ${Number(values.timelines)}`.execute(tx)
  await sql`insert into follows (id, follower_id, following_id)
    select gen_random_uuid(), user_id, ${star} from timelines on conflict do nothing`.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
  const all: number[] = []
  for (let i = 0; i < 20; i += 1) {
    await sql`insert into posts (id, user_id, kind, title) values (gen_random_uuid(), ${star}, 'text', 'Words')`.execute(
      tx,
    )
    all.push(await cost(tx, () => sql`select nollie_fan_out(50)`.execute(tx)))
  }
  return all
})

for (const [role, people] of Object.entries(FOLLOWING) as [Following, number][])
  report({
    name: `page, ${people} people, database CPU p95`,
    value: quantile(took[role], 0.95),
    unit: 'ms',
    detail: `p50 ${quantile(took[role], 0.5).toFixed(2)} ms`,
  })
report({
  name: 'page, 5000 people merged without the timeline, database CPU p95',
  value: quantile(merged.follows5000, 0.95),
  unit: 'ms',
})
report({
  name: `one post handed to ${values.timelines} timelines, database CPU p95`,
  value: quantile(handed, 0.95),
  unit: 'ms',
})
report({
  name: 'page, 5000 people, database CPU p95, of 10 people',
  value: quantile(took.follows5000, 0.95) / quantile(took.follows10, 0.95),
  unit: 'x',
  goal: { max: 1.5 },
})
await done()
