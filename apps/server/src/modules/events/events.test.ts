import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { afterEach, expect, onTestFinished } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { appendEvent } from '../../db/events.ts'
import { openDatabase } from '../../db/open.ts'
import { fromDatabase } from './event-source.ts'
import { LiveEvents } from './events.service.ts'
import { eventRoutes } from './events.routes.ts'
import { createRateCounts } from '../../db/rate-counts.ts'
import { createHttpServer, RateLimiter } from '../../platform/http/index.ts'
import { pino } from 'pino'
import { actor } from '../../../test/actors/actor.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { until } from '../../../test/world/until.ts'

let address: string

const test = testWith({
  events: { caps: { user: 5, ip: 20, total: 100 }, sessionCheckMs: 200, beatMs: 300 },
})
test.beforeAll(async ({ app }) => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' })
})

type Event = { id: string; name: string; data: unknown }
type Reader = {
  status: number
  headers: http.IncomingHttpHeaders
  /** All text received so far. */
  text: () => string
  events: () => Event[]
  ended: Promise<void>
  close: () => void
}

const open = new Set<Reader>()
afterEach(() => {
  for (const reader of open) reader.close()
  open.clear()
})

function listenTo(headers: Record<string, string> = {}, { at = address, topics = 'spots', since = '' } = {}) {
  return new Promise<Reader>((resolve, reject) => {
    const address = `${at}/api/events?topics=${topics}${since && `&since=${since}`}`
    const request = http.get(address, { headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      const ended = new Promise<void>((done) => response.on('close', () => done()))
      const reader: Reader = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events: () =>
          text
            .split('\n\n')
            .filter((block) => block.includes('data: '))
            .map((block) => {
              const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
              return { id: field('id'), name: field('event'), data: JSON.parse(field('data')) }
            }),
        ended,
        close: () => request.destroy(),
      }
      open.add(reader)
      resolve(reader)
    })
    request.on('error', reject)
  })
}

function received(reader: Reader, count: number) {
  return until(() => expect(reader.events().length).toBeGreaterThanOrEqual(count), {
    interval: 25,
  })
}

async function share(app: TestApp, name = 'Ledge') {
  const id = uuid()
  await app.db
    .insertInto('spots')
    .values({ id, name, latitude: 41, longitude: 2, spot_types: ['ledges'] })
    .execute()
  return id
}

function publish(app: TestApp, topic: string, data: object) {
  return app.db.transaction().execute((tx) => appendEvent(tx, { topic, name: 'media', data }))
}

/** Appends an event, and returns a function that commits it. */
async function commitLate(app: TestApp, topic: string, data: object) {
  const appended = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const committed = app.db.transaction().execute(async (tx) => {
    await appendEvent(tx, { topic, name: 'media', data })
    appended.resolve()
    await commit.promise
  })
  await Promise.race([appended.promise, committed])
  onTestFinished(() => commit.resolve())
  return {
    commit: () => {
      commit.resolve()
      return committed
    },
  }
}

test('RT-02 a visitor receives shared, edited and deleted spots within two seconds', async ({ app }) => {
  const reader = await listenTo()
  expect(reader.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  })
  const id = await share(app)
  await received(reader, 1)
  await app.db.updateTable('spots').set({ name: 'Long ledge' }).where('id', '=', id).execute()
  await received(reader, 2)
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await received(reader, 3)
  expect(reader.events().map(({ name, data }) => [name, data])).toEqual(
    ['created', 'updated', 'deleted'].map((kind) => [
      'spot',
      { kind, spot_id: id, at: [{ x: expect.any(Number), y: expect.any(Number) }] },
    ]),
  )
})

test('events arrive in the order of their ids', async ({ app, ada }) => {
  const reader = await listenTo({ authorization: ada.bearer.authorization })
  for (let i = 0; i < 40; i++) await publish(app, `user:${ada.user_id}`, { i })
  await received(reader, 40)
  expect(reader.events().map(({ data }) => data)).toEqual(Array.from({ length: 40 }, (_, i) => ({ i })))
})

