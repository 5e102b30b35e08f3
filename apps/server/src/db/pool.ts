import pg from 'pg'
import { type Pooler, PreparingClient } from './prepared.ts'

/** The size of a pool, and how long its users wait. */
export type PoolOptions = {
  /** Maximum number of connections; 20 by default. */
  max?: number
  /** How long a request waits for a connection, an open one or a new one; 4 s by default. */
  connectMs?: number
  /** Maximum time of a statement; 10 s by default, 0 for none. */
  statementTimeoutMs?: number
  /** How long an answer may take before its connection is given up; two seconds more than a statement by default. */
  answerMs?: number
  /** What a pooler in transaction mode between here and the database can do; null without one. */
  pooler?: Pooler | null
  /** Called when an idle connection is lost (the database restarted); the pool opens another at the next use. */
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

/** Time limits of statements, of waiting for locks, and of transactions in which nothing happens. */
const limitsOf = (statementTimeoutMs: number) => ({
  statement_timeout: statementTimeoutMs,
  lock_timeout: Math.min(statementTimeoutMs, 4_000),
  idle_in_transaction_session_timeout: 30_000,
})

/**
 * Settings of every session. Compiling a statement to machine code takes longer than any of ours runs; the map's looks
 * dear enough for it.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string | number>> = {
  ...limitsOf(10_000),
  jit: 'off',
}

/** What the network and a commit may add to a statement's time. */
const ON_THE_WAY_MS = 2_000

const sessionOptions = (statementTimeoutMs: number): string =>
  Object.entries({ ...SESSION_SETTINGS, ...limitsOf(statementTimeoutMs), timezone: 'UTC' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Opens a pool of connections, as `openDatabase` does, for whoever queries without Kysely. */
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
    // A pooler takes no settings of single clients; there the role has them (pooler.ts).
    ...{ answerMs },
    ...(pooler ? { pooler } : { options: sessionOptions(statementTimeoutMs) }),
  })
  pool.on('error', (error) => onLost?.(error))
  // The pool does not listen for errors of a connection in use. When one breaks, its query fails; without this listener
  // the process would end, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
