import { ensureWebBuilt } from './lib/build-web.mjs'
import { playwright } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBrowser, ensurePrograms, systemPostgres } from './lib/programs.mjs'
import { addVitest, quickChecks, reportOf } from './lib/quick-checks.mjs'
import { run } from './lib/run.mjs'
import { addReport, check, finish, printSlowest, skip } from './lib/tally.mjs'
import { startThrowAwayPostgres } from './lib/throw-away-postgres.mjs'

// npm test -- --all: the second run of the server's tests also runs all of them, and both run the short forms of proofs
// that start and break whole machines.
const takesAll = process.argv.includes('--all')
const whole = takesAll ? { NOLLIE_TEST_ALL: 'yes' } : {}

async function onConfiguredDatabase() {
  const name = 'server, on a PostgreSQL reached by DATABASE_URL'
  const bin = systemPostgres()
  if (!bin) return skip(name, 'no PostgreSQL 15 or newer is installed on this machine')
  const postgres = await startThrowAwayPostgres(bin)
  if ('lacking' in postgres) return skip(name, postgres.lacking)
  if ('error' in postgres) return check(name, { code: 1, output: postgres.error })
  try {
    await addVitest(name, 'apps/server', {
      NOLLIE_TEST_DATABASE_URL: postgres.url,
      ...whole,
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
  const result = await run(...playwright(['--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }))
  addReport(name, 'playwright', file, result)
}

await ensureInstalled()
await ensurePrograms()
await quickChecks()
// The first run waits a fifth of its time, mostly at its beginning (processes, timers, retries); the second one computes.
const onEmbeddedDatabase = () => addVitest('server, on the embedded PostgreSQL', 'apps/server', whole)
if (takesAll) {
  await onEmbeddedDatabase()
  await onConfiguredDatabase()
} else await Promise.all([onEmbeddedDatabase(), onConfiguredDatabase()])
await journeys()

printSlowest()
finish()
