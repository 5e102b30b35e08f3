import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'

/** The database; also what a function takes that may run inside or outside a transaction. */
export type Db = Kysely<Tables>
/** A transaction in progress: functions that take it must not run outside of one. */
export type Tx = Transaction<Tables>

export type OpenOptions = {
  /** Most connections at once; 20 unless said otherwise. */
  max?: number
  /** Longest time for one statement; 10 s unless said otherwise, 0 for none. */
  statementTimeoutMs?: number
  /** Told about a connection lost while idle (the database restarted); the pool opens another on the next use. */
  onLost?: (error: Error) => void
}

const OID = { int8: 20, timestamptz: 1184, int8Array: 1016 } as const

const toIso = (text: string) => new Date(text).toISOString()
const parsers: Record<number, (text: string) => unknown> = {
  // Every bigint of ours fits a JavaScript number exactly (counts, 52-bit Morton codes).
  [OID.int8]: Number,
  [OID.int8Array]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  [OID.timestamptz]: toIso,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
}

/**
 * A pool of connections to the database at `url`. Read values: bigint as number, timestamptz as ISO 8601 text in UTC,
 * jsonb as value. Nothing is connected until the first query.
 */
export function openDatabase(
  url: string,
  { max = 20, statementTimeoutMs = 10_000, onLost }: OpenOptions = {},
): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: openPool(url, { max, statementTimeoutMs, ...(onLost && { onLost }) }),
    }),
  })
}

/** The pool under {@link openDatabase}, for platform parts that speak to the database without Kysely. */
export function openPool(
  url: string,
  { max = 20, statementTimeoutMs = 10_000, onLost }: OpenOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(statementTimeoutMs, 4_000),
    idle_in_transaction_session_timeout: 30_000,
    application_name: `nollie ${process.pid}`,
    options: '-c timezone=UTC',
  })
  pool.on('error', (error) => onLost?.(error))
  // The pool does not listen to a connection that is in use; one that breaks then fails its query, and without a
  // listener would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
