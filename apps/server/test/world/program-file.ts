import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Returns the absolute path of a program's source, given its path in the repository. */
export function buildSourcePath(path: string): string {
  return join(ROOT, path)
}

/**
 * Returns the file that runs a program. This is its source, or the bundle that `npm test` made from all of its modules
 * (see `scripts/lib/bundle-programs.mjs`), which needs a fraction of the CPU time to start.
 */
export function programFile(path: string): string {
  const folder = process.env.NOLLIE_TEST_PROGRAMS
  const bundled = join(folder ?? '', `${path.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`)
  return folder && existsSync(bundled) ? bundled : buildSourcePath(path)
}
