import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries, makeRunnable } from './binaries.ts'
import { type Claimed, claim, ensureRoleAndDatabase, type Logger, stopClaimed } from './claim.ts'
import { buildUrls, clusterPassword, initialise, prepareCluster, type Urls } from './cluster.ts'
import { findServer, type Place, type Settings } from './postmaster.ts'
import { chooseBinaries, finishUpgrade, type Transfer, upgrade } from './upgrade.ts'

export type EmbeddedPostgres = Urls & {
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
  /**
   * Copies a database of an earlier major version of PostgreSQL to a new one. Without it, and for programs that run
   * next to the server, the earlier version is started instead.
   */
  transfer?: Transfer
}

const QUIET_BACK_MS = 2_000

/**
 * Starts the database in `dataDir`: creates it the first time, adopts one that a killed server left running, and
 * restarts it if it dies. Upgrades one that an earlier major version wrote. Only one server can use a data directory.
 * @throws StartRefused with a readable one-line message
 */
export async function startEmbeddedPostgres({
  dataDir,
  logger,
  settings = {},
  borrow = false,
  transfer,
}: Options): Promise<EmbeddedPostgres> {
  const installed = findBinaries()
  const cluster = prepareCluster(dataDir)
  const ours = makeRunnable(installed, cluster.user)
  finishUpgrade(cluster, logger)
  const found: Place = {
    cluster,
    binaries: chooseBinaries(cluster, ours),
    password: clusterPassword(cluster),
    settings,
  }
  const urls = buildUrls(found)
  const running = borrow ? await findServer(found) : null
  if (running) return { ...urls, pid: () => running.pid, adopted: false, stop: async () => {} }
  const upgrades = transfer !== undefined && !borrow && found.binaries !== ours
  if (upgrades) await upgrade(found, { ours, logger, transfer })
  const place = upgrades ? { ...found, binaries: ours } : found
  if (initialise(place)) logger.info(`created a new database in ${place.cluster.files}`)
  const claimed = await claim(place, logger)
  await ensureRoleAndDatabase(place)
  return { ...urls, adopted: claimed.adopted, ...watchOver(place, claimed, logger) }
}

/** Starts a database again whenever it dies, until it's stopped. */
function watchOver(place: Place, first: Claimed, logger: Logger): Pick<EmbeddedPostgres, 'pid' | 'stop'> {
  let claimed = first
  let isStopping = false
  let recovery = Promise.resolve()
  const recover = async () => {
    logger.error('the embedded database stopped; starting it again')
    const back = await claimAgain(place, logger, () => isStopping)
    if (!back) return
    claimed = back
    logger.info(`the embedded database is back (pid ${claimed.postmaster.pid})`)
    watch()
  }
  const watch = () => {
    claimed.lock.client.once('end', () => {
      if (!isStopping) recovery = recover()
    })
  }
  watch()
  return {
    pid: () => claimed.postmaster.pid,
    stop: async () => {
      isStopping = true
      await recovery
      await stopClaimed(place, claimed)
    },
  }
}

/** Retries until the database is back, for example, once a full disk has space again. Logs each new reason once. */
async function claimAgain(place: Place, logger: Logger, isOver: () => boolean): Promise<Claimed | null> {
  let lastReported = ''
  while (!isOver()) {
    try {
      return await claim(place, logger)
    } catch (error) {
      if (lastReported !== String(error)) logger.error((lastReported = String(error)))
      await sleep(QUIET_BACK_MS)
    }
  }
  return null
}
