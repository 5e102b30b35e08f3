import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATES } from '@nollie/contract/limits'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppDeps, buildApp } from '../src/app.ts'
import type { Db } from '../src/db/open.ts'
import { Jobs } from '../src/platform/jobs/index.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type TestApp = {
  app: FastifyInstance
  db: Db
  databaseUrl: string
  jobs: Jobs
  /** Media, outbox and other files of this app alone. */
  dataDir: string
  close: () => Promise<void>
}

/** Origin of every test app; requests that change something must come from it. */
export const ORIGIN = 'http://localhost:3000'
/** What every test app signs with. */
export const SECRET = 'test secret of at least thirty-two characters'

// One machine plays everybody in the tests, so the per-address figures are wide; tests of a limit set their own.
const WIDE = [1_000_000, 300] as const
const everybody = { user: WIDE, ip: WIDE }
const WIDE_RATES = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, everybody]))

/**
 * The real app on a database (an empty one unless another is given) and a folder of its own, jobs running. Options replace
 * what the composition is given.
 */
export async function testApp(options: Partial<AppDeps> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await testDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'nollie-data-'))
  const log = pino({ level: process.env.LOG_LEVEL ?? 'fatal' })
  const jobs = new Jobs(database.url, log)
  const app = await buildApp({
    log,
    db: database.db,
    databaseUrl: database.url,
    jobs,
    dataDir,
    host: 'localhost',
    publicUrl: new URL(ORIGIN),
    secret: SECRET,
    smtpUrl: null,
    mapStyle: 'shipped',
    trustProxy: false,
    videoEncoder: null,
    webRoot: null,
    rates: WIDE_RATES,
    checkAnswers: true,
    // Many apps share the machine with other tests: lag says nothing about the one under test.
    busyAfterMs: 0,
    ...options,
  })
  await jobs.start()
  await app.ready()
  return {
    app,
    db: database.db,
    databaseUrl: database.url,
    jobs,
    dataDir,
    close: async () => {
      await jobs.stop()
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
