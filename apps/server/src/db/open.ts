import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type Pooler, PreparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction: for functions that may run inside or outside one. */
export type Db = Kysely<Tables>
/** A transaction in progress: functions that take it must not run outside one. */
export type Tx = Transaction<Tables>

export type OpenOptions = {
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

/**
 * Opens a pool of connections to the database at `url`. Reads bigint as number, timestamptz as ISO 8601 text in UTC,
 * jsonb as value. Connects at the first query.
 */
export function openDatabase(url: string, options: OpenOptions = {}): Db {
  const pool = openPool(url, options)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connections of a database opened here: in use, idle, and requests that wait for one. */
export const connectionsOf = (db: Db): { busy: number; idle: number; waiting: number; max: number } => {
  const { totalCount = 0, idleCount = 0, waitingCount = 0, options } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options?.max ?? 0 }
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

/** The pool below {@link openDatabase}, for parts of the platform that query without Kysely. */
export function openPool(url: string, options: OpenOptions = {}): pg.Pool {
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
