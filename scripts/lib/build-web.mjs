import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childEnv, npm, ROOT, run } from './run.mjs'

const SOURCES = ['apps/web', 'packages/contract', 'package-lock.json', 'tsconfig.base.json']
const MADE = new Set(['node_modules', 'dist', 'paraglide', 'cache', 'test-results', 'coverage'])
const STAMP = join(ROOT, '.cache', 'web-build')
const RESULT = join(ROOT, 'apps', 'web', 'dist', 'index.html')

/** A hash of all files that the web client is built from. */
function sourcesHash() {
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
      else if (entry.isFile() && !/\.gen\.ts$|\.test\.tsx?$|project\.inlang\/(?!settings)/.test(path))
        add(path)
    }
  }
  for (const source of SOURCES) {
    if (/\.\w+$/.test(source)) add(source)
    else walk(source)
  }
  return hash.digest('hex')
}

/**
 * Builds the web client, unless the last build has the same sources.
 * @returns {Promise<{ code: number, output: string }>} code 0, or the output of the build
 */
export async function ensureWebBuilt() {
  const wanted = sourcesHash()
  if (existsSync(RESULT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted)
    return { code: 0, output: '' }
  console.log('Building the web client.')
  rmSync(STAMP, { force: true })
  const built = await run(...npm('run', 'build', '-w', 'apps/web', '--silent'), {
    env: childEnv({ NODE_ENV: 'production' }),
  })
  if (built.code !== 0) return built
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, wanted)
  return built
}