test('after a reconnect, missed events come first, then new ones', async ({ app, ada }) => {
  const mine = { authorization: ada.bearer.authorization }
  const before = await listenTo(mine)
  await publish(app, `user:${ada.user_id}`, { step: 'seen' })
  await received(before, 1)
  const last = before.events().at(-1)?.id ?? ''
  before.close()
  await publish(app, `user:${ada.user_id}`, { step: 'missed 1' })
  await publish(app, `user:${ada.user_id}`, { step: 'missed 2' })
  const after = await listenTo({ ...mine, 'last-event-id': last })
  await publish(app, `user:${ada.user_id}`, { step: 'new' })
  const steps = () => after.events().map(({ data }) => (data as { step?: string }).step)
  await until(() => expect(steps()).toContain('new'))
  expect(steps().slice(steps().indexOf('missed 1'))).toEqual(['missed 1', 'missed 2', 'new'])
})

test('an event committed after one with a larger id is lost neither live nor on resume', async ({
  app,
  ada,
}) => {
  const mine = { authorization: ada.bearer.authorization }
  const reader = await listenTo(mine)
  const slow = await commitLate(app, `user:${ada.user_id}`, { who: 'slow' })
  await publish(app, `user:${ada.user_id}`, { who: 'fast' })
  await until(() => expect(reader.events().map(({ data }) => data)).toContainEqual({ who: 'fast' }))
  const last = reader.events().at(-1)?.id ?? ''
  await slow.commit()
  await until(() => expect(reader.events().map(({ data }) => data)).toContainEqual({ who: 'slow' }))
  const again = await listenTo({ ...mine, 'last-event-id': last })
  await until(() => expect(again.events().map(({ data }) => data)).toContainEqual({ who: 'slow' }))
})

test('a stream sends all events after its page’s event, late or not, and no others', async ({ app, ada }) => {
  const mine = { authorization: ada.bearer.authorization }
  const reader = await listenTo(mine)
  const listSteps = ({ events }: Reader) => events().map(({ data }) => (data as { step?: string }).step)
  const receives = (one: Reader, step: string) => until(() => expect(listSteps(one)).toContain(step))
  await publish(app, `user:${ada.user_id}`, { step: 'long before' })
  await receives(reader, 'long before')
  const slow = await commitLate(app, `user:${ada.user_id}`, { step: 'late' })
  // Longer than the time within which two processes may see events in a different order.
  await sleep(1_200)
  await publish(app, `user:${ada.user_id}`, { step: 'page' })
  await receives(reader, 'page')
  const since = reader.events().at(-1)?.id ?? ''
  const quiet = await listenTo(mine, { since })
  await slow.commit()
  await publish(app, `user:${ada.user_id}`, { step: 'after' })
  await receives(reader, 'after')
  const stream = await listenTo(mine, { since })
  await receives(stream, 'after')
  await receives(quiet, 'after')
  expect(listSteps(stream)).toEqual(['late', 'after'])
  expect(new Set(listSteps(quiet))).toEqual(new Set(['after', 'late']))
  expect((await listenTo({}, { since: '1x' })).status).toBe(400)
})

test('after a long disconnect the stream says that everything may have changed', async () => {
  const reader = await listenTo({ 'last-event-id': '999999999' })
  await received(reader, 1)
  expect(reader.events()[0]?.data).toEqual({ kind: 'many', spot_id: null, at: [] })
})

test('P1 private events reach only the person they are for', async ({ app, ada }) => {
  const ben = await actor(app, 'ben')
  const [watcher, hers, his] = await Promise.all([
    listenTo(),
    listenTo({ authorization: ada.bearer.authorization }),
    listenTo({ cookie: ben.cookie.cookie }),
  ])
  await publish(app, `user:${ada.user_id}`, { secret: 'for ada' })
  await publish(app, `user:${ben.user_id}`, { secret: 'for ben' })
  await received(hers, 1)
  await received(his, 1)
  expect(hers.text()).not.toContain('for ben')
  expect(his.text()).not.toContain('for ada')
  const resumed = await listenTo({ 'last-event-id': '1' })
  // Once a later event has arrived, an earlier one isn't merely delayed.
  const later = await share(app)
  for (const { text } of [watcher, resumed]) {
    await until(() => expect(text()).toContain(later))
    expect(text()).not.toContain('secret')
  }
})

