import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { openReads, type Reads } from '../../src/db/read-replicas.ts'
import { people, type TestPerson } from '../actors/people.ts'
import { type Replicated, startReplicated } from '../world/replica.ts'
import { aPost } from '../makers/posts.ts'
import { until } from '../world/until.ts'

const log = { info: () => {}, warn: () => {} }
const NOBODY = { readAfter: null }

let two: Replicated
let it: TestApp
let reads: Reads
let address: string
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  two = await startReplicated()
  // These limits are high enough that a replica that has stopped replaying is still used.
  reads = openReads({
    primary: two.db,
    primaryUrl: two.url,
    replicaUrls: [two.replicaUrl],
    log,
    maxLagMs: 60_000,
    answerMs: 20_000,
  })
  it = await testApp({ reads }, { db: two.db, url: two.url, close: async () => {}, drop: async () => {} })
  address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
  await onReplica(reads)
})
afterAll(async () => {
  await it.close()
  await reads.close()
  await two.close()
})

function isOnReplica(of: Reads): Promise<boolean> {
  return of.run(NOBODY, async (db) => {
    const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db)
    return rows[0]?.replica ?? false
  })
}

function reachedReplica(of: Reads, expected: boolean) {
  return until(async () => expect(await isOnReplica(of)).toBe(expected), {
    interval: 50,
  })
}

function onReplica(of: Reads) {
  return reachedReplica(of, true)
}

function onPrimary(of: Reads) {
  return reachedReplica(of, false)
}

function opened(replicaUrls = [two.replicaUrl]): Reads {
  const open = openReads({ primary: two.db, primaryUrl: two.url, replicaUrls, log })
  onTestFinished(() => open.close())
  return open
}

async function fetchFeed(person: TestPerson, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await it.app.inject({ url: '/api/posts', headers: { ...person.bearer, ...headers } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ items: { id: string }[] }>().items.map(({ id }) => id)
}

afterEach(() => two.resume())

test('people see their own writes even if the replica lacks them; others see them once it has them', async () => {
  await two.pause()
  const post = await aPost(it.db, ada.user_id)
  const commented = await it.app.inject({
    method: 'POST',
    url: `/api/posts/${post}/comments`,
    headers: { ...ada.bearer, 'idempotency-key': randomUUID() },
    payload: { content: 'Clean!' },
  })
  const position = String(commented.headers['nollie-position'])
  expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  const [cookie = ''] = [commented.headers['set-cookie']].flat().map((one) => String(one).split(';')[0])
  expect(cookie).toMatch(/^nollie\.position=/)
  expect(await fetchFeed(ben)).not.toContain(post)
  expect(await fetchFeed(ada, { 'nollie-position': position })).toContain(post)
  expect(await fetchFeed(ada, { cookie })).toContain(post)
  await two.resume()
  await expect.poll(() => fetchFeed(ben)).toContain(post)
})

test('a live event is sent once the replica has the change', async () => {
  let text = ''
  const stream = http.get(
    `${address}/api/events?topics=comments`,
    { headers: ben.bearer, agent: false },
    (answer) => answer.setEncoding('utf8').on('data', (part) => (text += part)),
  )
  stream.on('error', () => {})
  onTestFinished(() => void stream.destroy())
  await expect.poll(() => text).toContain('retry:')
  const post = await aPost(it.db, ada.user_id)
  // Events don't wait for a replica that isn't being read from.
  await onReplica(reads)
  await two.pause()
  await it.app.inject({
    method: 'POST',
    url: `/api/posts/${post}/comments`,
    headers: { ...ada.bearer, 'idempotency-key': randomUUID() },
    payload: { content: 'Sick line' },
  })
  await sleep(1_500)
  // The comment from the previous test may still arrive.
  expect(text).not.toContain(post)
  await two.resume()
  await expect.poll(() => text).toContain(post)
  expect(await fetchFeed(ben)).toContain(post)
})

test('lists, map, search, and Discover use a replica, which accepts no writes', async () => {
  await onReplica(reads)
  const urls = [
    '/api/posts',
    '/api/posts?filter=followed',
    '/api/discover',
    '/api/search?q=led',
    '/api/search/spots?q=led',
    '/api/map?z=3&x0=0&x1=3&y0=0&y1=3',
    '/api/spots?z=3&x0=0&x1=3&y0=0&y1=3',
  ]
  const statuses = await Promise.all(
    urls.map(async (url) => [url, (await it.app.inject({ url, headers: ben.bearer })).statusCode]),
  )
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
})

test('a replica that is a second behind is not used until it has caught up', async () => {
  const strict = opened()
  await onReplica(strict)
  await two.pause()
  await aPost(it.db, ada.user_id)
  await onPrimary(strict)
  await two.resume()
  await onReplica(strict)
})

test('no read fails when a replica dies, and it is used again once it is back', async () => {
  const strict = opened()
  await onReplica(strict)
  const seen = { failed: 0, primary: 0 }
  const over = new AbortController()
  const reading = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted)
      await isOnReplica(strict).then(
        (isReplica) => (seen.primary += isReplica ? 0 : 1),
        () => (seen.failed += 1),
      )
  })
  process.kill(two.replica.pid(), 'SIGKILL')
  await until(() => expect(seen.primary).toBeGreaterThan(0))
  await onReplica(strict)
  over.abort()
  await Promise.all(reading)
  expect(seen.failed).toBe(0)
})

test('does not read from a database that isn’t a replica, or one that doesn’t respond', async () => {
  const wrong = opened([two.url, 'postgresql://nobody@127.0.0.1:1/nowhere'])
  await sleep(1_000)
  expect(await isOnReplica(wrong)).toBe(false)
})

test('data read from a replica does not stay in memory after the response', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const read = async () => {
    let answer: WeakRef<object> | undefined
    await reads.run(NOBODY, async (db) => {
      await sql`select 1`.execute(db)
      const rows = { rows: [] }
      answer = new WeakRef(rows)
      return rows
    })
    return answer
  }
  await onReplica(reads)
  const answers = await Promise.all(Array.from({ length: 20 }, read))
  const remaining = () => {
    collect()
    return answers.filter((answer) => answer?.deref() !== undefined).length
  }
  await expect.poll(remaining).toBe(0)
})
