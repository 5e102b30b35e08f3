import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../../../../apps/server/src/db/open.ts'
import { startEmbeddedPostgres } from '../../../../apps/server/src/platform/embedded-postgres/index.ts'
import { atEnd } from '../clean-up.ts'
import { fillWorld } from './fill.ts'
import { ROLES, type Role, WORLD_SIZES, type WorldName } from './sizes.ts'

const WORLDS = join(import.meta.dirname, '../../../../.cache/worlds')
const MIGRATIONS = join(import.meta.dirname, '../../../../apps/server/src/db/migrations')
/** How long (ms) a stored world is reused. Its newest rows are as old as the world. */
const REUSED_MS = 7 * 86_400_000
/** Settings while a world is being filled. They aren't durable, because incomplete worlds are discarded. */
const WHILE_FILLING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  work_mem: '128MB',
  autovacuum: 'off',
}

const log = { info: () => {}, error: (line: string) => console.error(line) }

/** Returns a hash of all files that affect a world's content. */
function version(): string {
  const hash = createHash('sha256')
  for (const folder of [MIGRATIONS, import.meta.dirname])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(ts|sql)$/.test(file) && !/^(open|check)\.ts$|\.test\.ts$/.test(file))
        hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Deletes all stored worlds, or only those with the given size. */
export function removeWorlds(size = ''): void {
  for (const name of existsSync(WORLDS) ? readdirSync(WORLDS) : [])
    if (name.startsWith(size && `${size}-`)) rmSync(join(WORLDS, name), { recursive: true, force: true })
}

async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  await onServer(adminUrl, `create database ${name}`)
  const url = adminUrl.replace(/\/postgres$/, `/${name}`)
  await migrate(url)
  return url
}

async function make(folder: string, size: WorldName): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const cluster = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    logger: log,
    settings: WHILE_FILLING,
  })
  const stop = atEnd(() => cluster.stop())
  for (const [name, world] of [
    ['base', WORLD_SIZES.base],
    ['world', WORLD_SIZES[size]],
  ] as const) {
    const begin = performance.now()
    const db = openDatabase(await createDatabase(cluster.adminUrl, name), { max: 1, statementTimeoutMs: 0 })
    await fillWorld(db, world, (line) => process.env.NOLLIE_BENCH_STEPS && console.log(`    ${line}`))
    await db.destroy()
    console.log(`... ${name} (${size}) made in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  }
  await stop()
  writeFileSync(join(folder, 'complete'), '')
}

/** A world's database and a single connection to it. */
export type Side = { url: string; db: Db; who: Record<Role, string> }

async function openSide(url: string): Promise<Side> {
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  atEnd(() => db.destroy())
  const { rows: people } = await sql<{ n: number; id: string }>`
    select n, u.id from generate_series(1, ${Math.max(...Object.values(ROLES))}::int) n
    join users u on u.email = 's' || n || '@nollie.example'`.execute(db)
  const ids = new Map(people.map(({ n, id }) => [n, id]))
  const who = Object.fromEntries(Object.entries(ROLES).map(([role, n]) => [role, ids.get(n) ?? '']))
  return { url, db, who: who as Record<Role, string> }
}

/** Runs `work` in a transaction that is rolled back. */
export async function undone<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Returns the size of the world for this run. */
export function worldSize(): WorldName {
  return (process.env.NOLLIE_BENCH_SIZE ?? 'S') as WorldName
}

/**
 * Starts the PostgreSQL server that has the worlds, configured as in production. The first run creates it; later runs
 * reuse it. Returns a function that converts a database name to its connection string.
 */
async function startWorlds(): Promise<(database: string) => string> {
  const size = worldSize()
  const folder = join(WORLDS, `${size}-${version()}`)
  const complete = join(folder, 'complete')
  if (!existsSync(complete) || Date.now() - statSync(complete).mtimeMs > REUSED_MS) {
    removeWorlds(size)
    await make(folder, size)
  }
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), logger: log })
  atEnd(() => cluster.stop())
  return (database) => cluster.adminUrl.replace(/\/postgres$/, `/${database}`)
}

/**
 * Opens the world for this run's size, and the small one that growth is measured against. Both are reused, so roll back
 * all writes ({@link undone}).
 */
export async function openWorld(): Promise<{ base: Side; world: Side }> {
  const url = await startWorlds()
  return { base: await openSide(url('base')), world: await openSide(url('world')) }
}

/** Creates a writable copy of the small world that's removed when the bench ends; returns its connection string. */
export async function copyOfSmallWorld(): Promise<string> {
  const url = await startWorlds()
  const drop = () => onServer(url('postgres'), 'drop database if exists copy with (force)')
  await drop()
  await onServer(url('postgres'), 'create database copy template base')
  atEnd(drop)
  return url('copy')
}
