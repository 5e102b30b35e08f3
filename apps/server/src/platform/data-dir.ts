import { accessSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeUser } from './describe-user.ts'
import { StartRefused } from './start-refused.ts'

/** One block in most file systems. Creating an empty file can succeed even if there is less space than this. */
const PROBE_BYTES = 4096

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function nearestExisting(path: string): string {
  return isThere(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

// Node's own recursion never ends in places like /proc, where the system can't create folders.
function makeFolder(path: string): void {
  if (isThere(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o711 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // Another program that started at the same time created it first, or the path is a dangling link.
    if (!isThere(path)) throw new Error(`${path} is a link to a missing folder`, { cause: error })
  }
}

function explain(dataDir: string, at: string, code: string, message: string): string {
  const place = at === dataDir ? '' : ` in ${at}`
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `DATA_DIR ${dataDir} can't be written${place} by ${describeUser()}. Make that user its owner (chown), start as its owner, or set another DATA_DIR.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `DATA_DIR ${dataDir} can't be a folder for ${describeUser()}: ${at} is a file. Move it away, or set another DATA_DIR.`
    case 'EROFS':
      return `DATA_DIR ${dataDir} is on a file system that is read-only for ${describeUser()}. Mount it for writing, or set another DATA_DIR.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `DATA_DIR ${dataDir} is on a disk without space for ${describeUser()}. Nothing was lost; free some space and start again.`
    case 'ENOENT':
      return `DATA_DIR ${dataDir} can't be created${place} by ${describeUser()}: no folder can be created there. Set another DATA_DIR.`
    default:
      return `DATA_DIR ${dataDir} can't be used by ${describeUser()}: ${message}`
  }
}

/**
 * Creates the data directory if it's missing, and checks that this process can write to it.
 * @param options.makes if false, doesn't create a missing directory, but only checks that it could be created
 * @throws StartRefused with one line that names the folder and the user; nothing is created in that case
 */
export function requireDataDir(path: string, { makes = true } = {}): void {
  // With a slash at its end, a file looks like a missing folder.
  const dataDir = resolve(path)
  const at = nearestExisting(dataDir)
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    if (!statSync(at).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
    accessSync(at, constants.W_OK | constants.X_OK)
    if (at !== dataDir && !makes) return
    makeFolder(dataDir)
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true })
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartRefused(explain(dataDir, at, code, message))
  }
}
