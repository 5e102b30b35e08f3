import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { preparedStatement } from '../../../apps/server/src/db/prepared.ts'
import { deleteLike, insertLike } from '../../../apps/server/src/modules/likes/likes.queries.ts'
import { rollUpCounts } from '../../../apps/server/src/modules/posts/index.ts'
import { quantile, throwAwayCluster } from './bench-server.ts'
import { done, report } from './report.ts'
import { aCrowd } from '../../../apps/server/test/makers/spots.ts'

// Many people like one photo concurrently. Compares two rates per second: of likes while the rollup is running, and of
// statements that write the same rows without counting (durable commits, alternating pairs). Afterward, the count must
// match the rows within 2 s.
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '32' },
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
  },
})
const CLIENTS = Number(values.clients)
const SECONDS = Number(values.seconds)

const cluster = await throwAwayCluster()
const db = openDatabase(await cluster.database('likes'), { max: CLIENTS, statementTimeoutMs: 0 })
const other = openDatabase(await cluster.database('plain'), { max: CLIENTS, statementTimeoutMs: 0 })

async function prepare(at: Db) {
  const people = Array.from({ length: CLIENTS }, () => uuid())
  await aCrowd(at, people, (n) => `skater${n}`)
  const post_id = uuid()
  await sql`insert into posts (id, user_id, kind, title) values (${post_id}, ${people[0]}, 'text', 'Hot')`.execute(
    at,
  )
  await sql`insert into post_media (post_id, media_index) values (${post_id}, 0)`.execute(at)
  return { people, item: { post_id, media_index: 0 } }
}

const counted = await prepare(db)
const plain = await prepare(other)
// Without its trigger, the queue receives the same rows but never signals a rollup.
await sql`alter table counter_delta disable trigger user`.execute(other)

/** Toggles likes for all people concurrently, but for each person sequentially. Returns the toggles per second. */
async function measureRate(
  people: readonly string[],
  toggle: (who: string, on: boolean) => Promise<unknown>,
) {
  const begin = performance.now()
  const end = begin + SECONDS * 1000
  const done = await Promise.all(
    people.map(async (who) => {
      let times = 0
      for (; performance.now() < end; times++) await toggle(who, times % 2 === 0)
      return times
    }),
  )
  return (done.reduce((a, b) => a + b, 0) * 1000) / (performance.now() - begin)
}

async function withCounts() {
  const likes = new AbortController()
  const rollups = (async () => {
    while (!likes.signal.aborted) {
      await sleep(400)
      await rollUpCounts(db)
    }
  })()
  const rate = await measureRate(counted.people, (who, on) =>
    on ? insertLike(db, counted.item, who, uuid()) : deleteLike(db, counted.item, who),
  )
  likes.abort()
  await rollups
  return rate
}

const { post_id } = plain.item
const isByVisiblePerson = sql`exists (
  select from visible_people($3::uuid) author where author.user_id = p.user_id offset 0)`
// A prepared statement that makes the same permission check and writes the same row.
const addPlain = preparedStatement(
  'plain_add',
  () => sql`insert into likes (id, post_id, media_index, user_id)
    select $4::uuid, pm.post_id, pm.media_index, $3::uuid
    from post_media pm join posts p on p.id = pm.post_id and p.hidden_at is null
      and ${isByVisiblePerson}
    where pm.post_id = $1::uuid and pm.media_index = $2::int on conflict do nothing`,
)
const removePlain = preparedStatement(
  'plain_remove',
  () => sql`delete from likes using post_media pm join posts p on p.id = pm.post_id and p.hidden_at is null
      and ${isByVisiblePerson}
    where pm.post_id = $1::uuid and pm.media_index = $2::int
      and likes.post_id = pm.post_id and likes.media_index = pm.media_index and likes.user_id = $3::uuid`,
)

function withoutCounts() {
  return measureRate(plain.people, (who, on) =>
    on ? addPlain(other, [post_id, 0, who, uuid()]) : removePlain(other, [post_id, 0, who]),
  )
}

const pairs: { counted: number; plain: number }[] = []
for (let i = -1; i < Number(values.pairs); i++) {
  const pair = { counted: await withCounts(), plain: await withoutCounts() }
  if (i >= 0) pairs.push(pair)
}
await measureRate(counted.people.slice(0, 8), (who) => insertLike(db, counted.item, who, uuid()))
const ended = performance.now()

async function state() {
  const { rows } = await sql<{ stored: number; likes: number }>`
    select like_count as stored, (select count(*) from likes) as likes from post_media`.execute(db)
  return rows[0] ?? { stored: -1, likes: 0 }
}

let last = await state()
while (last.stored !== last.likes && performance.now() - ended < 5_000) {
  await rollUpCounts(db)
  last = await state()
}
const exactMs = performance.now() - ended
await db.destroy()
await other.destroy()

const ratio = quantile(
  pairs.map((pair) => pair.counted / pair.plain),
  0.5,
)

function median(side: 'counted' | 'plain') {
  return quantile(
    pairs.map((pair) => pair[side]),
    0.5,
  ).toFixed(0)
}

report({
  name: `likes of one hot item, ${CLIENTS} clients, durable, of the rate without counts`,
  value: ratio,
  unit: 'x',
  // docs/decisions/0013-likes-and-counts.md explains why likes with counts are slower.
  goal: { min: 0.55 },
  detail: `likes a second with counts ${median('counted')}, without ${median('plain')}; pairs ${pairs.map((pair) => (pair.counted / pair.plain).toFixed(2)).join(', ')}`,
})
report({ name: 'counts are exact after', value: exactMs / 1000, unit: 's', goal: { max: 2 } })
report({
  name: 'likes counted wrongly',
  value: Math.abs(last.likes - last.stored),
  unit: '',
  goal: { max: 0 },
})
await done()
