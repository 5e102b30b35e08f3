import { ensureWebBuilt } from './lib/build-web.mjs'
import { bundlePrograms } from './lib/bundle-programs.mjs'
import { ANOTHER_DAY, playwright } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ON_OTHER_DATABASE } from './lib/other-database.mjs'
import { ensureBrowser, ensurePrograms, systemPostgres } from './lib/programs.mjs'
import { addVitest, quickChecks, buildReportPath } from './lib/quick-checks.mjs'
import { run } from './lib/run.mjs'
import { addReport, check, finish, printSlowest, skip } from './lib/tally.mjs'
import { startThrowAwayPostgres } from './lib/throw-away-postgres.mjs'

// npm test: runs every test once. Tests that depend on the database server also run on an installed PostgreSQL
// (docs/decisions/0129).
let programs = {}

const ON_OTHER = 'server, on a PostgreSQL reached by DATABASE_URL'

/** Returns this machine's PostgreSQL; null if there is none, which the totals report. */
async function otherPostgres() {
  const bin = systemPostgres()
  if (!bin) return skip(ON_OTHER, 'no PostgreSQL 15 or newer is installed on this machine') ?? null
  const postgres = await startThrowAwayPostgres(bin)
  if ('url' in postgres) return postgres
  if ('lacking' in postgres) skip(ON_OTHER, postgres.lacking)
  else check(ON_OTHER, { code: 1, output: postgres.error })
  return null
}

/** Runs the server tests on both databases. */
async function server() {
  const other = await otherPostgres()
  // The first run also checks that the other PostgreSQL accepts its statements.
  const env = { ...programs, ...(other && { NOLLIE_TEST_OTHER_URL: other.url }) }
  const onOther = { NOLLIE_TEST_DATABASE_URL: other?.url, ...programs }
  try {
    await Promise.all([
      addVitest('server, on the embedded PostgreSQL', 'apps/server', env),
      other && addVitest(ON_OTHER, 'apps/server', onOther, ['--maxWorkers=2', ...ON_OTHER_DATABASE]),
    ])
  } finally {
    await other?.stop()
  }
}

/** @param {{ code: number }} built the result of the web client's build */
async function journeys(built) {
  const name = 'browser journeys, on the production build'
  if (built.code !== 0) return skip(name, 'the build failed')
  if (!(await ensureBrowser())) return skip(name, "Chromium isn't installed and couldn't be installed")
  const file = buildReportPath(name)
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...programs }
  addReport(name, 'playwright', file, await run(...playwright(['--reporter=json'], env)))
}

await ensureInstalled()
await ensurePrograms()
await quickChecks()
await addVitest('web client, on another day', 'apps/web', ANOTHER_DAY.env, ANOTHER_DAY.options)
// Each of these mostly uses one processor.
const [bundled, built] = await Promise.all([bundlePrograms(), ensureWebBuilt()])
check('programs that tests start', bundled)
check('build of the web client', built)
programs = bundled.env
await server()
await journeys(built)

printSlowest(20)
finish()
