import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../src/db/open.ts'
import { withDatabase } from './database-cluster.ts'

export type TestDatabase = {
  db: Db
  /** Connection string of this database alone, of the role that owns it. */
  url: string
  /** Closes the pool and drops the database. */
  close: () => Promise<void>
  /** Drops the database, even with open connections. */
  drop: () => Promise<void>
}

/** A new, migrated, empty database, copied from the template in about 50 ms. By convention one per test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `nollie_test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(inject('adminUrl'), name)
  // Copying the files costs half of the default strategy, which writes every page to the log, too.
  await onAdmin(`create database ${name} template ${inject('template')} strategy file_copy`)
  // Tests of races request far more than eight connections concurrently, on machines that are busy with other tests.
  const db = openDatabase(url, { max: 8, connectMs: 60_000 })
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

/** A new database without any table, for tests of the migrations; `options` are passed to `create database`. */
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