test('P1 a stream ends with its session, and sends nothing private afterwards', async ({ app }) => {
  const eve = await actor(app, 'eve')
  const reader = await listenTo({ authorization: eve.bearer.authorization })
  await app.db.deleteFrom('sessions').where('user_id', '=', eve.user_id).execute()
  await publish(app, `user:${eve.user_id}`, { secret: 'too late' })
  await reader.ended
  expect(reader.text()).not.toContain('too late')
  expect(reader.text()).toMatch(/retry: \d+\n\n$/)
})

test('P1 a person has at most five streams; more are refused', async ({ app }) => {
  const max = await actor(app, 'max')
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => listenTo({ authorization: max.bearer.authorization })),
  )
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const refused = await listenTo({ authorization: max.bearer.authorization })
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBeDefined()
  streams[0]?.close()
  await until(async () => {
    const again = await listenTo({ authorization: max.bearer.authorization })
    if (again.status !== 200) again.close()
    expect(again.status).toBe(200)
  })
})

test('answers a HEAD request without opening a stream', async () => {
  const answer = await fetch(`${address}/api/events?topics=spots`, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  expect(await answer.text()).toBe('')
})

test('P1 an address has at most twenty visitors’ streams', async () => {
  // The server may still have streams of earlier tests.
  await until(async () => {
    const streams = await Promise.all(Array.from({ length: 21 }, () => listenTo()))
    const served = streams.filter(({ status }) => status === 200)
    if (served.length < 20) for (const stream of streams) stream.close()
    expect(served).toHaveLength(20)
  })
})

test('RT-03 P1 posts, likes, and comments are only published to members; after a long disconnect each topic says so', async ({
  app,
  ada,
}) => {
  for (const topic of ['posts', 'likes', 'comments'])
    expect((await listenTo({}, { topics: `spots,${topic}` })).status, topic).toBe(401)
  const reader = await listenTo(ada.bearer, { topics: 'posts' })
  const data = { kind: 'deleted', post_id: uuid(), spot_id: null }
  await app.db.transaction().execute((tx) => appendEvent(tx, { topic: 'posts', name: 'post', data }))
  await until(() => expect(reader.events()).toMatchObject([{ name: 'post', data }]))
  const late = await listenTo(
    { ...ada.bearer, 'last-event-id': '9999999999' },
    { topics: 'spots,posts,likes,comments' },
  )
  await until(() =>
    expect(late.events().map(({ name }) => name)).toEqual([
      'spot',
      'post',
      'like',
      'comment',
      'notification',
      'message',
      'crew',
      'list',
    ]),
  )
})

test('refuses unknown and private topics', async ({ ada }) => {
  for (const topics of ['nothing', `user:${ada.user_id}`, '', 'spots,nothing']) {
    expect((await listenTo({}, { topics: encodeURIComponent(topics) })).status, topics).toBe(400)
  }
})

test('a stream sends heartbeats', async () => {
  const reader = await listenTo()
  await until(() => expect(reader.text()).toMatch(/(:\n\n){2}/))
})

test('another process publishes the same events, and stopping it makes its clients reconnect', async ({
  app,
}) => {
  const db = openDatabase(app.databaseUrl)
  const log = pino({ level: 'silent' })
  const rates = new RateLimiter(createRateCounts(db))
  const other = await createHttpServer({
    log,
    rates,
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: false,
  })
  const liveEvents = new LiveEvents({ db, source: fromDatabase(app.databaseUrl, log), log })
  liveEvents.start()
  eventRoutes(other, { liveEvents })
  other.addHook('preClose', () => liveEvents.close())
  await other.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.server.address() as AddressInfo
  const [here, there] = await Promise.all([listenTo(), listenTo({}, { at: `http://127.0.0.1:${port}` })])
  await share(app, 'Heard twice')
  await received(here, 1)
  await received(there, 1)
  expect(there.events().at(-1)).toEqual(here.events().at(-1))
  await other.close()
  await there.ended
  expect(there.text()).toMatch(/retry: \d+\n\n$/)
  await rates.close()
  await db.destroy()
})

test('streams survive losing every database connection', async ({ app }) => {
  const reader = await listenTo()
  await share(app, 'Before')
  await received(reader, 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
  const after = await until(() => share(app, 'After'))
  await received(reader, 2)
  expect(reader.events()[1]?.data).toMatchObject({ kind: 'created', spot_id: after })
})
