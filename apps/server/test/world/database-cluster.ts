import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/migrate.ts'
import { Jobs } from '../../src/platform/jobs/index.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts'
import { compareStatements } from '../statements/recorded-statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string whose role may create databases. */
    adminUrl: string
    /** The name of the migrated database that every test database is copied from. */
    template: string
    /** The folder for this run's statements; null if no other database has to support them. */
    statements: string | null
  }
}

/** The URL of another PostgreSQL server that has to support every statement from this run. */
const OTHER = process.env.NOLLIE_TEST_OTHER_URL

/**
 * Runs once per test run. Starts a temporary PostgreSQL server (or uses NOLLIE_TEST_DATABASE_URL, whose role must be
 * able to create databases) with one migrated template.
 */
export default async function setUp(project: TestProject) {
  const cluster = process.env.NOLLIE_TEST_DATABASE_URL
    ? { adminUrl: process.env.NOLLIE_TEST_DATABASE_URL, stop: async () => {} }
    : await throwAwayCluster()
  let template: string
  try {
    template = await newTemplate(cluster.adminUrl)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  const statements = OTHER ? mkdtempSync(join(tmpdir(), 'nollie-statements-')) : null
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('template', template)
  project.provide('statements', statements)
  return async () => {
    try {
      if (OTHER && statements) await compareWith(OTHER, statements, withDatabase(cluster.adminUrl, template))
    } finally {
      await dropDatabase(cluster.adminUrl, template)
      await cluster.stop()
      if (statements) rmSync(statements, { recursive: true, force: true })
    }
  }
}

/** Creates the migrated database that test databases are copied from. Returns its name. */
async function newTemplate(adminUrl: string): Promise<string> {
  const name = `nollie_template_${randomBytes(6).toString('hex')}`
  await onAdmin(adminUrl, `create database ${name} template template0 encoding 'UTF8'`)
  await migrate(withDatabase(adminUrl, name))
  await withJobQueue(withDatabase(adminUrl, name))
  return name
}

async function compareWith(other: string, statements: string, url: string) {
  const name = await newTemplate(other)
  try {
    const taken = await compareStatements(statements, url, withDatabase(other, name))
    console.log(`The other PostgreSQL takes ${taken} statements.`)
  } finally {
    await dropDatabase(other, name)
  }
}

function dropDatabase(adminUrl: string, name: string) {
  return onAdmin(adminUrl, `drop database if exists ${name} with (force)`)
}

// Every test app needs the job queue's tables, so they are part of the template.
async function withJobQueue(url: string) {
  const jobs = new Jobs(url, pino({ level: 'silent' }))
  await jobs.start()
  await jobs.stop()
}

async function throwAwayCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-test-'))
  chmodSync(folder, 0o711)
  const cluster = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    logger: { info: () => {}, error: (message) => console.error(message) },
    // The data doesn't need to survive a crash.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' },
  })
  return {
    adminUrl: cluster.adminUrl,
    stop: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function onAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Returns the URL of another database on the same server, with the same role. */
export function withDatabase(url: string, name: string): string {
  const [, before = '', query = ''] = /^(.*\/)[^/?]*(\?.*)?$/.exec(url) ?? []
  return `${before}${name}${query}`
}
