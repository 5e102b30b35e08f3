import { readMap } from '../../../apps/server/src/modules/map/map.service.ts'
import { feedPage } from '../../../apps/server/src/modules/posts/feed/feed.service.ts'
import { member } from './member.ts'
import { CONNECTIONS, compareWithPgbench, readSession, startComparisons } from './over-http.ts'
import { captureStatements } from './pgbench.ts'
import { done } from './report.ts'

// Compares the CPU time of HTTP requests with pgbench running the same prepared statements (including the session's, if
// any) on the same database, with the same number of connections, in alternating pairs.
const NAMES = {
  feed: 'page over HTTP, of pgbench on the same statements',
  map: 'view of the map over HTTP, of pgbench on the same statements',
}

const { where, server, figures } = await startComparisons(Object.values(NAMES))
const { databaseUrl } = where
const reader = await member(server)

function get(path: string, headers: Record<string, string> = {}) {
  return Array.from({ length: CONNECTIONS }, () => () => ({ method: 'GET', path, headers }))
}

await compareWithPgbench(where, {
  ...figures,
  name: NAMES.feed,
  requests: get('/api/posts', reader.bearer),
  statements: await captureStatements(databaseUrl, async (one) => {
    await readSession(one, reader)
    await feedPage(one, reader.user_id, { filter: 'all' })
  }),
  // docs/decisions/0014-prepared-statements.md explains why the goal isn't higher.
  min: 0.6,
})
// A view of Western Europe on a phone.
const view = { z: 6, x0: 31, x1: 32, y0: 22, y1: 24 }
await compareWithPgbench(where, {
  ...figures,
  name: NAMES.map,
  requests: get(
    `/api/map?${new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)]))}`,
  ),
  statements: await captureStatements(databaseUrl, (one) => readMap(one, view, {}, undefined)),
  min: 0.55,
})
await done()
