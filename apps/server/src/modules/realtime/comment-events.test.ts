import http from 'node:http'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'

let it: TestApp
let address: string
let ada: TestPerson
let ben: TestPerson
const open: http.ClientRequest[] = []
beforeAll(async () => {
  it = await testApp()
  address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
})

/** Opens a stream; returns its status and, growing, the received events: names with their data. */
const listen = (topics: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; heard: [name: string, data: object][]; text: () => string }>(
    (resolve, reject) => {
      const request = http.get(
        `${address}/api/events?topics=${topics}`,
        { headers, agent: false },
        (response) => {
          const received: [string, object][] = []
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            text += part
            received.length = 0
            for (const [, name = '', data = ''] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm))
              received.push([name, JSON.parse(data)])
          })
          resolve({ status: response.statusCode ?? 0, heard: received, text: () => text })
        },
      )
      request.on('error', reject)
      open.push(request)
    },
  )

test('RT-01 RT-03 two people side by side: likes and comments of one are with the other within a second', async () => {
  const post = await aPost(it.db, ada.user_id)
  const { heard: received } = await listen('posts,likes,comments', ben.bearer)
  const wait = { timeout: 1_000, interval: 20 }
  await it.app.inject({ method: 'PUT', url: `/api/posts/${post}/media/0/like`, headers: ada.bearer })
  await vi.waitFor(() => expect(received).toHaveLength(1), wait)
  await it.app.inject({
    method: 'POST',
    url: `/api/posts/${post}/comments`,
    headers: { ...ada.bearer, 'idempotency-key': randomUUID() },
    payload: { content: 'Secret handshake' },
  })
  await vi.waitFor(() => expect(received).toHaveLength(2), wait)
  expect(received).toMatchObject([
    [
      'like',
      { post_id: post, media_index: 0, likes_count: 1, changes: [{ user_id: ada.user_id, liked: true }] },
    ],
    ['comment', { post_id: post, media_index: 0, comments_count: 1, changes: [{ kind: 'created' }] }],
  ])
  expect(JSON.stringify(received)).not.toContain('handshake')
})

test('P1 posts, likes and comments are for members; a visitor is refused, also beside a public topic', async () => {
  for (const topics of ['posts', 'likes', 'comments', 'spots,likes'])
    expect((await listen(topics)).status, topics).toBe(401)
  expect((await listen('spots')).status).toBe(200)
})

test('RT-01 who was away too long is told of every topic that all may have changed', async () => {
  const { heard: received } = await listen('spots,posts,likes,comments', {
    ...ben.bearer,
    'last-event-id': '999999999',
  })
  await vi.waitFor(() => expect(received).toHaveLength(6))
  expect(received).toEqual([
    ['spot', { kind: 'many', spot_id: null, at: [] }],
    ['post', { kind: 'many', post_id: null, spot_id: null }],
    ['like', { post_id: null }],
    ['comment', { post_id: null }],
    ['notification', { kind: 'many', type: null, notification_id: null }],
    ['message', { kind: 'many', thread_id: null, message_id: null, user_id: null }],
  ])
})
