import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

// Linux has this file system in memory; containers may have a tiny one.
const MEMORY = '/dev/shm'
const NAME = /^nollie-(\d+)$/
// What the tests of the server have there at once (some 250 MB), several times over.
const ROOM = 2 * 1024 ** 3

let folder = ''

/**
 * The folder for temporary files of tests: in memory where there is room, because databases of tests are thousands of
 * files, which cost ten times the processor on a disk. It goes with this process, or, if that is killed, with the next
 * run.
 */
export function memoryFolder() {
  folder ||= made() ?? tmpdir()
  return folder
}

function made() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return null
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM || freemem() < 2 * ROOM) return null
  const path = join(MEMORY, `nollie-${process.pid}`)
  try {
    removeLeft()
    mkdirSync(path)
  } catch {
    return null
  }
  // Like /tmp: the system user of a database works here, too.
  chmodSync(path, 0o1777)
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Removes what runs that were killed have left. */
function removeLeft() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
