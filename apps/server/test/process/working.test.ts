import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../world/database.ts'
import { PROGRAM_ENV } from '../world/program-env.ts'
import { programFile } from '../world/program-file.ts'

const PROGRAM = programFile('apps/server/test/process/working-program.ts')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await sql`create table done (what text, process text, at timestamptz default clock_timestamp())`.execute(
    database.db,
  )
})
afterAll(() => database.close())

async function begin(name: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [database.url, name], { env: PROGRAM_ENV, execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function send(jobs: readonly object[]) {
  const boss = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false })
  await boss.start()
  await boss.insert(
    'probe',
    jobs.map((data) => ({ data })),
  )
  await boss.stop({ graceful: false })
}

async function done(like: string) {
  const { rows } = await sql<{ what: string; process: string; at: string }>`
    select * from done where what like ${like} order by at`.execute(database.db)
  return rows
}

test('jobs and scheduled tasks run once with three processes; another continues when one is killed', async () => {
  const all = await Promise.all(['one', 'two', 'three'].map(begin))
  await send(Array.from({ length: 60 }, (_, n) => ({ n })))
  await expect.poll(async () => (await done('end %')).length).toBe(60)
  expect(new Set((await done('begin %')).map(({ what }) => what)).size).toBe(60)
  expect(await done('begin %')).toHaveLength(60)

  await expect.poll(async () => (await done('clean-up')).length).toBeGreaterThan(3)
  // A turn that is recorded late is recorded with the time of the next one.
  const turns = [...new Set((await done('clean-up')).map(({ at }) => Number(new Date(at))))]
  const gaps = turns.slice(1).map((at, n) => at - (turns[n] ?? 0))
  expect(gaps.filter((gap) => gap < 850)).toEqual([])

  // A run that takes longer than its interval starts again only after its process has ended and its lease has expired.
  const [long, ...others] = await done('long')
  expect(others).toEqual([])
  all[['one', 'two', 'three'].indexOf(long?.process ?? '')]?.kill('SIGKILL')
  // This also expires the other task's lease, in case the process that was killed was running it.
  await sql`update task_turns set leased_until = now() - interval '1 second'`.execute(database.db)
  await expect.poll(async () => (await done('long')).length).toBe(2)
  const before = (await done('clean-up')).length
  await expect.poll(async () => (await done('clean-up')).length).toBeGreaterThan(before)
})

test('SIGTERM: a job that is not done in time is given back, and another process completes it without a retry', async () => {
  const first = await begin('first')
  await send([{ n: 1_000, endless: true }])
  await expect.poll(async () => (await done('begin 1000')).length).toBe(1)
  await begin('second')
  first.kill('SIGTERM')
  expect(await once(first, 'exit')).toEqual([0, null])
  await expect.poll(async () => (await done('end 1000')).map((row) => row.process)).toEqual(['second'])
  expect(await done('begin 1000')).toHaveLength(2)
})

test('SIGTERM: a job that another process has started in the meantime is not given back again', async () => {
  const first = await begin('first, late')
  await send([{ n: 2_000, endless: true, abortMs: 1_700 }])
  await expect.poll(async () => (await done('begin 2000')).length).toBe(1)
  await begin('second, beside')
  first.kill('SIGTERM')
  expect(await once(first, 'exit')).toEqual([0, null])
  const state = async () => {
    const { rows } = await sql<{
      state: string
    }>`select state from jobs.job where data->>'n' = '2000'`.execute(database.db)
    return rows.map((row) => row.state)
  }
  await expect.poll(state).toEqual(['completed'])
  expect((await done('end 2000')).map((row) => row.process)).toEqual(['second, beside'])
  expect(await done('begin 2000')).toHaveLength(2)
})
