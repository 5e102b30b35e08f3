import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

// Linux provides this in-memory file system; in containers it may be tiny.
const MEMORY = '/dev/shm'
const NAME = /^nollie-(\d+)$/
// Several times the space that server tests use at the same time (about 250 MB).
const ROOM = 2 * 1024 ** 3

let folder = ''

/**
 * The folder for tests' temporary files: in memory if there is space, because test databases have thousands of files,
 * which need ten times the processor time on a disk. It is removed when this process ends, or if that was killed, by
 * the next run.
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
  // Like /tmp, because a database's system user works here, too.
  chmodSync(path, 0o1777)
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Removes folders of runs that were killed. */
function removeLeft() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
