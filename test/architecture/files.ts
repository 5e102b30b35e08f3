import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Paths of every file that is in the repository or would be with the next commit. */
export const repositoryFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
    .split('\0')
    .filter((path) => path && existsSync(join(ROOT, path)))

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Source files of ours: no generated ones, no data. */
export const sources = (): string[] =>
  repositoryFiles().filter(
    (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.gen\.ts$|\.d\.ts$|\/paraglide\//.test(path),
  )
