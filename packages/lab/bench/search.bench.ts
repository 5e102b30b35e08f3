import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { searchAll } from '../../../apps/server/src/modules/search/search.service.ts'
import { onCpu, quantile } from './bench-server.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'
import { SYLLABLES } from './world/helpers.ts'
import { openWorld } from './world/open.ts'

// Measures the database's CPU time for the combined search for people and spots, as requested by Discover's search
// field, for the beginnings and middles of names. Compares it with ILIKE on the same columns, alternating within one
// run.
const { values } = parseArgs({ options: { searches: { type: 'string', default: '60' } } })
const SEARCHES = Number(values.searches)

const { world } = await openWorld()
// No parallel workers, because their CPU time wouldn't be attributed to the two connections.
const options = new URLSearchParams({ options: '-c max_parallel_workers_per_gather=0' })
const db = openDatabase(`${world.url}?${options}`, { max: 2, statementTimeoutMs: 0 })
const viewer = world.who.friendly
const { rows: sizes } = await sql<{ rows: number }>`
  select (select count(*) from profiles) + (select count(*) from spots) as rows`.execute(db)
/** The average number of rows in the two tables. */
const ROWS = (sizes[0]?.rows ?? 0) / 2
const random = randomFrom(3)
const syllables = SYLLABLES.split(',')

function syllable() {
  return syllables[Math.floor(random() * syllables.length)] ?? ''
}

// Opens both connections.
await Promise.all([sql`select pg_sleep(0.1)`.execute(db), sql`select pg_sleep(0.1)`.execute(db)])
const { rows: backends } = await sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
  db,
)
/** Returns the total CPU time (ms) of the database's processes, or the elapsed time if the system doesn't report it. */
function spent() {
  return backends.reduce((sum, { pid }) => sum + (onCpu(pid) ?? performance.now() / backends.length), 0)
}

async function timed(work: () => Promise<unknown>) {
  const from = spent()
  await work()
  return spent() - from
}

// The alternative without an index scans all rows for matches and takes the first five in order.
async function byIlike(q: string) {
  const like = `%${q}%`
  await Promise.all([
    sql`select user_id from profiles where username ilike ${like} or full_name ilike ${like}
      order by length(username), username limit 5`.execute(db),
    sql`select id from spots where name ilike ${like} or description ilike ${like}
      order by length(name), name limit 5`.execute(db),
  ])
}

const took = { prefix: [] as number[], part: [] as number[], ilike: [] as number[], late: 0 }
for (let i = -5; i < SEARCHES; i++) {
  const prefix = `${syllable()}${syllable()}`
  const part = `${syllable().slice(-1)}${syllable()}${syllable()}`
  const ms = {
    prefix: await timed(() => searchAll(db, viewer, prefix)),
    part: await timed(async () => {
      const { people, spots } = await searchAll(db, viewer, part)
      if (people.more && people.count < 100) took.late++
      if (spots.more && spots.count < 100) took.late++
    }),
    ilike: await timed(() => byIlike(part)),
  }
  if (i < 0) continue
  took.prefix.push(ms.prefix)
  took.part.push(ms.part)
  took.ilike.push(ms.ilike)
}
await db.destroy()

function median(numbers: readonly number[]) {
  return `p50 ${quantile(numbers, 0.5).toFixed(1)} ms`
}

// A scan costs more as the table grows, but the staged search barely does, so the goal is scaled to a million rows.
const times = Math.min(100, (100 * ROWS) / 1_000_000)
report({
  name: 'beginnings of names, database CPU p95',
  value: quantile(took.prefix, 0.95),
  unit: 'ms',
  detail: median(took.prefix),
})
report({
  name: 'parts of names, database CPU p95',
  value: quantile(took.part, 0.95),
  unit: 'ms',
  detail: `${median(took.part)}; ended by the time limit: ${took.late}`,
})
report({
  name: 'ILIKE for the same parts, of ours, p95',
  value: quantile(took.ilike, 0.95) / quantile(took.part, 0.95),
  unit: 'x',
  goal: { min: times },
  detail: `ILIKE ${median(took.ilike)}, p95 ${quantile(took.ilike, 0.95).toFixed(1)} ms; goal 100x at a million rows`,
})
await done()
