import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import type { Db } from '../../db/open.ts'
import { Jobs } from './jobs.ts'

let database: TestDatabase
let jobs: Jobs
let looks = 0
const taken: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  jobs = new Jobs(database.url, pino({ level: 'silent' }))
  jobs.rollup('test', { tables: ['counter_delta'], pauseSeconds: 0.4 }, async () => {
    looks += 1
    const { rows } = await sql<{ post_id: string }>`delete from counter_delta returning post_id`.execute(
      database.db,
    )
    taken.push(...rows.map(({ post_id }) => post_id))
    return rows.length > 0
  })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

async function append(db: Db = database.db): Promise<string> {
  const id = uuid()
  await sql`insert into counter_delta (counter, post_id, media_index, delta, user_id)
    values ('like', ${id}, 0, 1, ${id})`.execute(db)
  return id
}

function isTaken(id: string, timeout = 5_000) {
  return vi.waitFor(() => expect(taken).toContain(id), { timeout, interval: 10 })
}

test('processes appended rows after their commit’s signal, including concurrent ones', async () => {
  await isTaken(await append())
  const ids = await Promise.all(Array.from({ length: 300 }, () => append()))
  for (const id of ids) await isTaken(id)
})

test("finds rows appended after their own connection's signal, even if the commit is late", async () => {
  const ids = await database.db.connection().execute(async (one) => [
    await append(one),
    await append(one),
    await one.transaction().execute(async (tx) => {
      const id = await append(tx)
      await sleep(1_500)
      return id
    }),
  ])
  for (const id of ids) await isTaken(id, 4_000)
})

test("doesn't keep polling empty queues", async () => {
  await isTaken(await append())
  await sleep(1_500)
  const before = looks
  await sleep(3_000)
  expect(looks - before).toBeLessThanOrEqual(1)
})

test('a poll makes up for a missing signal', async () => {
  await sql`alter table counter_delta disable trigger counter_delta_signal`.execute(database.db)
  await isTaken(await append(), 20_000)
  await sql`alter table counter_delta enable trigger counter_delta_signal`.execute(database.db)
}, 30_000)

test('reconnects after a lost connection, and processes rows appended in the meantime', async () => {
  await sql`alter table counter_delta disable trigger counter_delta_signal`.execute(database.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'nollie listens%'`.execute(database.db)
  await isTaken(await append(), 4_000)
}, 30_000)
