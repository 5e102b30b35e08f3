import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import type { Db } from '../../../apps/server/src/db/open.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/index.ts'
import { startServer } from '../../../e2e/support/server.ts'
import { atEnd } from './clean-up.ts'

/** Starts an embedded PostgreSQL for this run. It's stopped and removed when the bench ends. */
export async function throwAwayCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
  const log = { info: () => {}, error: (line: string) => console.error(line) }
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), logger: log })
  atEnd(() => cluster.stop())
  const database = async (name: string): Promise<string> => {
    const client = new pg.Client({ connectionString: cluster.adminUrl })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = cluster.adminUrl.replace(/\/postgres$/, `/${name}`)
    await migrate(url)
    return url
  }
  return { database }
}

/** Starts a server for this run. It's stopped and its data is removed when the bench ends. */
export async function benchServer(env: NodeJS.ProcessEnv = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
  atEnd(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ dataDir, env })
  atEnd(() => server.stop())
  return server
}

/** Returns a process's total CPU time in ms; null if the system doesn't report it or the process has ended. */
export function onCpu(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

/**
 * Runs `work` on a pool with one connection. Returns the result and the CPU time (ms) of the connection's process, or
 * the elapsed time if the system doesn't report CPU time. Looks up the process each time, because a pool closes
 * connections that were idle for half a minute.
 */
export async function measureCpu<T>(db: Db, work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const spent = () => {
    const state = onCpu(rows[0]?.pid ?? 0)
    if (state === null && existsSync('/proc/self/schedstat')) throw new Error('The connection is gone.')
    return state ?? performance.now()
  }
  const begin = spent()
  const result = await work()
  return { took: spent() - begin, result }
}

/** Returns a quantile of the numbers; `share` is between 0 and 1. */
export function quantile(numbers: readonly number[], share: number): number {
  return (
    numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
    Number.NaN
  )
}
