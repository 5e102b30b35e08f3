import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { measureDisk } from '../files/index.ts'
import { StartRefused } from '../start-refused.ts'
import { type Binaries, findEarlierBinaries, makeRunnable, readMajor } from './binaries.ts'
import { claim, ensureRoleAndDatabase, type Logger, stopClaimed } from './claim.ts'
import { buildUrls, type Cluster, initialise, prepareCluster, syncFolder, type Urls } from './cluster.ts'
import { findRunning, launch, type Place, shutDown } from './postmaster.ts'

/**
 * Copies everything from one database to an empty one, and checks the copy. Returns what was copied, for the log.
 * @throws StartRefused if the copy differs
 */
export type Transfer = (from: Urls, to: Urls) => Promise<string>

const MEGABYTE = 1024 ** 2
/** Space for the new database's own files and its WAL, in addition to the rows. */
const SPARE_BYTES = 500 * MEGABYTE
/** With these settings, copied rows are written once, without WAL. */
const COPYING = { wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '256MB' }

/** Describes a copy that was checked. The old files haven't changed since if `control` is still their hash. */
type Verified = { from: number; aside: string; control: string }

// The new database is built in this folder. Once it's verified, `verified` says so, and only then are folders renamed.
// A start that finds the folder without that file builds it again.
function upgradeFolder({ home }: Cluster): string {
  return join(home, 'upgrading')
}

function verifiedFile(cluster: Cluster): string {
  return join(upgradeFolder(cluster), 'verified')
}

/** Returns the major version of PostgreSQL that wrote these files; null if there are none yet. */
export function readFilesMajor({ files }: Cluster): number | null {
  const file = join(files, 'PG_VERSION')
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : null
}

/**
 * Returns the binaries for these files: ours, or an earlier major version's if it wrote them.
 * @throws StartRefused if a later version wrote them, or if there are no binaries for them
 */
export function chooseBinaries(cluster: Cluster, ours: Binaries): Binaries {
  const [major, own] = [readFilesMajor(cluster), readMajor(ours)]
  if (major === null || major === own) return ours
  const written = `The database in ${cluster.files} was written by PostgreSQL ${major}, and this version of Nollie uses ${own}.`
  if (major > own) throw new StartRefused(`${written} Start a newer version of Nollie.`)
  const earlier = findEarlierBinaries(major)
  if (earlier) return makeRunnable(earlier, cluster.user)
  throw new StartRefused(
    `${written} The upgrade needs PostgreSQL ${major}: install it (on Debian: postgresql-${major}) and start again. Nothing was changed.`,
  )
}

/**
 * Copies a database of an earlier major version to new files. The old ones are only read, and then renamed. If this is
 * interrupted, the next start does it again, or only the renaming if the copy was verified.
 * @throws StartRefused with a readable one-line message; the old files are unchanged
 */
export async function upgrade(
  old: Place,
  { ours, logger, transfer }: { ours: Binaries; logger: Logger; transfer: Transfer },
): Promise<void> {
  const from = readMajor(old.binaries)
  const versions = `from PostgreSQL ${from} to ${readMajor(ours)}`
  const needed = await requireSpace(old.cluster, versions)
  logger.info(`upgrading the database ${versions}: copying up to ${needed} MB; the old files aren't changed`)
  const claimed = await claim(old, logger)
  try {
    await removeUnfinished(old.cluster)
    const copied = await copyToNew(old, ours, transfer)
    logger.info(`copied and verified ${copied}; stopping the old database`)
    await stopClaimed(old, claimed)
    markVerified(old.cluster, from)
  } catch (error) {
    await stopClaimed(old, claimed)
    await removeUnfinished(old.cluster)
    throw new StartRefused(
      `The upgrade of the database ${versions} failed: ${(error as Error).message.replace(/\.?$/, '.')} The old files are unchanged.`,
    )
  }
  finishUpgrade(old.cluster, logger)
}

