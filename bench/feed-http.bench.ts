import { parseArgs } from 'node:util'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { readMap } from '../apps/server/src/modules/map/map.service.ts'
import { feedPage } from '../apps/server/src/modules/posts/feed.service.ts'
import { atEnd } from './clean-up.ts'
import { benchServer } from './map-lib.ts'
import { member } from './member.ts'
import { compareWithPgbench, sessionOf } from './over-http.ts'
import { hasPgbench, statementsOf } from './pgbench.ts'
import { reportsProcesses } from './processes.ts'
import { done, reportSkipped } from './report.ts'
import { copyOfSmallWorld } from './world/open.ts'

// Requests over HTTP, compared with pgbench running the same statements (with that of the session, if the request has
// one), prepared, on the same database with the same number of connections. Processor time, in alternating pairs.
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
  },
})
const figures = { pairs: Number(values.pairs), seconds: Number(values.seconds) }
const CONNECTIONS = 4
const NAMES = {
  feed: 'page over HTTP, of pgbench on the same statements',
  map: 'view of the map over HTTP, of pgbench on the same statements',
}

if (!hasPgbench() || !reportsProcesses) {
  for (const name of Object.values(NAMES))
    reportSkipped(name, 'no pgbench here (Debian: postgresql-contrib), or the system does not list processes')
  await done()
}

const databaseUrl = await copyOfSmallWorld()
const server = await benchServer({ DATABASE_URL: databaseUrl })
const db = openDatabase(databaseUrl, { max: 1 })
atEnd(() => db.destroy())
const where = { server, databaseUrl, db }
const reader = await member(server)

const get = (path: string, headers: Record<string, string> = {}) =>
  Array.from({ length: CONNECTIONS }, () => () => ({ method: 'GET', path, headers }))

await compareWithPgbench(where, {
  ...figures,
  name: NAMES.feed,
  requests: get('/api/posts', reader.bearer),
  statements: await statementsOf(databaseUrl, async (one) => {
    await sessionOf(one, reader)
    await feedPage(one, reader.user_id, { filter: 'all' })
  }),
  // docs/decisions/0014-prepared-statements.md explains why it is not more.
  min: 0.6,
})
// A phone's view of Western Europe.
const view = { z: 6, x0: 31, x1: 32, y0: 22, y1: 24 }
await compareWithPgbench(where, {
  ...figures,
  name: NAMES.map,
  requests: get(
    `/api/map?${new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)]))}`,
  ),
  statements: await statementsOf(databaseUrl, (one) => readMap(one, view, {}, undefined)),
  min: 0.55,
})
await done()
