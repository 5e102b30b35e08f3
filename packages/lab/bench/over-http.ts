import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { createSenders } from '../../../apps/server/src/modules/accounts/index.ts'
import { atEnd } from './clean-up.ts'
import { benchServer, onCpu, quantile } from './bench-server.ts'
import { hasPgbench, ratePerSecond, type Statement } from './pgbench.ts'
import { readProcess, reportsProcesses } from './processes.ts'
import { done, report, reportSkipped } from './report.ts'
import { copyOfSmallWorld } from './world/open.ts'

const HEAD_END = '\r\n\r\n'

/** An HTTP request to send. */
export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: object }

function formatRequest({ method, path, headers = {}, body }: Sent, host: string): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/**
 * Parses a response's length (bytes) from its head. Requests don't accept compression, so the head always contains the
 * length.
 */
function parseLength(head: string): number {
  const status = Number(head.slice(9, 12))
  if (status >= 300) throw new Error(head)
  return status === 204 ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
}

/**
 * Sends requests over one connection, each after the previous response. Returns how many were answered by `end` (ms of
 * `performance.now()`). Node's own client would use as much CPU time as the server, whereas pgbench, the other side of
 * the comparison, uses almost none.
 */
function sendUntil(end: number, url: URL, next: () => Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    let answered = 0
    let head = ''
    // The number of bytes missing from the body; null until the head is complete.
    let missing: number | null = null
    const send = () => socket.write(formatRequest(next(), url.host))
    const take = (part: Buffer): void => {
      if (missing === null) {
        head += part.toString('latin1')
        const at = head.indexOf(HEAD_END)
        if (at < 0) return
        missing = parseLength(head) - (head.length - at - HEAD_END.length)
      } else missing -= part.length
      if (missing > 0) return
      if (missing !== 0) throw new Error(`Not one response: ${head.slice(0, 300)}`)
      answered += 1
      head = ''
      missing = null
      if (performance.now() < end) send()
      else socket.end()
    }
    socket.once('connect', send)
    socket.on('data', (part) => {
      try {
        take(part)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answered))
  })
}

/** Reads a session from the database, as the server does before each request by a member. */
export function readSession(db: Db, { bearer }: { bearer: { authorization: string } }): Promise<unknown> {
  return createSenders({ db, publicUrl: new URL('http://localhost') }).authenticate(bearer)
}

/** A comparison of requests with the statements that pgbench runs. */
export type Comparison = {
  name: string
  /** One function per connection, which returns the connection's next request. */
  requests: readonly (() => Sent)[]
  statements: readonly Statement[]
  /** The number of requests that correspond to one run of the statements. Defaults to 1. */
  requestsPerRun?: number
  min: number
  pairs: number
  seconds: number
}

/** The server and its database. */
export type Where = { server: { url: string; pid: number }; databaseUrl: string; db: Db }

/** The requests per second, and the CPU time (ms) per request. */
type Rate = { perSecond: number; cpuMs: number; serverMs: number }

/** Returns the total CPU time (ms) of the server, its database connections, and database processes that have ended. */
async function spentIn({ server, db }: Where): Promise<Record<'server' | 'database' | 'ended', number>> {
  const { rows } = await sql<{ pid: number; own: boolean }>`
    select pid, pid = pg_backend_pid() as own from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  const own = rows.find((row) => row.own)?.pid ?? 0
  const others = rows.filter((row) => !row.own)
  return {
    server: readProcess(server.pid)?.cpuMs ?? Number.NaN,
    database: others.reduce((sum, { pid }) => sum + (onCpu(pid) ?? 0), 0),
    ended: readProcess(readProcess(own)?.parent ?? 0)?.endedCpuMs ?? Number.NaN,
  }
}

async function overHttp(
  where: Where,
  { requests, seconds }: Pick<Comparison, 'requests' | 'seconds'>,
): Promise<Rate> {
  const before = await spentIn(where)
  const begin = performance.now()
  const counts = await Promise.all(
    requests.map((next) => sendUntil(begin + seconds * 1000, new URL(where.server.url), next)),
  )
  const tookMs = performance.now() - begin
  const after = await spentIn(where)
  const count = counts.reduce((a, b) => a + b, 0)
  const serverMs = (after.server - before.server) / count
  return {
    perSecond: (count * 1000) / tookMs,
    serverMs,
    cpuMs: serverMs + (after.database - before.database) / count,
  }
}

async function byPgbench(
  where: Where,
  { requests, statements, seconds, requestsPerRun = 1 }: Comparison,
): Promise<Rate> {
  const before = await spentIn(where)
  const runs = await ratePerSecond(where.databaseUrl, statements, { seconds, connections: requests.length })
  const after = await spentIn(where)
  const perSecond = runs * requestsPerRun
  return { perSecond, serverMs: 0, cpuMs: (after.ended - before.ended) / (perSecond * seconds) }
}

/**
 * Reports the ratio of the database's CPU time under pgbench to the CPU time of the server and database for the
 * requests, on the same database with the same number of connections. If CPU time is the limit and the client costs
 * nothing, this equals the ratio of the rates. Uses the median of alternating pairs, without the first pair.
 */
export async function compareWithPgbench(where: Where, comparison: Comparison): Promise<void> {
  const { name, min, pairs: wanted } = comparison
  const pairs: { http: Rate; sql: Rate }[] = []
  for (let i = -1; i < wanted; i++) {
    const pair = { http: await overHttp(where, comparison), sql: await byPgbench(where, comparison) }
    if (i >= 0) pairs.push(pair)
  }
  const median = (of: (pair: (typeof pairs)[number]) => number) => quantile(pairs.map(of), 0.5)
  const ratios = pairs.map(({ http, sql }) => (sql.cpuMs / http.cpuMs).toFixed(2))
  const ms = (side: 'http' | 'sql') => `${median((pair) => pair[side].cpuMs).toFixed(2)} ms`
  const rate = (side: 'http' | 'sql') => `${median((pair) => pair[side].perSecond).toFixed(0)}/s`
  report({
    name,
    value: median(({ http, sql }) => sql.cpuMs / http.cpuMs),
    unit: 'x',
    goal: { min },
    detail: `processor time: HTTP ${ms('http')} (server ${median(({ http }) => http.serverMs).toFixed(2)}), pgbench ${ms('sql')}; by the clock ${rate('http')}, ${rate('sql')}; pairs ${ratios.join(', ')}`,
  })
}

/** The number of connections for requests, and for the pgbench runs they're compared with. */
export const CONNECTIONS = 4

/**
 * Starts a server on a copy of the small world for the named comparisons; `--pairs` and `--seconds` set how long they
 * take. Skips the comparisons and ends the bench if pgbench or the list of processes isn't available.
 */
export async function startComparisons(names: readonly string[]) {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '6' },
      seconds: { type: 'string', default: '3' },
    },
  })
  if (!hasPgbench() || !reportsProcesses) {
    for (const name of names)
      reportSkipped(
        name,
        'no pgbench here (Debian: postgresql-contrib), or the system does not list processes',
      )
    await done()
  }
  const databaseUrl = await copyOfSmallWorld()
  const server = await benchServer({ DATABASE_URL: databaseUrl })
  const db = openDatabase(databaseUrl, { max: 1 })
  atEnd(() => db.destroy())
  const where: Where = { server, databaseUrl, db }
  return { where, server, figures: { pairs: Number(values.pairs), seconds: Number(values.seconds) } }
}
