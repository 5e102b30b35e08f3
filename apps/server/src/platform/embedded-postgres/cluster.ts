import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import type { Binaries } from './binaries.ts'
import { databaseUser, mayEnter, type SystemUser } from './system-user.ts'

/** The embedded database's location and user. All paths are absolute. */
export type Cluster = {
  /** `DATA_DIR/postgres`, with mode 0700 and owned by the database's user. */
  home: string
  /** PostgreSQL's own data directory. */
  files: string
  /** The data directory and the socket folder in the form passed to PostgreSQL; see {@link prepareCluster}. */
  filesSeen: string
  socketSeen: string
  /** The socket's private folder, as clients refer to it. */
  socket: string
  passwordFile: string
  logFile: string
  user: SystemUser | null
}

/** PostgreSQL limits a socket's full path to 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET = 100
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * Creates the embedded database's folders, which stay empty, and returns their paths.
 * @throws StartRefused if that fails
 */
export function prepareCluster(dataDirGiven: string): Cluster {
  // 0711: the database's user must be able to traverse the folder, but no one else can list it.
  fs.mkdirSync(dataDirGiven, { recursive: true, mode: 0o711 })
  const dataDir = fs.realpathSync(resolve(dataDirGiven))
  const home = join(dataDir, 'postgres')
  const user = databaseUser(home, dataDir)
  if (process.getuid?.() === 0 && !user) {
    throw new StartRefused(
      "PostgreSQL can't run as root, and there is no user postgres or nobody. Start as an ordinary user.",
    )
  }
  fs.mkdirSync(home, { recursive: true, mode: 0o700 })
  ownedByDatabase(home, user)

  const files = join(home, 'cluster')
  const within = join(home, 'socket')
  const short = within.length + SOCKET_NAME.length <= LONGEST_SOCKET
  const socket = short
    ? within
    : join(tmpdir(), `nollie-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`)
  privateFolder(socket, user)

  // If the database's user can't traverse a parent folder such as /root, an absolute path is useless. On Linux, the
  // process can still reach its working directory as /proc/self/cwd without traversing the path.
  const hidden = !mayEnter(home, user)
  if (hidden && process.platform !== 'linux') {
    throw new StartRefused(
      `The user that PostgreSQL runs as has no access to ${home}. Set DATA_DIR to a folder that other users can access, or start as an ordinary user.`,
    )
  }
  return {
    home,
    files,
    filesSeen: hidden ? '/proc/self/cwd' : files,
    socketSeen: hidden && short ? '../socket' : socket,
    socket,
    passwordFile: join(home, 'password'),
    logFile: join(home, 'postgres.log'),
    user,
  }
}

