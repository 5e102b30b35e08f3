import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { people, type TestPerson } from '../../../../test/actors/people.ts'
import { newKey } from '../file-keys.ts'
import { endLargest, markReady, savePoster } from '../media-status.queries.ts'
import { findMedia } from '../media.queries.ts'
import {
  type Claimed,
  claimNext,
  nextDueIn,
  type Lane,
  releaseClaim,
  renewClaims,
} from './processing-queue.queries.ts'

let app: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  app = await testApp()
  ;({ ada, ben, cleo } = await people(app, 'ada', 'ben', 'cleo'))
  // Only the test claims items here.
  await app.jobs.stop()
})
beforeEach(async () => {
  await app.db.deleteFrom('media').execute()
  await app.db.deleteFrom('media_turns').execute()
})
afterAll(() => app.close())

const POSTER = { width: 9, height: 9, thumbhash: 'YJqG', picture_hash: '0' }
let age = 1000

async function wait(who: TestPerson, type: 'image' | 'video' = 'image', more: object = {}) {
  const id = uuid()
  age -= 1
  await app.db
    .insertInto('media')
    .values({
      id,
      owner_id: who.user_id,
      type,
      status: 'processing',
      key: newKey(),
      bytes: 9,
      created_at: sql`now() - make_interval(secs => ${age})`,
      ...more,
    } as never)
    .execute()
  return id
}

function next(lane: Lane = 'quick', perPerson = 2) {
  return claimNext(app.db, lane, perPerson, randomUUID())
}

async function begin(lane?: Lane, perPerson?: number): Promise<Claimed> {
  const row = await next(lane, perPerson)
  if (!row) throw new Error('nothing to begin')
  return row
}

function end({ id }: Claimed) {
  return app.db.transaction().execute((tx) => markReady(tx, id, { ...POSTER, added_bytes: 1 }))
}

test('people take turns, no matter how many files one of them has sent', async () => {
  for (let i = 0; i < 5; i += 1) await wait(ada)
  await wait(ben)
  await wait(ben)
  await wait(cleo)
  const order: (string | null)[] = []
  for (let row = await next(); row; row = await next()) {
    order.push(row.owner_id)
    await end(row)
  }
  const [a, b, c] = [ada.user_id, ben.user_id, cleo.user_id]
  expect(order).toEqual([a, b, c, a, b, a, a, a])
})

test('no one has two items in progress while others wait, and no one gets all slots even when alone', async () => {
  for (let i = 0; i < 5; i += 1) await wait(ada)
  const alone = [await begin(), await begin()]
  expect(alone.map(({ extra }) => extra)).toEqual([false, true])
  expect(await next()).toBeNull()
  // A newcomer starts immediately. In the meantime, no one else starts a second item.
  await wait(ben)
  await wait(ben)
  const his = await begin()
  expect(his.owner_id).toBe(ben.user_id)
  await end(alone[0]!)
  expect(await next()).toBeNull()
  await end(alone[1]!)
  expect((await begin()).owner_id).toBe(ada.user_id)
  expect(await next()).toBeNull()
  await end(his)
  expect((await begin()).owner_id).toBe(ben.user_id)
})

test('deleting a processed item doesn’t give its owner an extra turn', async () => {
  await wait(ada)
  await app.db
    .deleteFrom('media')
    .where('id', '=', (await begin()).id)
    .execute()
  await wait(ada)
  await wait(ben)
  expect((await begin()).owner_id).toBe(ben.user_id)
})

