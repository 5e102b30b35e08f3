import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { Db } from '../apps/server/src/db/open.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts'
import { startServer } from '../e2e/support/server.ts'
import { atEnd } from './clean-up.ts'

/** A PostgreSQL of the run's own, as the product brings it; it is stopped and removed when the bench ends. */
export const throwAwayCluster = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
  const log = { info: () => {}, error: (line: string) => console.error(line) }
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), says: log })
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

/** A server of the run's own; it is stopped when the bench ends, its data removed. */
export const benchServer = async (env: NodeJS.ProcessEnv = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
  atEnd(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const server = await startServer({ dataDir, env })
  atEnd(() => server.stop())
  return server
}

/**
 * Milliseconds of processor time of a process so far; null where the system does not expose it, or the process is gone.
 */
export const onCpu = (pid: number): number | null => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

/**
 * Milliseconds of processor time of the process behind a database's one connection for some work (by the clock where
 * the system does not expose it), and the work's result. The process is looked up each time: a pool closes connections
 * that were idle for half a minute, and falling back to the clock once made the smaller of two worlds look slower.
 */
export const cpuOf = async <T>(db: Db, work: () => Promise<T>): Promise<{ took: number; result: T }> => {
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

/** The value below which `share` of the numbers lie. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN
