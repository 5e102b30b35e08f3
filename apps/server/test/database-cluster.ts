import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { Jobs } from '../src/platform/jobs/index.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string that may create databases. */
    adminUrl: string
    /** Name of the migrated database of which every test database is a copy. */
    template: string
  }
}

/**
 * Runs once per test run: a temporary PostgreSQL (or the one at NOLLIE_TEST_DATABASE_URL, whose role may create
 * databases) with one migrated template.
 */
export default async function setUp(project: TestProject) {
  const cluster = process.env.NOLLIE_TEST_DATABASE_URL
    ? { adminUrl: process.env.NOLLIE_TEST_DATABASE_URL, stop: async () => {} }
    : await throwAwayCluster()
  const template = `nollie_template_${randomBytes(6).toString('hex')}`
  try {
    await onAdmin(cluster.adminUrl, `create database ${template} template template0 encoding 'UTF8'`)
    await migrate(withDatabase(cluster.adminUrl, template))
    await withJobQueue(withDatabase(cluster.adminUrl, template))
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('template', template)
  return async () => {
    await onAdmin(cluster.adminUrl, `drop database if exists ${template} with (force)`)
    await cluster.stop()
  }
}

// Every test app needs the job queue's tables, so the template has them.
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
    settings: { fsync: 'off', synchronous_commit: 'off', max_wal_size: '2GB' },
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

/** The same server and role, another database. */
export function withDatabase(url: string, name: string): string {
  const [, before = '', query = ''] = /^(.*\/)[^/?]*(\?.*)?$/.exec(url) ?? []
  return `${before}${name}${query}`
}
