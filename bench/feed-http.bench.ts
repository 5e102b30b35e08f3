import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { FEED_TOP, selectFeed } from '../apps/server/src/modules/posts/posts-read.queries.ts'
import { fillWithPosts } from './feed-world.ts'
import { benchServer, quantile, throwAwayCluster } from './map-lib.ts'
import { member } from './member.ts'
import { done, report, reportSkipped } from './report.ts'

// The first page of the feed over HTTP, with session check and validation, to pgbench running the same prepared statement
// on the same database; the same number of connections, pairs in turn. pgbench comes with PostgreSQL's own packages.
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '50000' },
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
  },
})
const SECONDS = Number(values.seconds)
const CONNECTIONS = 4

if (spawnSync('pgbench', ['--version']).status !== 0) {
  reportSkipped('page over HTTP, of pgbench', 'no pgbench here (Debian: postgresql-contrib)')
  await done()
}

const cluster = await throwAwayCluster()
const url = await cluster.database('feed_http')
const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
await fillWithPosts(db, Number(values.posts), [])
const server = await benchServer({ DATABASE_URL: url })

const reader = await member(server)

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const page = () =>
  new Promise<void>((resolve, reject) => {
    request(`${server.url}/api/posts`, { agent, headers: reader.bearer }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`feed: ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })

const overHttp = async (): Promise<number> => {
  const begin = performance.now()
  const end = begin + SECONDS * 1000
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let count = 0
      for (; performance.now() < end; count++) await page()
      return count
    }),
  )
  return (counts.reduce((a, b) => a + b, 0) * 1000) / (performance.now() - begin)
}

// The statement itself, as the server prepares it, with pgbench's variables in the place of its parameters.
await selectFeed(db, reader.user_id, FEED_TOP)
const { rows } = await sql<{ statement: string }>`
  select statement from pg_prepared_statements where name = 'feed_of_all'`.execute(db)
const script = join(server.dataDir, 'feed.sql')
// A colon begins a variable there, inside of strings as well.
const colonless = (_: string, text: string) => `'${text.replaceAll(':', "' || chr(58) || '")}'`
const statement = (rows[0]?.statement ?? '')
  .replaceAll(/\s+/g, ' ')
  .replaceAll(/'([^']*:[^']*)'/g, colonless)
  .replaceAll(/\$(\d)/g, ':p$1')
writeFileSync(script, `${statement};\n`)
const variables = { p1: reader.user_id, p2: FEED_TOP.created_at, p3: FEED_TOP.id }
const PGBENCH = [
  ...['-n', '-M', 'prepared', '-f', script, '-T', String(SECONDS), '-c', String(CONNECTIONS)],
  ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
  url,
]

const byPgbench = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn('pgbench', PGBENCH)
    let said = ''
    child.stdout.on('data', (part) => (said += part))
    child.stderr.on('data', (part) => (said += part))
    child.once('close', () => {
      const rate = /tps = ([\d.]+)/.exec(said)?.[1]
      if (rate) resolve(Number(rate))
      else reject(new Error(said))
    })
  })

const pairs: { http: number; sql: number }[] = []
for (let i = -1; i < Number(values.pairs); i++) {
  const pair = { http: await overHttp(), sql: await byPgbench() }
  if (i >= 0) pairs.push(pair)
}
agent.destroy()
await db.destroy()

const ratio = quantile(
  pairs.map(({ http, sql }) => http / sql),
  0.5,
)
const median = (side: 'http' | 'sql') =>
  quantile(
    pairs.map((pair) => pair[side]),
    0.5,
  ).toFixed(0)
report({
  name: 'page over HTTP, of pgbench on the same statement',
  value: ratio,
  unit: 'x',
  goal: { least: 0.7 },
  detail: `pages a second: HTTP ${median('http')}, pgbench ${median('sql')}; pairs ${pairs.map(({ http, sql }) => (http / sql).toFixed(2)).join(', ')}`,
})
await done()
