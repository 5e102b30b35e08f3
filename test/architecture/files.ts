import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Returns the paths of all files in the repository, including uncommitted ones. */
export function repositoryFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
    .split('\0')
    .filter((path) => path && existsSync(join(ROOT, path)))
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Returns the paths of source files, without generated files and data. */
export function sources(): string[] {
  return repositoryFiles().filter(
    (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.gen\.ts$|\.d\.ts$|\/paraglide\//.test(path),
  )
}
