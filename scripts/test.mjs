import { ensureWebBuilt } from './lib/build-web.mjs'
import { bundlePrograms } from './lib/bundle-programs.mjs'
import { playwright } from './lib/commands.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { listJourneysOfTheDay, PARTS } from './lib/journeys-of-the-day.mjs'
import { ensureBrowser, ensurePrograms, systemPostgres } from './lib/programs.mjs'
import { addVitest, quickChecks, reportOf } from './lib/quick-checks.mjs'
import { run } from './lib/run.mjs'
import { addReport, check, finish, printSlowest, skip } from './lib/tally.mjs'
import { startThrowAwayPostgres } from './lib/throw-away-postgres.mjs'

// npm test -- --all: everything at once. Without it what costs most and repeats itself is drawn by the day (decision 0123), and
// the short forms of proofs that start and break whole machines are left out.
const takesAll = process.argv.includes('--all')
const whole = takesAll ? { NOLLIE_TEST_ALL: 'yes' } : {}
let programs = {}

// What samples are drawn by: the day, unless another number is set.
process.env.NOLLIE_TEST_SEED ??= String(Math.floor(Date.now() / 86_400_000))

const ON_OTHER = 'server, on a PostgreSQL reached by DATABASE_URL'

/** A PostgreSQL of this machine; null without one, which is then in the sums. */
async function otherPostgres() {
  const bin = systemPostgres()
  if (!bin) return skip(ON_OTHER, 'no PostgreSQL 15 or newer is installed on this machine') ?? null
  const postgres = await startThrowAwayPostgres(bin)
  if ('url' in postgres) return postgres
  if ('lacking' in postgres) skip(ON_OTHER, postgres.lacking)
  else check(ON_OTHER, { code: 1, output: postgres.error })
  return null
}

/** The tests of the server on both databases; one after the other with --all. */
async function server() {
  const other = await otherPostgres()
  const onEmbedded = () =>
    addVitest('server, on the embedded PostgreSQL', 'apps/server', {
      ...programs,
      ...whole,
      // It leaves out what only the second run does, and sees that its statements are understood there, too.
      ...(other && { NOLLIE_TEST_OTHER_URL: other.url }),
    })
  const onOther = () =>
    other &&
    addVitest(ON_OTHER, 'apps/server', { NOLLIE_TEST_DATABASE_URL: other.url, ...programs, ...whole })
  try {
    if (takesAll) {
      await onEmbedded()
      await onOther()
    } else await Promise.all([onEmbedded(), onOther()])
  } finally {
    await other?.stop()
  }
}

/** @param {{ code: number }} built what became of the web client's build */
async function journeys(built) {
  const name = 'browser journeys, on the production build'
  if (built.code !== 0) return skip(name, 'there is no build to try')
  if (!(await ensureBrowser())) return skip(name, 'no Chromium is installed and none could be')
  const listed = takesAll ? { options: [] } : await listJourneysOfTheDay(Number(process.env.NOLLIE_TEST_SEED))
  if ('error' in listed) return check('list of the journeys', { code: 1, output: listed.error })
  if (listed.left)
    skip(
      `${listed.left} journeys`,
      `they are walked on the next ${PARTS - 1} days, and with npm test -- --all`,
    )
  const file = reportOf(name)
  const result = await run(
    ...playwright(['--reporter=json', ...listed.options], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...programs,
      ...whole,
    }),
  )
  addReport(name, 'playwright', file, result)
}

console.log(
  takesAll
    ? 'Everything is tried.'
    : `Samples are drawn by NOLLIE_TEST_SEED=${process.env.NOLLIE_TEST_SEED}.`,
)
await ensureInstalled()
await ensurePrograms()
await quickChecks(takesAll ? { byFolder: true } : {})
// Each is mostly one processor's work.
const [bundled, built] = await Promise.all([bundlePrograms(), ensureWebBuilt()])
check('programs that tests start', bundled)
check('build of the web client', built)
programs = bundled.env
await server()
await journeys(built)

printSlowest()
finish()
