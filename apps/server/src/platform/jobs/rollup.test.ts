import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { until } from '../../../test/world/until.ts'
import type { Db } from '../../db/open.ts'
import { Jobs } from './jobs.ts'

/** Starts a rollup of `counter_delta`, which records the rows that it takes, in its own database. */
async function startRollup(options: { polls?: boolean } = {}) {
  const database: TestDatabase = await testDatabase()
  const jobs = new Jobs(database.url, pino({ level: 'silent' }))
  const seen = { looks: 0, taken: new Set<string>() }
  jobs.rollup('test', { tables: ['counter_delta'], pauseSeconds: 0.4, ...options }, async () => {
    seen.looks += 1
    const { rows } = await sql<{ post_id: string }>`delete from counter_delta returning post_id`.execute(
      database.db,
    )
    for (const { post_id } of rows) seen.taken.add(post_id)
    return rows.length > 0
  })
  await jobs.start()
  return {
    db: database.db,
    seen,
    append: async (db: Db = database.db) => {
      const id = uuid()
      await sql`insert into counter_delta (counter, post_id, media_index, delta, user_id)
        values ('like', ${id}, 0, 1, ${id})`.execute(db)
      return id
    },
    isTaken: (id: string) => until(() => expect([...seen.taken]).toContain(id), { interval: 10 }),
    withoutSignals: () =>
      sql`alter table counter_delta disable trigger counter_delta_signal`.execute(database.db),
    withSignals: () =>
      sql`alter table counter_delta enable trigger counter_delta_signal`.execute(database.db),
    close: async () => {
      await jobs.stop()
      await database.close()
    },
  }
}

let polling: Awaited<ReturnType<typeof startRollup>>
/** A rollup that runs only after signals. */
let waiting: Awaited<ReturnType<typeof startRollup>>
beforeAll(async () => {
  polling = await startRollup()
  waiting = await startRollup({ polls: false })
})
afterAll(async () => {
  await polling.close()
  await waiting.close()
})

test('processes appended rows after their commit’s signal, including concurrent ones', async () => {
  const { append, isTaken } = waiting
  await isTaken(await append())
  const ids = await Promise.all(Array.from({ length: 300 }, () => append()))
  for (const id of ids) await isTaken(id)
})

test("finds rows appended after their own connection's signal, even if the commit is late", async () => {
  const { db, append, isTaken } = polling
  const ids = await db.connection().execute(async (one) => [
    await append(one),
    await append(one),
    await one.transaction().execute(async (tx) => {
      const id = await append(tx)
      await sleep(1_500)
      return id
    }),
  ])
  for (const id of ids) await isTaken(id)
})

test("doesn't keep polling empty queues", async () => {
  const { seen, append, isTaken } = polling
  await isTaken(await append())
  await until(async () => {
    const before = seen.looks
    await sleep(3_000)
    expect(seen.looks - before).toBeLessThanOrEqual(1)
  })
})

test('a poll makes up for a missing signal', async () => {
  const { append, isTaken, withSignals, withoutSignals } = polling
  await withoutSignals()
  await isTaken(await append())
  await withSignals()
})

test('reconnects after a lost connection, and processes rows appended in the meantime', async () => {
  const { db, append, isTaken, withSignals, withoutSignals } = waiting
  await withoutSignals()
  const id = await append()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'nollie listens%'`.execute(db)
  await isTaken(id)
  await withSignals()
  await isTaken(await append())
})
