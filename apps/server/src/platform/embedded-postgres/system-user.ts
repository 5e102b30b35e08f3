import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

/** An unprivileged operating system user, as passed to spawn. */
export type SystemUser = { uid: number; gid: number }

/** Where these programs are even if the server's own PATH names only its programs, or nothing. */
const STANDARD_PATH = '/usr/local/bin:/usr/bin:/bin'

function runStandard(
  program: string,
  args: string[],
  options: { cwd?: string; uid?: number; gid?: number } = {},
) {
  const found = spawnSync(program, args, { encoding: 'utf8', ...options })
  const { error } = found
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  return isMissing
    ? spawnSync(program, args, { encoding: 'utf8', ...options, env: { PATH: STANDARD_PATH } })
    : found
}

function findUserId(flag: '-u' | '-g', who: string): number | null {
  const { status, stdout } = runStandard('id', [flag, who])
  return status === 0 ? Number(stdout) : null
}

function lookUp(who: string): SystemUser | null {
  const uid = findUserId('-u', who)
  const gid = findUserId('-g', who)
  return uid && gid !== null && uid > 0 ? { uid, gid } : null
}

/**
 * Picks the user to run PostgreSQL as, because PostgreSQL refuses to run as root: the owner of its files, the owner of
 * the data directory, `postgres`, or `nobody`. Null if the server itself isn't running as root.
 */
export function databaseUser(home: string, dataDir: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null
  for (const place of [home, dataDir]) {
    const owner = existsSync(place) ? statSync(place).uid : 0
    const user = owner > 0 ? lookUp(String(owner)) : null
    if (user) return user
  }
  return lookUp('postgres') ?? lookUp('_postgres') ?? lookUp('nobody')
}

/** Whether the operating system lets `user` (null: this process) enter the folder at `path`. */
export function mayEnter(path: string, user: SystemUser | null): boolean {
  return runStandard('test', ['-x', path], { cwd: '/', ...user }).status === 0
}
