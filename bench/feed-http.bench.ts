import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { readMap } from '../apps/server/src/modules/map/map.service.ts'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { benchServer, quantile } from './map-lib.ts'
import { member } from './member.ts'
import { hasPgbench, ratePerSecond, type Statement, statementsOf } from './pgbench.ts'
import { done, report, reportSkipped } from './report.ts'
import { copyOfSmallWorld } from './world/open.ts'

// Calls over HTTP, with validation (and session check, where there is one), to pgbench running the statements that such a
// call sends, prepared, on the same database; the same number of connections, pairs in turn.
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
  },
})
const SECONDS = Number(values.seconds)
const CONNECTIONS = 4
const NAMES = {
  feed: 'page over HTTP, of pgbench on the same statement',
  map: 'view of the map over HTTP, of pgbench on the same statements',
}

if (!hasPgbench()) {
  for (const name of Object.values(NAMES)) reportSkipped(name, 'no pgbench here (Debian: postgresql-contrib)')
  await done()
}

const url = await copyOfSmallWorld()
const server = await benchServer({ DATABASE_URL: url })
const reader = await member(server)

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const ask = (path: string, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    request(server.url + path, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })

const overHttp = async (path: string, headers: Record<string, string>): Promise<number> => {
  const begin = performance.now()
  const end = begin + SECONDS * 1000
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let count = 0
      for (; performance.now() < end; count++) await ask(path, headers)
      return count
    }),
  )
  return (counts.reduce((a, b) => a + b, 0) * 1000) / (performance.now() - begin)
}

type Call = { path: string; headers?: Record<string, string>; statements: Statement[]; min: number }

const compare = async (name: string, { path, headers = {}, statements, min }: Call): Promise<void> => {
  const pairs: { http: number; sql: number }[] = []
  for (let i = -1; i < Number(values.pairs); i++) {
    const http = await overHttp(path, headers)
    const sql = await ratePerSecond(url, statements, { seconds: SECONDS, connections: CONNECTIONS })
    if (i >= 0) pairs.push({ http, sql })
  }
  const median = (side: 'http' | 'sql') => {
    const rates = pairs.map((pair) => pair[side])
    return quantile(rates, 0.5).toFixed(0)
  }
  const ratios = pairs.map(({ http, sql }) => http / sql)
  report({
    name,
    value: quantile(ratios, 0.5),
    unit: 'x',
    goal: { min },
    detail: `a second: HTTP ${median('http')}, pgbench ${median('sql')}; pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  })
}

await compare(NAMES.feed, {
  path: '/api/posts',
  headers: reader.bearer,
  statements: await statementsOf(url, (db) => feedPage(db, reader.user_id, { filter: 'all' })),
  min: 0.7,
})
// Western Europe on a phone.
const view = { z: 6, x0: 31, x1: 32, y0: 22, y1: 24 }
await compare(NAMES.map, {
  path: `/api/map?${new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)]))}`,
  statements: await statementsOf(url, (db) => readMap(db, view, {}, undefined)),
  min: 0.55,
})
agent.destroy()
await done()
