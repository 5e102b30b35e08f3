import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../../src/db/open.ts'
import type { PoolOptions } from '../../src/db/pool.ts'
import { withDatabase } from './database-cluster.ts'

export type TestDatabase = {
  db: Db
  /** A connection string for this database, with the role that owns only this one. */
  url: string
  /** Closes the pool and drops the database. */
  close: () => Promise<void>
  /** Drops the database even if connections are open. */
  drop: () => Promise<void>
}

/**
 * Tests for race conditions need far more than eight connections at a time, on computers that also run other tests and
 * where a statement can take very long.
 */
const PATIENT = {
  max: 8,
  connectMs: 60_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  searchTimeoutMs: 30_000,
} as const satisfies PoolOptions

/** Creates a migrated, empty database from the template in about 50 ms. By convention, one per test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `nollie_test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(inject('adminUrl'), name)
  // Copying files takes half as long as PostgreSQL's default strategy, which also writes every page to the WAL.
  await onAdmin(`create database ${name} template ${inject('template')} strategy file_copy`)
  const db = openDatabase(url, PATIENT)
  const drop = () => onAdmin(`drop database if exists ${name} with (force)`)
  return {
    db,
    url,
    close: async () => {
      await db.destroy()
      await drop()
    },
    drop,
  }
}

/** Creates a database without any tables, for migration tests. `options` are passed to `create database`. */
export async function emptyDatabase(options = ''): Promise<{ url: string; close: () => Promise<void> }> {
  const name = `nollie_empty_${randomBytes(6).toString('hex')}`
  await onAdmin(`create database ${name} template template0 encoding 'UTF8' ${options}`)
  return {
    url: withDatabase(inject('adminUrl'), name),
    close: () => onAdmin(`drop database if exists ${name} with (force)`),
  }
}

async function onAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