test('a person’s photos are processed before posters, and everyone’s posters before any encoding', async () => {
  const video = await wait(ada, 'video')
  const photo = await wait(ada)
  const first = await begin()
  expect(first.id).toBe(photo)
  expect(await next('encode')).toBeNull()
  await end(first)
  const poster = await begin()
  expect([poster.id, poster.tries]).toEqual([video, 1])
  await app.db.transaction().execute((tx) => savePoster(tx, video, { ...POSTER, stored_bytes: 1 }))
  expect(await next()).toBeNull()
  // While her video is being encoded, her photos continue, but her other videos have to wait.
  const encoding = await begin('encode', 1)
  expect([encoding.id, encoding.tries]).toEqual([video, 1])
  await wait(ada, 'video', POSTER)
  const more = await wait(ada)
  expect(await next('encode', 1)).toBeNull()
  expect((await begin()).id).toBe(more)
  const other = await wait(ben, 'video', POSTER)
  expect((await begin('encode', 1)).id).toBe(other)
})

test('an unrenewed claim is taken over by another process, which counts as an attempt', async () => {
  await wait(ada)
  const first = await begin()
  expect(await nextDueIn(app.db)).toBeGreaterThan(0)
  await app.db.updateTable('media').set({ due_at: sql<string>`now() - interval '1 second'` }).execute()
  expect([...(await renewClaims(app.db, [first.claim, randomUUID()]))]).toEqual([first.claim])
  expect(await next()).toBeNull()
  await app.db.updateTable('media').set({ due_at: sql<string>`now() - interval '1 second'` }).execute()
  const second = await begin()
  expect([second.id, second.tries]).toEqual([first.id, 2])
  // If the first process is still alive, it finds out that it lost the claim, and can't put the item back.
  expect([...(await renewClaims(app.db, [first.claim]))]).toEqual([])
  await releaseClaim(app.db, first, { seconds: 0, counted: false })
  expect(await nextDueIn(app.db)).toBeGreaterThan(0)
  await releaseClaim(app.db, second, { seconds: 60, counted: true })
  expect(await nextDueIn(app.db)).toBeGreaterThan(15)
  expect(await findMedia(app.db, first.id)).toMatchObject({ tries: 2 })
})

function ready(who: TestPerson, more: object = {}) {
  return wait(who, 'image', { ...POSTER, status: 'ready', largest_pending: true, ...more })
}

test('the largest files are made after everyone’s first ones, one at a time, and people take turns', async () => {
  for (let i = 0; i < 3; i += 1) await ready(ada)
  const his = await ready(ben)
  const photo = await wait(cleo)
  expect(await next('largest', 1)).toBeNull()
  const first = await begin()
  expect(first.id).toBe(photo)
  // Uses a slot that no one else needs, so it delays no one.
  const hers = await begin('largest', 1)
  expect([hers.owner_id, hers.largest_pending, hers.tries]).toEqual([ada.user_id, true, 1])
  expect((await begin('largest', 1)).id).toBe(his)
  expect(await next('largest', 1)).toBeNull()
  expect([...(await renewClaims(app.db, [hers.claim]))]).toEqual([hers.claim])
  await endLargest(app.db, hers.id, 5)
  expect(await findMedia(app.db, hers.id)).toMatchObject({ status: 'ready', largest_pending: false })
  expect(await endLargest(app.db, hers.id, 5)).toBeUndefined()
  expect((await begin('largest', 1)).owner_id).toBe(ada.user_id)
})

test('the largest files do not wait forever while others send more', async () => {
  const old = await ready(ada, { due_at: sql`now() - interval '11 minutes'` })
  await ready(ben)
  await wait(cleo)
  expect((await begin('largest', 1)).id).toBe(old)
  expect(await next('largest', 1)).toBeNull()
})

test('two processes never take the same item, nor two items of one person while another waits', async () => {
  for (let i = 0; i < 6; i += 1) await wait(ada)
  await wait(ben)
  await wait(cleo)
  const taken = (await Promise.all(Array.from({ length: 8 }, () => next()))).filter((row) => row !== null)
  expect(taken).toHaveLength(3)
  expect(new Set(taken.map((row) => row.owner_id))).toEqual(
    new Set([ada, ben, cleo].map((who) => who.user_id)),
  )
})
