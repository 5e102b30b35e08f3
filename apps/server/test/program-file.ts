import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The source of a program, by its path in the repository. */
export const buildSourcePath = (path: string): string => join(ROOT, path)

/**
 * The file that runs a program: its source, or, where `npm test` made one file of all its modules (see
 * `scripts/lib/bundle-programs.mjs`), that file, which costs the processor a fraction to start.
 */
export const programFile = (path: string): string => {
  const folder = process.env.NOLLIE_TEST_PROGRAMS
  const bundled = join(folder ?? '', `${path.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`)
  return folder && existsSync(bundled) ? bundled : buildSourcePath(path)
}
