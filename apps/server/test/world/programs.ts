import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const UNPACKED = fileURLToPath(new URL('../../../../deploy/.programs/bin', import.meta.url))

/** Finds a program that operators provide: unpacked by `deploy/programs.sh`, or installed. Null if there is none. */
export function findProgram(name: string): string | null {
  return (
    [UNPACKED, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/lib/postgresql/15/bin']
      .map((folder) => join(folder, name))
      .find(existsSync) ?? null
  )
}

/** Returns a suffix for a test's name that says why it is skipped. */
export function whyMissing(name: string, program: string | null): string {
  return program ? '' : ` (skipped: no ${name} on this machine; deploy/programs.sh unpacks it)`
}
