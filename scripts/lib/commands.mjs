import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.mjs'
import { childEnv, NODE, npm, ROOT } from './run.mjs'

// The commands for all checks: a program and its arguments, as run() takes them. Filters are parts of file names.

const BIN = join(ROOT, 'node_modules/.bin')

function at(path) {
  return join(ROOT, 'node_modules', path)
}

/** Folders with their own tsconfig. */
export const TYPED = [
  '.',
  'packages/contract',
  'packages/legacy-import',
  'packages/sample',
  'apps/server',
  'apps/web',
  'apps/web/src/worker',
]

/** Compiles the web client's messages into functions, which its sources import. */
export function messages() {
  return npm('run', 'messages', '-w', 'apps/web', '--silent')
}

/** @param {string[]} paths @param {{ write?: boolean }} options */
export function format(paths = ['.'], { write = false } = {}) {
  return [join(BIN, 'biome'), ['format', '--reporter=summary', ...(write ? ['--write'] : []), ...paths]]
}

/**
 * Checks lint rules. Rules that need types read them anyway, so with `typed`, the same pass also reports the compiler's
 * errors, using the tsconfig of each file's folder. In that pass, two mutually dependent types may be read in either
 * order, which can affect whether an assertion changes a type. That rule therefore runs in the pass without `typed`.
 * @param {string[]} paths @param {{ typed?: boolean }} options
 */
export function lint(paths = ['.'], { typed = false } = {}) {
  return [
    join(BIN, 'oxlint'),
    [
      '--type-aware',
      ...(typed ? ['--type-check', '-A', 'typescript/no-unnecessary-type-assertion'] : []),
      '--deny-warnings',
      ...paths,
    ],
  ]
}

/** Settings for unit tests in another order, on a leap day, in a time zone where the next day has already begun. */
export const ANOTHER_DAY = {
  env: { TZ: 'Pacific/Auckland', NOLLIE_TEST_NOW: '2028-02-29T11:59:00Z' },
  options: ['--sequence.shuffle', '--sequence.seed=29'],
}

const TYPES_CACHE = join(ROOT, '.cache/types')

/** Whether types have been checked here before, so that only changes have to be read. */
export function knowsTypes() {
  return existsSync(TYPES_CACHE)
}

/** Checks types incrementally. @param {string} folder one of TYPED */
export function types(folder) {
  const name = folder === '.' ? 'root' : folder.replaceAll('/', '-')
  const known = join(TYPES_CACHE, `${name}.tsbuildinfo`)
  return [NODE, [at('typescript/bin/tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', known]]
}

// Tests start hundreds of Node processes, which share a compile cache.
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') }

/** @param {string} folder @param {string[]} options and filters @param {Record<string, string>} env */
export function vitest(folder, options = [], env = {}) {
  return [
    NODE,
    [at('vitest/vitest.mjs'), 'run', ...options],
    {
      cwd: join(ROOT, folder),
      env: childEnv({ ...COMPILED, ...(folder === 'apps/server' && { TMPDIR: memoryFolder() }), ...env }),
    },
  ]
}

/** @param {string[]} options and filters @param {Record<string, string>} env */
export function playwright(options = [], env = {}) {
  return [
    NODE,
    [at('@playwright/test/cli.js'), 'test', '-c', 'e2e', ...options],
    { env: childEnv({ NODE_ENV: 'production', ...COMPILED, ...env }) },
  ]
}
