import pg from 'pg'
import { toSessionOptions, USUAL_SETTINGS, withSessionOptions } from '../platform/session-options.ts'
import { type Pooler, PreparingClient } from './prepared.ts'

/** Pool size and time limits. */
export type PoolOptions = {
  /** Maximum number of connections; defaults to 20. */
  max?: number
  /** How long a request waits for an existing or new connection; defaults to 4 s. */
  connectMs?: number
  /** Maximum duration of a statement; defaults to 10 s; 0 for no limit. */
  statementTimeoutMs?: number
  /** How long a statement waits for a lock; defaults to 4 s, or the statement limit if that is shorter. */
  lockTimeoutMs?: number
  /** Maximum duration of a search statement; defaults to the one in text-search.ts. */
  searchTimeoutMs?: number
  /**
   * How long a response can take before its connection is closed; defaults to two seconds more than the statement
   * limit.
   */
  answerMs?: number
  /** The capabilities of a transaction-mode pooler in front of the database; null if there is none. */
  pooler?: Pooler | null
  /**
   * Called when an idle connection is lost (for example, because the database restarts). The next use opens a new one.
   */
  onLost?: (error: Error) => void
}

const OID = { int8: 20, timestamptz: 1184, int8Array: 1016 } as const

function toIso(text: string) {
  return new Date(text).toISOString()
}

const parsers: Record<number, (text: string) => unknown> = {
  // All our bigints (counts, 52-bit Morton codes) can be represented exactly as JavaScript numbers.
  [OID.int8]: Number,
  [OID.int8Array]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  [OID.timestamptz]: toIso,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

const STATEMENT_MS = 10_000
/** The session's own limit for search statements, in milliseconds. */
export const SEARCH_LIMIT = 'nollie.search_ms'

/** Returns the time limits for statements, lock waits, and idle transactions. */
function buildLimits(statementTimeoutMs: number, lockTimeoutMs = Math.min(statementTimeoutMs, 4_000)) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
  }
}

/**
 * Settings for every session. JIT compilation takes longer than any of our statements, and the map's queries look
 * expensive enough to trigger it.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string | number>> = {
  ...USUAL_SETTINGS,
  ...buildLimits(STATEMENT_MS),
  jit: 'off',
}

/** Time for the network and the commit, in addition to the statement itself. */
const ON_THE_WAY_MS = 2_000

function sessionOptions({
  statementTimeoutMs = STATEMENT_MS,
  lockTimeoutMs,
  searchTimeoutMs,
}: PoolOptions): string {
  const settings = {
    ...SESSION_SETTINGS,
    ...buildLimits(statementTimeoutMs, lockTimeoutMs),
    timezone: 'UTC',
    ...(searchTimeoutMs !== undefined && { [SEARCH_LIMIT]: searchTimeoutMs }),
  }
  return toSessionOptions(settings)
}

/** Opens a connection pool like `openDatabase`, for code that doesn't use Kysely. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { max = 20, connectMs = 4_000, statementTimeoutMs = STATEMENT_MS, onLost, pooler = null } = options
  const answerMs = options.answerMs ?? (statementTimeoutMs && statementTimeoutMs + ON_THE_WAY_MS)
  const settings: pg.PoolConfig & Pick<PoolOptions, 'answerMs' | 'pooler'> = {
    Client: PreparingClient,
    // A pooler accepts no settings from individual clients, so they're stored with the role (pooler.ts).
    ...(pooler ? { connectionString: url, pooler } : withSessionOptions(url, sessionOptions(options))),
    max,
    types,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: `nollie ${process.pid}`,
    answerMs,
  }
  const pool = new pg.Pool(settings)
  pool.on('error', (error) => onLost?.(error))
  // The pool doesn't listen for errors on a connection in use. When one breaks, its query fails; without this listener,
  // the process would end too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
