import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { startNats } from '../../../test/services/nats.ts'
import { findProgram, whyMissing } from '../../../test/world/programs.ts'
import { appendEvent } from '../../db/events.ts'
import { openBus } from '../../platform/message-bus.ts'
import { Outbox } from './event-outbox.ts'
import { startRelay } from './event-relay.ts'
import { fromRelay, type Message } from './event-source.ts'
import { until } from '../../../test/world/until.ts'

const program = findProgram('nats-server')
const why = whyMissing('nats-server', program)

const log = { warn: () => {}, info: () => {} }
const secret = 'one secret of at least thirty-two characters'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Creates a process's connection to NATS, and optionally a relay. */
function aBus(url: string) {
  const bus = openBus({ url, secret, log })
  onTestFinished(() => bus.close())
  return bus
}

function aRelay(url: string) {
  const relay = startRelay({ db: database.db, databaseUrl: database.url, bus: aBus(url), log })
  onTestFinished(() => relay.close())
}

/** Creates a process with streams. Returns the numbers in the events it receives. */
async function aReader(url: string) {
  const got: number[] = []
  const outbox = new Outbox({
    db: database.db,
    log,
    caughtUp: async () => {},
    source: fromRelay(aBus(url)),
    onEvents: async (events) => void got.push(...events.map(({ data }) => (data as { n: number }).n)),
  })
  onTestFinished(() => outbox.close())
  outbox.start()
  await outbox.begun
  return got
}

/** Collects messages that relays send over NATS. */
function overNats(url: string) {
  const ids: number[] = []
  aBus(url).subscribe({
    connected: () => {},
    message: (text) => ids.push(...((JSON.parse(text) as Message).events ?? []).map(({ id }) => id)),
  })
  return ids
}

let next = 0

async function publish(count: number, pauseMs = 0): Promise<number[]> {
  const sent: number[] = []
  for (let i = 0; i < count; i += 1) {
    const n = (next += 1)
    await database.db
      .transaction()
      .execute((tx) => appendEvent(tx, { topic: 'spots', name: 'spot', data: { n } }))
    sent.push(n)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return sent
}

async function isRelayed(ids: readonly number[]) {
  const before = ids.length
  await until(async () => {
    await publish(1)
    await sleep(300)
    expect(ids.length).toBeGreaterThan(before)
  })
}

function reached(got: readonly number[], n = next) {
  return until(() => expect(got.at(-1)).toBe(n), { interval: 20 })
}

test.skipIf(program === null)(
  `events arrive over NATS once and in order, no matter how many processes relay them${why}`,
  async () => {
    const { url } = await startNats(program ?? '')
    const ids = overNats(url)
    for (let i = 0; i < 3; i += 1) aRelay(url)
    await isRelayed(ids)
    const [one, two] = [await aReader(url), await aReader(url)]
    const sent = await publish(200)
    await Promise.all([reached(one), reached(two)])
    await until(() => expect(ids.slice(-200)).toHaveLength(200))
    expect(one).toEqual(sent)
    expect(two).toEqual(sent)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const { rows } = await sql<{ id: number }>`select id from events order by id desc limit 200`.execute(
      database.db,
    )
    await until(() => expect(ids.slice(-200)).toEqual(rows.map(({ id }) => id).toReversed()))
  },
)

test.skipIf(program === null)(
  `if NATS dies and restarts, no event is missed or duplicated${why}`,
  async () => {
    const nats = await startNats(program ?? '')
    const ids = overNats(nats.url)
    aRelay(nats.url)
    await isRelayed(ids)
    const got = await aReader(nats.url)
    const publishing = publish(200, 25)
    await sleep(1_000)
    await nats.stop()
    await sleep(2_000)
    await nats.start()
    const sent = await publishing
    await reached(got)
    expect(got).toEqual(sent)
    await isRelayed(ids)
    // Without NATS, the table is read instead.
    await nats.stop()
    await publish(3)
    await reached(got)
  },
)

test.skipIf(program === null)(`the relay dies: another takes over, no event is missed${why}`, async () => {
  const { url } = await startNats(program ?? '')
  const ids = overNats(url)
  aRelay(url)
  aRelay(url)
  await isRelayed(ids)
  const got = await aReader(url)
  const publishing = publish(150, 25)
  await sleep(800)
  await sql`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name like 'nollie event relay%'`.execute(
    database.db,
  )
  const sent = await publishing
  await reached(got)
  expect(got).toEqual(sent)
  await isRelayed(ids)
})
