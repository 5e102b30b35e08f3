import http from 'node:http'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type TestPerson, people, signInAgain } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMediaItem } from '../../../test/spots.ts'
import { suspend } from '../accounts/index.ts'

let it: TestApp
let address: string
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
const open: http.ClientRequest[] = []
beforeAll(async () => {
  it = await testApp()
  address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
})

type ReceivedEvent = [name: string, data: Record<string, unknown>]
const TOPICS = 'posts,likes,comments,people'
const listen = (who: TestPerson, last?: number) =>
  new Promise<ReceivedEvent[]>((resolve) => {
    const request = http.get(
      `${address}/api/events?topics=${TOPICS}`,
      {
        headers: { ...who.bearer, ...(last === undefined ? {} : { 'last-event-id': String(last) }) },
        agent: false,
      },
      (response) => {
        const received: ReceivedEvent[] = []
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          received.length = 0
          for (const [, name = '', data = ''] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm))
            received.push([name, JSON.parse(data)])
        })
        resolve(received)
      },
    )
    request.on('error', () => {})
    open.push(request)
  })
const ask = (method: 'PUT' | 'DELETE', url: string, who: TestPerson) =>
  it.app.inject({ method, url, headers: who.bearer })
const say = (post_id: string, who: TestPerson, more: object = {}) =>
  it.app.inject({
    method: 'POST',
    url: `/api/posts/${post_id}/comments`,
    headers: { ...who.bearer, 'idempotency-key': randomUUID() },
    payload: { content: 'Clean.', ...more },
  })
const lastEvent = async () => {
  const { last } = await it.db
    .selectFrom('events')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return last
}
const wait = { timeout: 15_000, interval: 50 }
const has = (received: ReceivedEvent[], name: string, part: object) =>
  expect(received).toContainEqual([name, expect.objectContaining(part)])

test('P1 across a block nothing of one is told to the other, live or after a break, and others’ numbers go on without them', {
  timeout: 60_000,
}, async () => {
  const post = await aPost(it.db, cleo.user_id)
  const spot_id = await aSpotRow(it.db, cleo.user_id)
  await ask('PUT', `/api/posts/${post}/media/0/like`, ben)
  const before = await listen(ada)
  await ask('PUT', `/api/people/${ben.user_id}/block`, ada)
  await vi.waitFor(() => has(before, 'person', { kind: 'away', user_id: ben.user_id }), wait)
  const from = await lastEvent()
  const after = await listen(ada)
  const bens = await listen(ben)

  const made = (await say(post, ben)).json()
  await ask('PUT', `/api/comments/${made.id}/like`, ben)
  await ask('DELETE', `/api/posts/${post}/media/0/like`, ben)
  await ask('PUT', `/api/posts/${post}/media/0/like`, ben)
  await ask('PUT', `/api/people/${cleo.user_id}/follow`, ben)
  await it.app.inject({
    method: 'POST',
    url: '/api/posts',
    headers: { ...ben.bearer, 'idempotency-key': randomUUID() },
    payload: { spot_id, media_ids: [await aMediaItem(it.db, ben.user_id)] },
  })
  await vi.waitFor(() => has(bens, 'post', { kind: 'created', user_id: ben.user_id }), wait)
  await vi.waitFor(() => has(bens, 'comment', { comments_count: 1 }), wait)
  await vi.waitFor(() => has(bens, 'person', { kind: 'profile', user_id: cleo.user_id }), wait)

  const cleos = (await say(post, cleo)).json()
  await ask('PUT', `/api/posts/${post}/media/0/like`, cleo)
  await ask('PUT', `/api/comments/${cleos.id}/like`, cleo)
  for (const received of [before, after]) {
    await vi.waitFor(() => {
      has(received, 'comment', { post_id: post, comments_count: 1 })
      has(received, 'like', { post_id: post, likes_count: 1 })
      has(received, 'comment_like', { comment_id: cleos.id, likes_count: 1 })
    }, wait)
  }
  const resumed = await listen(ada, from)
  await vi.waitFor(() => has(resumed, 'comment_like', { comment_id: cleos.id }), wait)
  for (const received of [before, after, resumed]) {
    const afterBlock = received.slice(received.findIndex(([, { kind }]) => kind === 'away') + 1)
    expect(JSON.stringify(afterBlock)).not.toContain(ben.user_id)
    expect(JSON.stringify(afterBlock)).not.toContain(made.id)
  }
  expect(JSON.stringify(bens)).not.toContain(ada.user_id.slice(1))

  await ask('DELETE', `/api/people/${ben.user_id}/block`, ada)
  await vi.waitFor(() => has(after, 'person', { kind: 'back', user_id: ben.user_id }), wait)
  await ask('DELETE', `/api/people/${cleo.user_id}/follow`, ben)
  await vi.waitFor(() => has(after, 'follow', { follower_id: ben.user_id, following: false }), wait)
})

test('a suspended or deleted person’s stream ends, and others are told that they are away', {
  timeout: 60_000,
}, async () => {
  const setSuspended = (isSuspended: boolean) =>
    it.db.transaction().execute((tx) => suspend(tx, cleo.user_id, isSuspended))
  for (const end of ['suspend', 'delete'] as const) {
    const others = await listen(ben)
    await listen(cleo)
    const request = open.at(-1)
    const ended = new Promise((resolve) => request?.on('close', resolve))
    if (end === 'suspend') await setSuspended(true)
    else await it.db.deleteFrom('users').where('id', '=', cleo.user_id).execute()
    await ended
    if (end === 'suspend') {
      const away = { kind: 'away', user_id: cleo.user_id }
      await vi.waitFor(() => {
        has(others, 'person', away)
        has(others, 'post', { kind: 'many' })
        has(others, 'comment', { post_id: null })
      }, wait)
    }
    if (end === 'suspend') {
      await setSuspended(false)
      cleo = await signInAgain(it, cleo)
    }
  }
})
