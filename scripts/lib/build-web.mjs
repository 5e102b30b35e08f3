import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childEnv, npm, ROOT, run } from './run.mjs'
import { sourcesHash } from './sources-hash.mjs'

const SOURCES = ['apps/web', 'packages/contract', 'package-lock.json', 'tsconfig.base.json']
const IGNORED = /\.gen\.ts$|\.test\.tsx?$|project\.inlang\/(?!settings)/
const STAMP = join(ROOT, '.cache', 'web-build')
const RESULT = join(ROOT, 'apps', 'web', 'dist', 'index.html')

/**
 * Builds the web client, unless the last build used the same sources.
 * @returns {Promise<{ code: number, output: string }>} code 0, or the build's exit code and output
 */
export async function ensureWebBuilt() {
  const wanted = sourcesHash(SOURCES, IGNORED)
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
