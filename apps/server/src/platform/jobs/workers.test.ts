import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { jobKind } from './job-kind.ts'
import { Jobs } from './jobs.ts'
import { until } from '../../../test/world/until.ts'

const KIND = jobKind<{ n: number }>({
  name: 'test-work',
  retries: 0,
  retryDelay: 1,
  expireInSeconds: 60,
  concurrency: 1,
})

let database: TestDatabase
let jobs: Jobs
const done: number[] = []
beforeAll(async () => {
  database = await testDatabase()
  jobs = new Jobs(database.url, pino({ level: 'silent' }))
  jobs.work(KIND, async ({ data }) => void done.push(data.n))
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

/** Adds a job without sending a signal. */
function addSilently(n: number, start_after: string) {
  return sql`insert into jobs.job (id, name, data, start_after)
    values (${uuid()}, ${KIND.name}, ${JSON.stringify({ n })}::jsonb, now() + ${start_after}::interval)`.execute(
    database.db,
  )
}

function isDone(n: number) {
  return until(() => expect(done).toContain(n), { interval: 20 })
}

test('the next poll finds a job whose signal was lost, no matter when the queue was counted', async () => {
  await jobs.send(database.db, KIND, { n: 1 })
  await isDone(1)
  await addSilently(2, '0')
  await addSilently(3, '1 hour')
  await isDone(2)
  expect(done).toEqual([1, 2])
})
