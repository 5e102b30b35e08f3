import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATES } from '@nollie/contract/rates'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type AppDeps, buildApp } from '../../src/app.ts'
import type { Db } from '../../src/db/open.ts'
import { openStorage, type Storage } from '../../src/platform/files/index.ts'
import { Jobs } from '../../src/platform/jobs/index.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type TestApp = {
  app: FastifyInstance
  db: Db
  databaseUrl: string
  jobs: Jobs
  /** A folder for this app's own media, outbox, and other files. */
  dataDir: string
  /** Uploads, photos, videos, and archives. Stored in `dataDir` by default. */
  storage: Storage
  close: () => Promise<void>
}

/** Every test app's origin. Requests that change data must come from it. */
export const ORIGIN = 'http://localhost:3000'
/** Every test app's secret. */
export const SECRET = 'test secret of at least thirty-two characters'

// All test requests come from one IP address, so the limits per address are generous. Tests for a limit set their own.
const WIDE = [1_000_000, 300] as const
const everybody = { user: WIDE, ip: WIDE }
const WIDE_RATES = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, everybody]))

/**
 * The length of a window that began a minute before the tests and ends in decades. A real one ends at a fixed time, which
 * can be in the middle of a test.
 */
const WINDOW_SECONDS = Math.floor(Date.now() / 1000) - 60

/** Returns these limits, plus the real ones for everything else. Their windows don't end during a test. */
function withLongWindows(rates: AppDeps['rates']): NonNullable<AppDeps['rates']> {
  const lengthen = ([times]: readonly [number, number]) => [times, WINDOW_SECONDS] as const
  return Object.fromEntries(
    Object.entries(RATES).map(([name, real]) => {
      const { user, ip } = { ...real, ...rates?.[name as keyof typeof RATES] }
      return [name, { user: lengthen(user), ip: lengthen(ip) }]
    }),
  )
}

/**
 * Starts the real app with its own database (an empty one by default), its own folder, and running jobs. `options`
 * replace dependencies.
 */
export async function testApp(options: Partial<AppDeps> = {}, given?: TestDatabase): Promise<TestApp> {
  const database = given ?? (await testDatabase())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'nollie-data-'))
  const storage = options.storage ?? (await openStorage({ dataDir, s3: null, mediaStore: 'disk' }))
  const log = options.log ?? pino({ level: process.env.LOG_LEVEL ?? 'fatal' })
  const jobs = new Jobs(database.url, log)
  const app = await buildApp({
    db: database.db,
    databaseUrl: database.url,
    jobs,
    storage,
    host: 'localhost',
    publicUrl: new URL(ORIGIN),
    secret: SECRET,
    smtpUrl: null,
    mailsInTheClear: true,
    mapStyle: 'shipped',
    trustProxy: false,
    videoEncoder: null,
    // No test reaches a real server: this port is closed.
    imports: { overpass: { url: new URL('http://127.0.0.1:9/') } },
    webRoot: null,
    checkAnswers: true,
    // Lag from other tests on this computer must not make the app refuse requests.
    busyAfterMs: 0,
    ...options,
    rates: withLongWindows(options.rates ?? WIDE_RATES),
    log,
    dataDir,
  })
  await jobs.start()
  await app.ready()
  return {
    app,
    db: database.db,
    databaseUrl: database.url,
    jobs,
    dataDir,
    storage,
    close: async () => {
      await jobs.stop()
      await app.close()
      await database.close()
      storage.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
