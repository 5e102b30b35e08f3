import { type StatsFs, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import { requireDataDir } from '../platform/data-dir.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { startEmbeddedPostgres, type Urls } from '../platform/embedded-postgres/index.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { migrate, type Steps } from './migrate.ts'
import { setUpPooler } from './pooler.ts'
import type { Pooler } from './prepared.ts'
import { transferDatabase } from './transfer-database.ts'

export type Connection = {
  /** The connection string for the migrated database, bypassing any pooler. */
  url: string
  /** The operator's transaction-mode pooler, for the server's statements; null if there is none. */
  pool: { url: string; pooler: Pooler } | null
  /** Names the database in messages. */
  where: string
  /** The connection string for the embedded database's superuser; null for the operator's own database. */
  adminUrl: string | null
  /** Stops the embedded database; doesn't affect the operator's own. */
  stop: () => Promise<void>
}

type From = { databaseUrl: string | null; databaseDirectUrl?: string | null; dataDir: string }

/**
 * Starts the embedded database in the data directory, or connects to the operator's, and migrates it to this version's
 * schema. `borrow` is for commands that run alongside the server: they join a running server's database instead of
 * being refused. `steps` selects another version's schema to migrate to; null skips the migration.
 * @throws StartRefused with a readable one-line message
 */
export async function startDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: From,
  log: Log,
  { borrow = false, steps }: { borrow?: boolean; steps?: Steps | null } = {},
): Promise<Connection> {
  const connection = databaseUrl
    ? operators(databaseUrl, databaseDirectUrl ?? null)
    : await embedded(dataDir, log, borrow)
  try {
    const done = steps === null ? [] : await migrate(connection.url, steps)
    if (done.length > 0) log.info(describeMigrations(done))
    if (!databaseUrl || !databaseDirectUrl || borrow) return connection
    const pooler = await setUpPooler(databaseUrl, databaseDirectUrl, log)
    return { ...connection, pool: { url: databaseUrl, pooler } }
  } catch (error) {
    await connection.stop()
    if (!databaseUrl && !(error instanceof StartRefused)) refuseFullDisk(dataDir)
    throw explainDatabaseError(error, connection.where)
  }
}

/** The size of a WAL segment: with less free space, PostgreSQL ends without an explanation. */
const SEGMENT_BYTES = 16 * 1024 * 1024

/** @throws StartRefused if PostgreSQL can't have enough space in this folder */
export function refuseFullDisk(
  dataDir: string,
  { bavail, bsize }: Pick<StatsFs, 'bavail' | 'bsize'> = statfsSync(dataDir),
): void {
  if (bavail * bsize < SEGMENT_BYTES)
    throw new StartRefused(
      `The disk of DATA_DIR ${dataDir} is full. Nothing was lost; free some space and start again.`,
    )
}

function describeMigrations(done: readonly string[]): string {
  if (done.includes('001_baseline')) return 'created the tables of a new database'
  return `brought the database up to date with this version: ${done.length} ${done.length === 1 ? 'change' : 'changes'}, the last one ${done.at(-1)}`
}

function operators(databaseUrl: string, directUrl: string | null): Connection {
  return {
    url: directUrl ?? databaseUrl,
    pool: null,
    adminUrl: null,
    where: `PostgreSQL at ${withoutPassword(databaseUrl)}${directUrl ? `, directly at ${withoutPassword(directUrl)}` : ''}`,
    stop: async () => {},
  }
}

async function embedded(dataDir: string, log: Log, borrow: boolean): Promise<Connection> {
  requireDataDir(dataDir)
  const logger = {
    info: (message: string) => log.info(message),
    error: (message: string) => log.error(message),
  }
  const transfer = (from: Urls, to: Urls) => transferDatabase(from, to, log)
  const { url, adminUrl, stop } = await startEmbeddedPostgres({ dataDir, logger, borrow, transfer })
  return { url, pool: null, adminUrl, stop, where: `embedded PostgreSQL in ${join(dataDir, 'postgres')}` }
}

function withoutPassword(url: string) {
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}
