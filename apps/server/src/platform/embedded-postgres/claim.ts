import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import { isAlive } from './cluster.ts'
import {
  adminConnection,
  findServer,
  fingerprint,
  launch,
  type Place,
  type Postmaster,
  shutDown,
} from './postmaster.ts'

/** Logs when the embedded database starts, restarts, and stops. */
export type Logger = { info: (message: string) => void; error: (message: string) => void }

// The lock on a data directory is an advisory lock in its database. PostgreSQL releases it when the connection ends, so
// a dead server can't leave it behind, and two servers can't hold it.
const LOCK = '7166, 1'
const NAME = 'nollie server'

/** The connection that holds the lock. It ends when the database stops. */
type ServerLock = { client: pg.Client; release: () => Promise<void> }

/** A database that responds and that only this process uses. `adopted`: an earlier server started it. */
export type Claimed = { postmaster: Postmaster; lock: ServerLock; adopted: boolean }

/**
 * Makes a database respond, and claims it for this process: adopts one that an earlier server left running, or starts
 * it. If two servers start at the same time, the slower one finds the other's database and is refused.
 * @throws StartRefused naming the other server; or with PostgreSQL's reason
 */
export async function claim(place: Place, logger: Logger): Promise<Claimed> {
  const found = await findServer(place)
  const adopted = found && (await adopt(place, found, logger))
  if (adopted) return adopted
  const postmaster = await launchOrJoin(place)
  return { postmaster, lock: await lockServer(place), adopted: false }
}

/** Adopts a running database. If it has other binaries or settings than ours, stops it and returns null. */
async function adopt(place: Place, postmaster: Postmaster, logger: Logger): Promise<Claimed | null> {
  const lock = await lockServer(place)
  const { rows } = await lock.client.query<{ cluster_name: string }>('show cluster_name')
  if (!postmaster.isHere || rows[0]?.cluster_name === fingerprint(place)) {
    logger.info(`took over the database an earlier server left running (pid ${postmaster.pid})`)
    return { postmaster, lock, adopted: true }
  }
  logger.info(`stopping the database an earlier version left running (pid ${postmaster.pid})`)
  await stopClaimed(place, { postmaster, lock })
  return null
}

async function launchOrJoin(place: Place): Promise<Postmaster> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await launch(place)
    } catch (error) {
      const other = await findServer(place)
      if (other) return other
      // A killed PostgreSQL's backends outlive it for a short time.
      const leftovers = /shared memory block|lock file/.test(String(error))
      if (!leftovers || attempt >= 20) throw error
      await sleep(250)
    }
  }
}

/** Releases a database and stops it cleanly. */
export async function stopClaimed(
  { cluster }: Place,
  { postmaster, lock }: Pick<Claimed, 'postmaster' | 'lock'>,
): Promise<void> {
  await lock.release().catch(() => {})
  await shutDown(cluster, postmaster)
}

/**
 * Takes the lock, which only one server can hold.
 * @throws StartRefused naming the process that holds it
 */
async function lockServer(place: Place): Promise<ServerLock> {
  const client = new pg.Client(adminConnection(place, `${NAME} ${process.pid}`))
  client.on('error', () => {})
  await client.connect()
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${LOCK}) as got`)
    if (rows[0]?.got) return { client, release: () => client.end() }
    const holder = await findHolder(client)
    // The database needs a moment to notice that a killed server's connection is closed.
    if (holder !== null && (isAlive(holder) || attempt > 50)) {
      await client.end()
      throw new StartRefused(
        `Another Nollie server (pid ${holder}) is already running with the data directory ${place.cluster.home.replace(/\/postgres$/, '')}. ` +
          'Stop it first, or set another DATA_DIR.',
      )
    }
    await sleep(50)
  }
}

async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and (classid, objid) = (${LOCK})`,
  )
  const pid = Number(rows[0]?.name.slice(NAME.length))
  return pid > 0 ? pid : null
}

/** Creates the role `nollie` and its database, unless they exist. */
export async function ensureRoleAndDatabase(place: Place): Promise<void> {
  const client = new pg.Client(adminConnection(place))
  client.on('error', () => {})
  await client.connect()
  try {
    const role = await client.query(`select 1 from pg_roles where rolname = 'nollie'`)
    if (!role.rowCount)
      await client.query(`create role nollie login password ${client.escapeLiteral(place.password)}`)
    const database = await client.query(`select 1 from pg_database where datname = 'nollie'`)
    if (!database.rowCount) await client.query('create database nollie owner nollie')
  } finally {
    await client.end()
  }
}
