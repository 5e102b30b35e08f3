import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { openPool, type PoolOptions } from './pool.ts'
import type { Tables } from './tables.ts'

/** The database or a transaction, for functions that can run inside or outside one. */
export type Db = Kysely<Tables>
/** A transaction in progress, for functions that must not run outside one. */
export type Tx = Transaction<Tables>

/**
 * Opens the database at `url` with a connection pool. Reads bigint as a number, timestamptz as an ISO 8601 string in
 * UTC, and jsonb as a value. Connects at the first query.
 */
export function openDatabase(url: string, options: PoolOptions = {}): Db {
  const pool = openPool(url, options)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** For a database opened here, counts busy and idle connections, and requests waiting for one. */
export function countConnections(db: Db): { busy: number; idle: number; waiting: number; max: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0, options } = pools.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options?.max ?? 0 }
}
