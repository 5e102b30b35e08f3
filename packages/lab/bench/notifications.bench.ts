import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { insertLike } from '../../../apps/server/src/modules/likes/likes.queries.ts'
import { selectNotifications } from '../../../apps/server/src/modules/notifications/notifications.queries.ts'
import { insertNotifications } from '../../../apps/server/src/modules/notifications/notify.queries.ts'
import { countUnread } from '../../../apps/server/src/modules/notifications/read-notifications.queries.ts'
import { rollUpCounts } from '../../../apps/server/src/modules/posts/index.ts'
import { measureCpu, quantile, throwAwayCluster } from './bench-server.ts'
import { done, report } from './report.ts'
import { openWorld, undone } from './world/open.ts'
import { aCrowd } from '../../../apps/server/test/makers/spots.ts'

// Notifications must not make likes more expensive. Compares pairs of runs with the same likes, with and without a
// rollup that writes notifications. Also measures the rollup's time per like, one notification to many people (about a
// deleted spot), and the list and badge of a person with a viral post.
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '16' },
    pairs: { type: 'string', default: '5' },
    likes: { type: 'string', default: '4000' },
    fans: { type: 'string', default: '20000' },
  },
})
const CLIENTS = Number(values.clients)
const LIKES = Number(values.likes)
const FANS = Number(values.fans)
/** The database's maximum CPU time (ms) for a page or the badge, even with 100,000 likes in a day. */
const MAX_MS = 20

const cluster = await throwAwayCluster()
const url = await cluster.database('notifications')
const db = openDatabase(url, { max: CLIENTS + 2, statementTimeoutMs: 0 })
const mute = openDatabase(await cluster.database('mute'), { max: CLIENTS + 2, statementTimeoutMs: 0 })

async function people(at: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid())
  await aCrowd(at, ids, (n) => `skater${n}`)
  return ids
}

async function aPost(at: Db, owner: string): Promise<string> {
  const id = uuid()
  await sql`insert into posts (id, user_id, kind, title) values (${id}, ${owner}, 'text', 'Hot')`.execute(at)
  await sql`insert into post_media (post_id, media_index) values (${id}, 0)`.execute(at)
  return id
}

type World = { at: Db; owner: string; fans: string[] }

async function makeWorld(at: Db): Promise<World> {
  const [owner = '', ...fans] = await people(at, FANS + 1)
  return { at, owner, fans }
}

const notified = await makeWorld(db)
const muted = await makeWorld(mute)
// The owner muted likes, so this rollup does the same work but writes no notifications.
await sql`insert into notification_mutes (user_id, type) values (${muted.owner}, 'like')`.execute(mute)

/** Has many people like one photo concurrently. Returns the likes per second and the rollup's time (ms) per like. */
async function likeAll({ at, owner, fans }: World) {
  const post_id = await aPost(at, owner)
  const begun = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let n = next++; n < LIKES; n = next++)
        await insertLike(at, { post_id, media_index: 0 }, fans[n] ?? '', uuid())
    }),
  )
  const rate = (LIKES * 1000) / (performance.now() - begun)
  const folding = performance.now()
  await rollUpCounts(at)
  return { rate, rollup: (performance.now() - folding) / LIKES }
}

const pairs: { rate: number; rollup: number; plainRollup: number }[] = []
for (let i = -1; i < Number(values.pairs); i++) {
  const first = i % 2 === 0 ? await likeAll(notified) : null
  const plain = await likeAll(muted)
  const withNotifications = first ?? (await likeAll(notified))
  if (i >= 0)
    pairs.push({
      rate: withNotifications.rate / plain.rate,
      rollup: withNotifications.rollup,
      plainRollup: plain.rollup,
    })
}

function median(of: (pair: (typeof pairs)[number]) => number) {
  return quantile(pairs.map(of), 0.5)
}

async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
  }
  return quantile(taken, 0.5)
}

const spot_id = uuid()
await sql`insert into spots (id, name, latitude, longitude, spot_types) values (${spot_id}, 'Gone', 41, 2, '{ledges}')`.execute(
  db,
)
const removal = { type: 'spot_removed', from_user_id: null, target_id: spot_id, spot_id } as const
const wide = await timed(1, () =>
  db.transaction().execute((tx) => insertNotifications(tx, { ...removal, user_ids: notified.fans })),
)

// Compares a person with few notifications to one with a viral photo, both with and without table statistics.
const { world } = await openWorld()
const { quiet, famous } = world.who

async function p95Of(at: Db, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  // The first rounds read from disk and aren't counted.
  for (let i = -5; i < 60; i++) {
    const { took } = await measureCpu(at, work)
    if (i >= 0) taken.push(took)
  }
  return quantile(taken, 0.95)
}

async function figures(one: Db) {
  return {
    quietPage: await p95Of(one, () => selectNotifications(one, quiet, null)),
    famousPage: await p95Of(one, () => selectNotifications(one, famous, null)),
    quietBadge: await p95Of(one, () => countUnread(one, quiet)),
    famousBadge: await p95Of(one, () => countUnread(one, famous)),
  }
}

const warm = await figures(world.db)
const cold = await undone(world.db, async (tx) => {
  await sql`delete from pg_statistic where starelid in
    ('notifications'::regclass, 'likes'::regclass, 'comments'::regclass, 'follows'::regclass)`.execute(tx)
  return figures(tx)
})
await db.destroy()
await mute.destroy()

report({
  name: 'likes of a hot photo, of the rate without notifications',
  value: median(({ rate }) => rate),
  unit: 'x',
  goal: { min: 0.95 },
  detail: `pairs ${pairs.map(({ rate }) => rate.toFixed(2)).join(', ')}; ${CLIENTS} clients, durable; fold a like ${(median(({ rollup }) => rollup) * 1000).toFixed(0)} us, ${(median(({ plainRollup }) => plainRollup) * 1000).toFixed(0)} us without`,
})
report({ name: `notifications to ${FANS} people in one transaction`, value: wide, unit: 'ms' })
const LISTS = {
  quietPage: 'page of a quiet person',
  famousPage: 'page of 20 lines after a viral day',
  quietBadge: 'badge of a quiet person',
  famousBadge: 'badge after a viral day',
} as const
for (const [when, lists] of Object.entries({ cold, warm }))
  for (const [list, name] of Object.entries(LISTS) as [keyof typeof LISTS, string][])
    report({
      name: `${name}, statistics ${when}, database CPU p95`,
      value: lists[list],
      unit: 'ms',
      goal: { max: MAX_MS },
    })
await done()
