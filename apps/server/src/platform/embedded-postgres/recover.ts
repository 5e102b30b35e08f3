import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries, makeRunnable } from './binaries.ts'
import {
  clusterPassword,
  describeFailure,
  logSince,
  logSize,
  prepareCluster,
  type Urls,
  buildUrls,
} from './cluster.ts'
import { chooseBinaries } from './upgrade.ts'
import { adminConnection, findRunning, launch, type Postmaster, shutDown } from './postmaster.ts'
import { StartRefused } from '../start-refused.ts'

/** How to recover a base backup. */
export type Recovery = {
  /** Must be empty; the database is created in its `postgres` folder. */
  dataDir: string
  /** The point in time to recover to; null for the end of the WAL. */
  target: Date | null
  /**
   * Copies the database's files to `cluster`, its WAL to `cluster/pg_wal`, and the password to `home`. Must call `own`
   * for each file it creates.
   */
  fill: (folders: { home: string; cluster: string; own: (file: string) => void }) => Promise<void>
  /** Whether the result is deleted after `use`. If so, it doesn't need to survive a power failure. */
  isTemporary: boolean
  /** Called with the recovered database before it's stopped. */
  use: (urls: Urls) => Promise<void>
}

/** Whether a database is running in a data directory. */
export function isDatabaseRunning(dataDir: string): boolean {
  return fs.existsSync(join(dataDir, 'postgres', 'cluster')) && findRunning(prepareCluster(dataDir)) !== null
}

/** Thrown if the WAL ends before the requested point in time. */
export class LogEnded extends Error {
  override name = 'LogEnded'
}

const ENDED = 'recovery ended before configured recovery target was reached'

/**
 * Recovers a base backup to a point in time, and stops it after `use`; the next start finds a normal database.
 * @throws LogEnded if the WAL ends before this point
 * @throws StartRefused with PostgreSQL's reason
 */
export async function recoverCluster({ dataDir, target, fill, isTemporary, use }: Recovery): Promise<void> {
  const installed = findBinaries()
  const cluster = prepareCluster(dataDir)
  const ours = makeRunnable(installed, cluster.user)
  const own = (file: string) => {
    if (cluster.user) fs.lchownSync(file, cluster.user.uid, cluster.user.gid)
  }
  if (!fs.existsSync(cluster.files)) {
    fs.mkdirSync(cluster.files, { mode: 0o700 })
    own(cluster.files)
    await fill({ home: cluster.home, cluster: cluster.files, own })
    fs.writeFileSync(join(cluster.files, 'recovery.signal'), '', { mode: 0o600 })
    own(join(cluster.files, 'recovery.signal'))
  }
  // A backup from before an upgrade is recovered with the version that made it; the next start upgrades it.
  const binaries = chooseBinaries(cluster, ours)
  const place = { cluster, binaries, password: clusterPassword(cluster), settings: {} }
  const before = logSize(cluster)
  const failed = (error: unknown): Error => {
    const output = logSince(cluster, before)
    if (output.includes(ENDED)) return new LogEnded()
    return error instanceof StartRefused
      ? error
      : new StartRefused(describeFailure(output, 'The backup could not be recovered'))
  }
  let postmaster: Postmaster
  try {
    postmaster = await launch({
      ...place,
      settings: {
        // All of the WAL is already in place.
        restore_command: 'false',
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        ...(isTemporary && { fsync: 'off' }),
        ...(target && { recovery_target_time: target.toISOString().replace('Z', '+00') }),
      },
    })
  } catch (error) {
    throw failed(error)
  }
  const { child } = postmaster
  const isThere = () => child?.exitCode === null && child.signalCode === null
  const connection = adminConnection(place, 'nollie recovery')
  try {
    while (isThere() && (await isInRecovery(connection))) await sleep(50)
    if (!isThere()) throw failed(null)
    await use(buildUrls(place))
  } finally {
    await shutDown(cluster, postmaster)
  }
}

/** Whether the database is still recovering. Also true while it rejects connections. */
async function isInRecovery(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return rows[0]?.recovering ?? true
  } catch {
    return true
  } finally {
    await client.end().catch(() => {})
  }
}
