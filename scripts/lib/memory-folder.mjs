import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

// Linux provides this in-memory file system. In containers it may be tiny.
const MEMORY = '/dev/shm'
const NAME = /^nollie-(\d+)$/
// Several times the space that concurrent server tests use (about 250 MB).
const ROOM = 2 * 1024 ** 3

let folder = ''

/**
 * Returns the folder for tests' temporary files. It's in memory if there is space, because test databases have
 * thousands of files, which need ten times the CPU time on a disk. Removed when this process ends, or by the next run
 * if the process was killed.
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
  // Same permissions as /tmp, because a database's system user writes here too.
  chmodSync(path, 0o1777)
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Removes folders left by runs that were killed. */
function removeLeft() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
