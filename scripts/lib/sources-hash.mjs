import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

const MADE = new Set(['node_modules', 'dist', 'paraglide', 'cache', 'test-results', 'coverage'])

/**
 * Hashes all files that a build depends on.
 * @param {string[]} sources files and folders
 * @param {RegExp} ignored names of files that make no difference
 */
export function sourcesHash(sources, ignored) {
  const hash = createHash('sha256')
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  const walk = (folder) => {
    const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !MADE.has(entry.name)) walk(path)
      else if (entry.isFile() && !ignored.test(path)) add(path)
    }
  }
  for (const source of sources) {
    if (statSync(join(ROOT, source)).isFile()) add(source)
    else walk(source)
  }
  return hash.digest('hex')
}