async function requireSpace(cluster: Cluster, versions: string): Promise<number> {
  const wal = join(cluster.files, 'pg_wal')
  const entries = fs.readdirSync(cluster.files, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile() && entry.parentPath !== wal)
    .map((entry) => fs.statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
  const needed = Math.ceil((sizes.reduce((sum, size) => sum + size, 0) + SPARE_BYTES) / MEGABYTE)
  const free = Math.floor((await measureDisk(cluster.home)).free / MEGABYTE)
  if (free < needed)
    throw new StartRefused(
      `The upgrade of the database ${versions} needs ${needed} MB in ${cluster.home}, but only ${free} MB are free. Nothing was changed; free some space and start again.`,
    )
  return needed
}

/** Prepares the folders of the new database, which has the same user and password as the old one. */
function prepareNew({ cluster, password }: Place, ours: Binaries): Place {
  const folder = upgradeFolder(cluster)
  fs.mkdirSync(folder, { mode: 0o711 })
  if (cluster.user) fs.chownSync(folder, cluster.user.uid, cluster.user.gid)
  const fresh = prepareCluster(folder)
  fs.copyFileSync(cluster.passwordFile, fresh.passwordFile)
  if (cluster.user) fs.chownSync(fresh.passwordFile, cluster.user.uid, cluster.user.gid)
  return { cluster: fresh, binaries: ours, password, settings: COPYING }
}

async function copyToNew(old: Place, ours: Binaries, transfer: Transfer): Promise<string> {
  const fresh = prepareNew(old, ours)
  initialise(fresh)
  const postmaster = await launch(fresh)
  try {
    await ensureRoleAndDatabase(fresh)
    return await transfer(buildUrls(old), buildUrls(fresh))
  } finally {
    await shutDown(fresh.cluster, postmaster)
  }
}

function hashControl({ files }: Cluster): string {
  return createHash('sha256')
    .update(fs.readFileSync(join(files, 'global', 'pg_control')))
    .digest('hex')
}

function markVerified(cluster: Cluster, from: number): void {
  const name = `cluster-${from}-${new Date().toISOString().slice(0, 10)}`
  const names = [name, ...Array.from({ length: 99 }, (_, index) => `${name}-${index + 2}`)]
  const aside = names.find((one) => !fs.existsSync(join(cluster.home, one))) ?? name
  const verified: Verified = { from, aside, control: hashControl(cluster) }
  const half = `${verifiedFile(cluster)}.half`
  fs.writeFileSync(half, JSON.stringify(verified), { flush: true })
  fs.renameSync(half, verifiedFile(cluster))
  syncFolder(upgradeFolder(cluster))
}

/**
 * Renames the old files and puts the new ones in their place, if an upgrade has been verified. If the old files were
 * used since, does nothing, so that their changes aren't lost.
 */
export function finishUpgrade(cluster: Cluster, logger: Logger): void {
  if (!fs.existsSync(verifiedFile(cluster))) return
  const { from, aside, control } = JSON.parse(fs.readFileSync(verifiedFile(cluster), 'utf8')) as Verified
  if (readFilesMajor(cluster) === from) {
    if (hashControl(cluster) !== control) return fs.rmSync(verifiedFile(cluster))
    fs.renameSync(cluster.files, join(cluster.home, aside))
  }
  const fresh = join(upgradeFolder(cluster), 'postgres', 'cluster')
  if (!fs.existsSync(cluster.files)) fs.renameSync(fresh, cluster.files)
  syncFolder(cluster.home)
  fs.rmSync(upgradeFolder(cluster), { recursive: true })
  logger.info(
    `the upgrade is done. The old files are in ${join(cluster.home, aside)}; delete them when you no longer need them`,
  )
}

/** Deletes an unfinished copy, whose PostgreSQL may have outlived a killed server. */
async function removeUnfinished(cluster: Cluster): Promise<void> {
  const folder = upgradeFolder(cluster)
  if (fs.existsSync(join(folder, 'postgres', 'cluster'))) {
    const unfinished = prepareCluster(folder)
    const running = findRunning(unfinished)
    if (running) await shutDown(unfinished, running)
  }
  fs.rmSync(folder, { recursive: true, force: true })
}
