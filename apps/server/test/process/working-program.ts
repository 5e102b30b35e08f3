import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { Jobs, jobKind } from '../../src/platform/jobs/index.ts'

// One of several worker processes, which records its actions in the table `done`.

const [url = '', name = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 4 })

function log(what: string) {
  return pool.query('insert into done (what, process) values ($1, $2)', [what, name])
}

const jobs = new Jobs(url, pino({ level: 'silent' }))
const probe = jobKind<{ n: number; endless?: boolean; abortMs?: number }>({
  name: 'probe',
  retries: 0,
  retryDelay: 1,
  expireInSeconds: 60,
  concurrency: 2,
})
jobs.work(probe, async ({ data: { n, endless, abortMs = 0 }, signal }) => {
  await log(`begin ${n}`)
  if (endless && !name.startsWith('second')) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await sleep(abortMs)
    throw new Error('aborted')
  }
  // Makes this job overlap with the one that the first process is aborting.
  await sleep(abortMs)
  await log(`end ${n}`)
})
// Records when the turn was assigned, because the insert may run later on a busy computer.
jobs.every(
  'clean-up',
  1,
  async () =>
    void (await pool.query(
      `insert into done (what, process, at) select 'clean-up', $1, started_at from task_turns where name = 'clean-up'`,
      [name],
    )),
  true,
)
jobs.every(
  'long clean-up',
  1,
  () => new Promise((resolve) => void log('long').then(() => setTimeout(resolve, 600_000))),
  true,
)
await jobs.start()
process.on('SIGTERM', () => void jobs.stop(500).then(() => process.exit(0)))
process.send?.('ready')
