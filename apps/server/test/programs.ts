import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const UNPACKED = fileURLToPath(new URL('../../../deploy/.programs/bin', import.meta.url))

/** Path of an engine of the operator's: unpacked by `deploy/programs.sh`, or installed. Null where there is none. */
export const findProgram = (name: string): string | null =>
  [UNPACKED, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/lib/postgresql/15/bin']
    .map((folder) => join(folder, name))
    .find(existsSync) ?? null

/** Adds to the name of a test why it is skipped. */
export const whyMissing = (name: string, program: string | null): string =>
  program ? '' : ` (skipped: no ${name} on this machine; deploy/programs.sh unpacks it)`
