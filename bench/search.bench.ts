import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { searchAll } from '../apps/server/src/modules/search/search.service.ts'
import { onCpu, quantile, throwAwayCluster } from './map-lib.ts'
import { randomFrom } from './map-world.ts'
import { done, report } from './report.ts'

// Searching among people and spots, both kinds at once as the dropdown asks: beginnings of names and parts of them, next
// to the same parts by ILIKE over the columns people see, in turn in one run; processor time of the database.
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, searches: { type: 'string', default: '60' } },
})
const ROWS = Number(values.rows)
const SEARCHES = Number(values.searches)

const cluster = await throwAwayCluster()
// What parallel workers do would not be on the clock of the two connections.
const options = new URLSearchParams({ options: '-c max_parallel_workers_per_gather=0' })
const url = `${await cluster.database('search')}?${options}`
const db = openDatabase(url, { max: 2, statementTimeoutMs: 0 })
const SYLLABLES =
  'ba,ko,ri,tel,mun,sa,vi,dor,len,pa,shu,gre,nik,ol,fra,zem,ti,wol,hei,cas,lu,mar,jo,bri,est,qui'
const begin = performance.now()
await db.transaction().execute(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`create temp table made as
    select n, s[1 + floor(random() * 26)::int] || s[1 + floor(random() * 26)::int] || s[1 + floor(random() * 26)::int] as one,
      s[1 + floor(random() * 26)::int] || s[1 + floor(random() * 26)::int] || s[1 + floor(random() * 26)::int] as two
    from generate_series(1, ${ROWS}::int) n, (select string_to_array(${SYLLABLES}, ',') as s) syllables`.execute(
    tx,
  )
  await sql`insert into users (id, name, email, username)
    select gen_random_uuid(), one, one || n || '@nollie.example', left(one, 12) || n from made`.execute(tx)
  await sql`insert into profiles (user_id, username, full_name)
    select u.id, u.username, initcap(m.one) || ' ' || initcap(m.two)
    from users u join made m on u.email = m.one || m.n || '@nollie.example'`.execute(tx)
  await sql`insert into spots (id, name, description, city, state, country, latitude, longitude, spot_types)
    select gen_random_uuid(), initcap(two) || ' ' || (array['ledges','plaza','bank','gap','stairs'])[1 + n % 5],
      'Rough ground, ' || one || ' marble. Best before noon, mind the guard.', initcap(one), 'Nowhere', 'Land',
      40 + random(), 2 + random(), '{ledges}' from made`.execute(tx)
})
await sql`vacuum analyze`.execute(db)
console.log(
  `... ${ROWS} people and ${ROWS} spots made in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
)

const { rows: viewers } = await sql<{ user_id: string }>`select user_id from profiles limit 1`.execute(db)
const viewer = viewers[0]?.user_id ?? ''
const random = randomFrom(3)
const syllables = SYLLABLES.split(',')
const syllable = () => syllables[Math.floor(random() * syllables.length)] ?? ''
// Both connections are open from here on.
await Promise.all([sql`select pg_sleep(0.1)`.execute(db), sql`select pg_sleep(0.1)`.execute(db)])
const { rows: backends } = await sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
  db,
)
/** Milliseconds the database's processes were on a processor; by the clock where the system does not tell. */
const spent = () =>
  backends.reduce((sum, { pid }) => sum + (onCpu(pid) ?? performance.now() / backends.length), 0)
const timed = async (work: () => Promise<unknown>) => {
  const from = spent()
  await work()
  return spent() - from
}
// What there was before: everything that matches is looked for row by row, and the first five are taken in order.
const byIlike = async (q: string) => {
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

const median = (numbers: readonly number[]) => `p50 ${quantile(numbers, 0.5).toFixed(1)} ms`
// The row-by-row search grows with the table, the staged one hardly: the goal is stated for a million.
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
  goal: { least: times },
  detail: `ILIKE ${median(took.ilike)}, p95 ${quantile(took.ilike, 0.95).toFixed(1)} ms; goal 100x at a million rows`,
})
await done()