/** Reads the password of both database roles; the first start creates it. */
export function clusterPassword({ passwordFile, user }: Cluster): string {
  if (!fs.existsSync(passwordFile)) {
    const half = `${passwordFile}.${process.pid}`
    fs.writeFileSync(half, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    if (user) fs.chownSync(half, user.uid, user.gid)
    try {
      fs.linkSync(half, passwordFile)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(half)
    }
  }
  return fs.readFileSync(passwordFile, 'utf8').trim()
}

function buildUrl({ socket }: Cluster, user: string, password: string, database: string) {
  return `postgresql://${user}:${password}@${encodeURIComponent(socket)}/${database}`
}

export type Urls = {
  /** A connection string for the role that owns the `nollie` database; not a superuser. */
  url: string
  /** A connection string for the superuser and the `postgres` database. */
  adminUrl: string
}

/** Builds the connection strings; see {@link Urls}. */
export function buildUrls({ cluster, password }: { cluster: Cluster; password: string }): Urls {
  return {
    url: buildUrl(cluster, 'nollie', password, 'nollie'),
    adminUrl: buildUrl(cluster, 'postgres', password, 'postgres'),
  }
}

/**
 * Creates the data directory if it's missing. It's built under a temporary name and then renamed, so an interrupted
 * start leaves no half-built database. Returns true if it was created.
 */
export function initialise({ cluster, binaries }: { cluster: Cluster; binaries: Binaries }): boolean {
  sweepHalfMade(cluster)
  if (fs.existsSync(join(cluster.files, 'PG_VERSION'))) return false
  // Some older systems don't have C.UTF-8. Sorting and case mapping always use PostgreSQL's built-in C.UTF-8.
  const attempts = ['C.UTF-8', 'en_US.UTF-8', 'C'].map((locale) => () => runInitdb(cluster, binaries, locale))
  let error = ''
  for (const attempt of attempts) {
    error = attempt()
    if (!error || !/locale/i.test(error)) break
  }
  if (error)
    throw new StartRefused(describeFailure(error, `PostgreSQL couldn't create its files in ${cluster.home}`))
  return true
}

function runInitdb(cluster: Cluster, { root }: Binaries, locale: string): string {
  const half = `${cluster.files}.making-${process.pid}`
  fs.mkdirSync(half, { mode: 0o700 })
  if (cluster.user) fs.chownSync(half, cluster.user.uid, cluster.user.gid)
  const hidden = cluster.filesSeen !== cluster.files
  const made = spawnSync(
    join(root, 'bin', 'initdb'),
    [
      ['-D', hidden ? '/proc/self/cwd' : half],
      ['-U', 'postgres', `--pwfile=${hidden ? '../password' : cluster.passwordFile}`, '--auth=scram-sha-256'],
      ['--encoding=UTF8', '--locale-provider=builtin', `--locale=${locale}`, '--builtin-locale=C.UTF-8'],
      ['--no-instructions'],
    ].flat(),
    { cwd: half, encoding: 'utf8', env: databaseEnv(), ...cluster.user },
  )
  const error = made.error?.message ?? (made.status === 0 ? '' : made.stderr + made.stdout)
  if (!error) {
    try {
      fs.renameSync(half, cluster.files)
      syncFolder(cluster.home)
      return ''
    } catch (failed) {
      // Another server that started at the same time created the database first, so this one can use it.
      if (!fs.existsSync(join(cluster.files, 'PG_VERSION'))) throw failed
    }
  }
  fs.rmSync(half, { recursive: true, force: true })
  return error
}

function sweepHalfMade({ home }: Cluster) {
  for (const name of fs.readdirSync(home)) {
    const maker = /^cluster\.making-(\d+)$/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) fs.rmSync(join(home, name), { recursive: true, force: true })
  }
}

/**
 * Returns the complete environment for the database's processes, with none of the server's secrets and no PG* variables
 * from the shell.
 */
export function databaseEnv(): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}

/** Whether a process with this id exists, even if it's another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Summarizes PostgreSQL's output in one readable line: a full disk if it mentions one, otherwise the first error. */
export function describeFailure(output: string, what: string): string {
  if (/No space left on device/.test(output)) {
    return `${what}: the disk is full (no space left on device). Nothing was lost; free some space and start again.`
  }
  const complaint =
    output.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? output.trim().split('\n').at(-1)
  return `${what}: ${complaint?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'no message'}`
}

function ownedByDatabase(home: string, user: SystemUser | null) {
  const owner = fs.statSync(home).uid
  if (!user) {
    if (owner !== process.getuid?.()) {
      throw new StartRefused(
        `${home} belongs to user id ${owner}. Start as that user or as root, or set another DATA_DIR.`,
      )
    }
    return
  }
  if (owner === user.uid) return
  fs.chownSync(home, user.uid, user.gid)
  for (const name of fs.readdirSync(home, { recursive: true }) as string[])
    fs.lchownSync(join(home, name), user.uid, user.gid)
}

function privateFolder(path: string, user: SystemUser | null) {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
    if (user) fs.chownSync(path, user.uid, user.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // In a world-writable folder, another user may have created this first.
  const found = fs.lstatSync(path)
  const owner = user?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new StartRefused(
      `${path} should be a private folder of the database (user id ${owner}, mode 0700) and is not. Remove it and start again.`,
    )
  }
}

/** Makes the renames in a folder survive a power failure. */
export function syncFolder(path: string): void {
  const handle = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Opens the log, first renaming it if it's larger than 10 MB, so that there are at most two logs. */
export function openLog({ logFile, user }: Cluster): number {
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > 10_000_000) fs.renameSync(logFile, `${logFile}.1`)
  const handle = fs.openSync(logFile, 'a', 0o600)
  if (user) fs.fchownSync(handle, user.uid, user.gid)
  return handle
}

/** Reads PostgreSQL's log after `offset` bytes. */
export function logSince({ logFile }: Cluster, offset: number): string {
  return fs.existsSync(logFile) ? fs.readFileSync(logFile).subarray(offset).toString('utf8') : ''
}

export function logSize({ logFile }: Cluster): number {
  return fs.existsSync(logFile) ? fs.statSync(logFile).size : 0
}
