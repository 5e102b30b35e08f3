import pg from 'pg'
import { type Pooler, PreparingClient } from './prepared.ts'

/** Pool size and time limits. */
export type PoolOptions = {
  /** Maximum number of connections; 20 by default. */
  max?: number
  /** How long a request waits for an existing or new connection; 4 s by default. */
  connectMs?: number
  /** Maximum time of a statement; 10 s by default, 0 for none. */
  statementTimeoutMs?: number
  /** How long a response can take before its connection is given up; by default two seconds more than a statement. */
  answerMs?: number
  /** The capabilities of a pooler in transaction mode in front of the database; null without one. */
  pooler?: Pooler | null
  /** Called when an idle connection is lost (the database restarted); the pool opens another one at the next use. */
  onLost?: (error: Error) => void
}

const OID = { int8: 20, timestamptz: 1184, int8Array: 1016 } as const

const toIso = (text: string) => new Date(text).toISOString()
const parsers: Record<number, (text: string) => unknown> = {
  // All our bigints (counts, 52-bit Morton codes) fit a JavaScript number exactly.
  [OID.int8]: Number,
  [OID.int8Array]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  [OID.timestamptz]: toIso,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/** Time limits for statements, lock waits, and idle transactions. */
const buildLimits = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: Math.min(statementTimeoutMs, 4_000),
  idle_in_transaction_session_timeout: 30_000,
})

/**
 * Settings of every session. JIT compilation takes longer than any of our statements; the map's queries look expensive
 * enough to trigger it.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string | number>> = {
  ...buildLimits(10_000),
  jit: 'off',
}

/** The overhead of network and commit in addition to a statement's time. */
const ON_THE_WAY_MS = 2_000

const sessionOptions = (statementTimeoutMs: number): string =>
  Object.entries({ ...SESSION_SETTINGS, ...buildLimits(statementTimeoutMs), timezone: 'UTC' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Opens a pool of connections like `openDatabase`, for code that doesn't use Kysely. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { max = 20, connectMs = 4_000, statementTimeoutMs = 10_000, onLost, pooler = null } = options
  const answerMs = options.answerMs ?? (statementTimeoutMs && statementTimeoutMs + ON_THE_WAY_MS)
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: `nollie ${process.pid}`,
    // A pooler accepts no settings from single clients, so the role has them (pooler.ts).
    ...{ answerMs },
    ...(pooler ? { pooler } : { options: sessionOptions(statementTimeoutMs) }),
  })
  pool.on('error', (error) => onLost?.(error))
  // The pool does not listen for errors on a connection in use. When one breaks, its query fails; without this listener
  // the process would also end.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
