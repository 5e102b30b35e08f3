import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import { type Binaries, findBinaries, makeRunnable } from './binaries.ts'
import { type Cluster, clusterPassword, initialise, prepareCluster, buildUrls } from './cluster.ts'
import { type ServerLock, lockServer } from './server-lock.ts'
import {
  adminConnection,
  answers,
  findElsewhere,
  findRunning,
  fingerprint,
  isGoneWithin,
  launch,
  type Postmaster,
  type Settings,
  shutDown,
} from './postmaster.ts'

/** Logs when the embedded database starts, restarts, and stops. */
export type Logger = { info: (message: string) => void; error: (message: string) => void }

export type EmbeddedPostgres = {
  /** A connection string for the role that owns the `nollie` database; not a superuser. */
  url: string
  /** A connection string for the superuser and the `postgres` database. */
  adminUrl: string
  /** Returns PostgreSQL's process id. */
  pid: () => number
  /** True if an earlier server was killed and left this PostgreSQL running. */
  adopted: boolean
  /** Stops PostgreSQL cleanly, or leaves it running if it was only borrowed. */
  stop: () => Promise<void>
}

type Options = {
  /** An absolute or relative path, created if missing. The database is in its `postgres` folder. */
  dataDir: string
  logger: Logger
  /** Additional settings, for tests. */
  settings?: Settings
  /** Joins a running server's database instead of failing, for programs that run next to the server. */
  borrow?: boolean
}

const QUIET_BACK_MS = 2_000

/**
 * Starts the database in `dataDir`: creates it the first time, adopts one that a killed server left running, and
 * restarts it if it dies. Only one server can use a data directory.
 * @throws StartRefused with a readable one-line message
 */
export async function startEmbeddedPostgres({
  dataDir,
  logger,
  settings = {},
  borrow,
}: Options): Promise<EmbeddedPostgres> {
  const installed = findBinaries()
  const cluster = prepareCluster(dataDir)
  const binaries = makeRunnable(installed, cluster.user)
  const password = clusterPassword(cluster)
  const urls = buildUrls(cluster, password)

  if (
    borrow &&
    findRunning(cluster) &&
    (await answers(cluster, password, () => findRunning(cluster) !== null))
  ) {
    return { ...urls, pid: () => findRunning(cluster)?.pid ?? 0, adopted: false, stop: async () => {} }
  }

  if (initialise(cluster, binaries)) logger.info(`created a new database in ${cluster.files}`)
  const life = { cluster, binaries, password, settings, logger }
  const up = await bringUp(life)
  let { postmaster, lock } = up
  await ensureRoleAndDatabase(cluster, password)

  let stopping = false
  let restart = Promise.resolve()
  const comeBack = async () => {
    logger.error('the embedded database stopped; starting it again')
    const back = await bringBack(life, () => stopping)
    if (!back) return
    ;({ postmaster, lock } = back)
    logger.info(`the embedded database is back (pid ${postmaster.pid})`)
    watch()
  }
  const watch = () => {
    lock.client.once('end', () => {
      if (!stopping) restart = comeBack()
    })
  }
  watch()

  return {
    ...urls,
    adopted: up.adopted,
    pid: () => postmaster.pid,
    stop: async () => {
      stopping = true
      await restart
      await lock.release().catch(() => {})
      await shutDown(cluster, postmaster)
    },
  }
}

type Life = { cluster: Cluster; binaries: Binaries; password: string; settings: Settings; logger: Logger }
type Up = { postmaster: Postmaster; lock: ServerLock; adopted: boolean }

async function bringUp({ cluster, binaries, password, settings, logger }: Life): Promise<Up> {
  const running = findRunning(cluster)
  const elsewhere = running ? null : await findElsewhere(cluster, password)
  if (elsewhere) return { postmaster: elsewhere, lock: await lockServer(cluster, password), adopted: true }
  if (running && (await answers(cluster, password, () => findRunning(cluster) !== null))) {
    const lock = await lockServer(cluster, password)
    const { rows } = await lock.client.query<{ cluster_name: string }>('show cluster_name')
    if (rows[0]?.cluster_name === fingerprint(binaries, settings)) {
      logger.info(`took over the database an earlier server left running (pid ${running.pid})`)
      return { postmaster: running, lock, adopted: true }
    }
    logger.info(`stopping the database an earlier version left running (pid ${running.pid})`)
    await lock.release()
    await shutDown(cluster, running)
  } else if (running && !(await isGoneWithin(cluster, 10_000))) {
    throw new StartRefused(
      `PostgreSQL (pid ${running.pid}) is using ${cluster.files}, but isn't responding. Stop it first.`,
    )
  }
  const postmaster = await launchOrJoin({ cluster, binaries, password, settings, logger })
  return { postmaster, lock: await lockServer(cluster, password), adopted: false }
}

/** If two servers start at the same time, the slower one finds the other's database and is then refused by its lock. */
async function launchOrJoin({ cluster, binaries, password, settings }: Life): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await launch(cluster, binaries, password, settings)
    } catch (error) {
      const other = findRunning(cluster)
      if (other && (await answers(cluster, password, () => findRunning(cluster) !== null))) return other
      // A killed PostgreSQL's backends outlive it for a short time.
      const leftovers = /shared memory block|lock file/.test(String(error))
      if (!leftovers || attempt >= 20) throw error
      await sleep(250)
    }
  }
}

/** Retries until the database is back, for example, once a full disk has space again. Logs each new reason once. */
async function bringBack(life: Life, isOver: () => boolean): Promise<Up | null> {
  let lastReported = ''
  while (!isOver()) {
    try {
      return await bringUp(life)
    } catch (error) {
      if (lastReported !== String(error)) life.logger.error((lastReported = String(error)))
      await sleep(QUIET_BACK_MS)
    }
  }
  return null
}

async function ensureRoleAndDatabase(cluster: Cluster, password: string) {
  const client = new pg.Client(adminConnection(cluster, password))
  client.on('error', () => {})
  await client.connect()
  try {
    const role = await client.query(`select 1 from pg_roles where rolname = 'nollie'`)
    if (!role.rowCount)
      await client.query(`create role nollie login password ${client.escapeLiteral(password)}`)
    const database = await client.query(`select 1 from pg_database where datname = 'nollie'`)
    if (!database.rowCount) await client.query('create database nollie owner nollie')
  } finally {
    await client.end()
  }
}
