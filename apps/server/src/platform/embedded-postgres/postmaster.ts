import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import type { Binaries } from './binaries.ts'
import { type Cluster, databaseEnv, isAlive, logSince, logSize, openLog, describeFailure } from './cluster.ts'

/** Settings by their PostgreSQL names. fsync stays on, so that acknowledged writes survive a power failure. */
export type Settings = Record<string, string | number>
const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '128MB',
  jit: 'off',
  // If archiving stalls, it must not fill the disk. Beyond this size, the database removes WAL that hasn't been
  // archived.
  max_slot_wal_keep_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** A database's files, and how to run PostgreSQL on them. */
export type Place = { cluster: Cluster; binaries: Binaries; password: string; settings: Settings }

/**
 * A running PostgreSQL server that uses our files. `child` is null if an earlier server process started it. `isHere` is
 * false if it runs in another container, where its process can't be seen or stopped.
 */
export type Postmaster = { pid: number; child: ChildProcess | null; isHere: boolean }

function buildPidPath({ files }: Cluster) {
  return join(files, 'postmaster.pid')
}

const RECOVERY_PATIENCE_MS = 120_000
const STOP_PATIENCE_MS = 60_000

/** Returns the superuser's connection settings for the private socket. */
export function adminConnection({ cluster, password }: Place, name = 'nollie start'): pg.ClientConfig {
  return {
    host: cluster.socket,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
}

/** Identifies a database's binaries and settings; if they differ from ours, it's restarted instead of adopted. */
export function fingerprint({ binaries: { root }, settings }: Place): string {
  const build = fs.statSync(join(root, 'bin', 'postgres'))
  const hashed = JSON.stringify([root, build.size, { ...SETTINGS, ...settings }])
  return `nollie-${createHash('sha256').update(hashed).digest('hex').slice(0, 12)}`
}

function pidIn(cluster: Cluster): number {
  const file = buildPidPath(cluster)
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : 0
}

/** Finds the PostgreSQL process on this system that uses these files; ignores a pid file left by a dead process. */
export function findRunning(cluster: Cluster): Postmaster | null {
  const pid = pidIn(cluster)
  return pid > 0 && isAlive(pid) && isOurs(pid, cluster) ? { pid, child: null, isHere: true } : null
}

/**
 * Finds the PostgreSQL server that uses these files and waits until it responds. It may run in another container: then,
 * its process isn't visible here, but its socket responds. Returns null if there is none, or if it exits in the
 * meantime.
 * @throws StartRefused if it neither responds nor exits
 */
export async function findServer(place: Place): Promise<Postmaster | null> {
  const { cluster } = place
  const running = findRunning(cluster)
  if (!running) {
    const pid = pidIn(cluster)
    return pid > 0 && (await answers(place, () => false)) ? { pid, child: null, isHere: false } : null
  }
  if (await answers(place, () => findRunning(cluster) !== null)) return running
  if (await isGoneWithin(cluster, 10_000)) return null
  throw new StartRefused(
    `PostgreSQL (pid ${running.pid}) is using ${cluster.files}, but isn't responding. Stop it first.`,
  )
}

function isOurs(pid: number, { files }: Cluster): boolean {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(files)
  }
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === files
  } catch {
    return false
  }
}

/**
 * Replaces the pid in a stale pid file with our own. After a reboot, it may belong to another program, which PostgreSQL
 * would mistake for its own server. But PostgreSQL recognizes its parent's pid as stale. The rest of the file stays,
 * because PostgreSQL uses it to find leftover backends.
 */
function disownPidFile(cluster: Cluster) {
  const pid = pidIn(cluster)
  if (pid <= 0 || !isAlive(pid) || isOurs(pid, cluster)) return
  const file = buildPidPath(cluster)
  const stale = fs.readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid))
  // Written to a temporary file first, because a process killed while writing would leave an empty file.
  const half = `${file}.${process.pid}`
  fs.writeFileSync(half, stale, { mode: 0o600 })
  if (cluster.user) fs.chownSync(half, cluster.user.uid, cluster.user.gid)
  fs.renameSync(half, file)
}

const EMPTY_FOR_MS = 2_000

/**
 * Removes an empty pid file, because PostgreSQL refuses to start while one exists. A crash or power failure right after
 * the file was created leaves one behind; a starting PostgreSQL fills it immediately.
 */
function removeEmptyPidFile(cluster: Cluster): void {
  const left = fs.statSync(buildPidPath(cluster), { throwIfNoEntry: false })
  if (left?.size === 0 && Date.now() - left.mtimeMs > EMPTY_FOR_MS)
    fs.rmSync(buildPidPath(cluster), { force: true })
}

/**
 * Starts PostgreSQL and waits until it responds.
 * @throws StartRefused with PostgreSQL's reason
 */
export async function launch(place: Place): Promise<Postmaster> {
  const { cluster, binaries, settings } = place
  const all: Settings = {
    ...SETTINGS,
    ...settings,
    // Without quotes, this would be a list.
    unix_socket_directories: `"${cluster.socketSeen.replaceAll('"', '""')}"`,
    cluster_name: fingerprint(place),
  }
  removeEmptyPidFile(cluster)
  disownPidFile(cluster)
  const before = logSize(cluster)
  const log = openLog(cluster)
  const child = spawn(
    join(binaries.root, 'bin', 'postgres'),
    [
      '-D',
      cluster.filesSeen,
      '-p',
      '5432',
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached, so that Ctrl-C in a terminal reaches only the server, which stops the database after its last request.
    { cwd: cluster.files, detached: true, stdio: ['ignore', log, log], env: databaseEnv(), ...cluster.user },
  )
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? code}`))
  fs.closeSync(log)
  child.unref()
  if (await answers(place, () => ended === null)) return { pid: child.pid as number, child, isHere: true }
  const output = logSince(cluster, before <= logSize(cluster) ? before : 0)
  if (ended === null) child.kill('SIGINT')
  throw new StartRefused(
    describeFailure(output || (ended ?? ''), `PostgreSQL did not start (its log: ${cluster.logFile})`),
  )
}

/** Waits until PostgreSQL accepts connections. Returns false if it exits or isn't ready after two minutes. */
export async function answers(place: Place, isThere: () => boolean): Promise<boolean> {
  const until = Date.now() + RECOVERY_PATIENCE_MS
  while (Date.now() < until) {
    const client = new pg.Client(adminConnection(place))
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') {
        throw new StartRefused(
          `The password in ${place.cluster.passwordFile} doesn't match the database next to it.`,
        )
      }
      if (!isThere()) return false
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

/** Stops PostgreSQL cleanly: open transactions are rolled back, and all acknowledged writes are on disk. */
export async function shutDown(cluster: Cluster, { pid, child }: Postmaster): Promise<void> {
  const isGone = () =>
    child ? child.exitCode !== null || child.signalCode !== null : findRunning(cluster) === null
  if (isGone()) return
  child?.ref()
  process.kill(pid, 'SIGINT')
  const until = Date.now() + STOP_PATIENCE_MS
  while (!isGone()) {
    if (Date.now() > until)
      throw new Error(`PostgreSQL (pid ${pid}) did not stop within ${STOP_PATIENCE_MS / 1000} s`)
    await sleep(10)
  }
}

/** Waits until no PostgreSQL process uses these files; returns false on a timeout. */
async function isGoneWithin(cluster: Cluster, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds
  while (findRunning(cluster)) {
    if (Date.now() > until) return false
    await sleep(50)
  }
  return true
}
