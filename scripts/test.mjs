import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBrowser, ensurePrograms, systemPostgres } from './lib/programs.mjs'
import { childEnv, NODE, npm, ROOT, run } from './lib/run.mjs'
import { addReport, check, printSlowest, skip, tally } from './lib/tally.mjs'
import { startThrowAwayPostgres } from './lib/throw-away-postgres.mjs'

const tool = (path, ...args) => run(NODE, [join(ROOT, 'node_modules', path), ...args])

// npm test -- --all: the second run of the server's tests takes all of them, too.
const takesAll = process.argv.includes('--all')

const REPORTS = join(ROOT, 'test-results/reports')

/** Where the report of a part stays after the run. */
const reportOf = (name) => join(REPORTS, `${name.replaceAll(/\W+/g, '-')}.json`)

async function vitest(name, folder, env = {}) {
  const file = reportOf(name)
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const result = await run(
    NODE,
    [cli, 'run', '--reporter=json', '--reporter=default', `--outputFile=${file}`],
    {
      cwd: join(ROOT, folder),
      env: childEnv(env),
    },
  )
  addReport(name, 'vitest', file, result)
}

async function checks() {
  check('messages of the web client', await run(...npm('run', 'messages', '-w', 'apps/web', '--silent')))
  const [format, lint] = await Promise.all([
    run(join(ROOT, 'node_modules/.bin/biome'), ['format', '--colors=off', '--reporter=summary', '.']),
    run(join(ROOT, 'node_modules/.bin/oxlint'), ['--type-aware', '--deny-warnings', '.']),
  ])
  check('format', format)
  check('lint', lint)
  for (const folder of ['.', 'packages/contract', 'apps/server', 'apps/web']) {
    check(
      `types of ${folder === '.' ? 'tests and tools' : folder}`,
      await tool('typescript/bin/tsc', '-p', folder),
    )
  }
}

async function onConfiguredDatabase() {
  const name = 'server, on a PostgreSQL reached by DATABASE_URL'
  const bin = systemPostgres()
  if (!bin) return skip(name, 'no PostgreSQL 15 or newer is installed on this machine')
  const postgres = await startThrowAwayPostgres(bin)
  if ('lacking' in postgres) return skip(name, postgres.lacking)
  if ('problem' in postgres) return check(name, { code: 1, output: postgres.problem })
  try {
    await vitest(name, 'apps/server', {
      NOLLIE_TEST_DATABASE_URL: postgres.url,
      ...(takesAll ? { NOLLIE_TEST_ALL: 'yes' } : {}),
    })
  } finally {
    await postgres.stop()
  }
}

async function journeys() {
  const name = 'browser journeys, on the production build'
  const built = await ensureWebBuilt()
  check('build of the web client', built)
  if (built.code !== 0) return skip(name, 'there is no build to try')
  if (!(await ensureBrowser())) return skip(name, 'no Chromium is installed and none could be')
  const file = reportOf(name)
  const result = await run(
    NODE,
    [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e', '--reporter=json'],
    { env: childEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_ENV: 'production' }) },
  )
  addReport(name, 'playwright', file, result)
}

await ensureInstalled()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
await ensurePrograms()
await checks()
await vitest('rules of the house', '.')
if (existsSync(join(ROOT, 'apps/web/vitest.config.ts'))) await vitest('web client', 'apps/web')
await vitest('server, on the embedded PostgreSQL', 'apps/server')
await onConfiguredDatabase()
await journeys()

printSlowest()
const { passed, failed, skipped } = tally
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
