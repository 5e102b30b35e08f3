import http from 'node:http'
import type { Message } from '@nollie/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, follow } from '../../../test/posts.ts'

let it: TestApp
let address: string
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let act: ReturnType<typeof doings>
const open: http.ClientRequest[] = []
beforeAll(async () => {
  it = await testApp()
  address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
  act = doings(it)
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
})

type Heard = { name: string; data: Record<string, unknown> }

/** Opens a stream; returns its notification and message events, growing, and all of it as text. */
const listen = (headers: Record<string, string>, topics: string) =>
  new Promise<{ own: () => Heard[]; text: () => string }>((resolve, reject) => {
    const url = `${address}/api/events?topics=${topics}`
    const request = http.get(url, { headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      const own = () =>
        [...text.matchAll(/^event: (notification|message)\ndata: (.*)$/gm)].map(
          ([, name = '', data = '']) => ({
            name,
            data: JSON.parse(data),
          }),
        )
      resolve({ own, text: () => text })
    })
    request.on('error', reject)
    open.push(request)
  })

const MEMBERS = 'spots,posts,likes,comments,people'

test('RT-01 F4 news and messages are heard at once by whom they are for, and by nobody else, in ids alone', async () => {
  await follow(it.db, ben.user_id, ada.user_id)
  const post = await aPost(it.db, ada.user_id)
  const streams = {
    ada: await listen(ada.bearer, MEMBERS),
    ben: await listen(ben.bearer, MEMBERS),
    cleo: await listen(cleo.bearer, MEMBERS),
    visitor: await listen({}, 'spots'),
  }
  await act.ok(ben, 'PUT', `/api/posts/${post}/media/0/like`)
  await vi.waitFor(() => expect(streams.ada.own()).toHaveLength(1), 5_000)
  expect(streams.ada.own()[0]).toEqual({
    name: 'notification',
    data: { kind: 'created', type: 'like', notification_id: (await act.rowsOf(ada))[0]?.id },
  })
  const body = { content: 'Canary: under the third bridge' }
  const sent = (await act.ok(ada, 'POST', `/api/messages/with/${ben.user_id}`, body)).json<Message>()
  const created = {
    name: 'message',
    data: { kind: 'created', thread_id: sent.thread_id, message_id: sent.id, user_id: ada.user_id },
  }
  await vi.waitFor(() => {
    expect(streams.ada.own()[1]).toEqual(created)
    expect(streams.ben.own()).toEqual([created])
  }, 5_000)
  await act.ok(ben, 'PUT', `/api/messages/threads/${sent.thread_id}/read`, { seq: sent.seq })
  await act.ok(ada, 'DELETE', `/api/messages/${sent.id}`)
  await act.ok(ada, 'PUT', '/api/notifications/read', { until: new Date().toISOString() })
  await vi.waitFor(() => {
    expect(
      streams.ada
        .own()
        .slice(2)
        .map(({ data }) => data.kind),
    ).toEqual(['read', 'deleted', 'read'])
    expect(
      streams.ben
        .own()
        .slice(1)
        .map(({ data }) => data.kind),
    ).toEqual(['read', 'deleted'])
  }, 5_000)
  // A later event was received by now, so that a missing one is not just late.
  await act.ok(ada, 'PUT', `/api/posts/${post}/media/0/like`)
  await vi.waitFor(() => expect(streams.cleo.text()).toContain(ada.user_id), 5_000)
  for (const { own } of [streams.cleo, streams.visitor]) expect(own()).toEqual([])
  for (const { text } of Object.values(streams)) expect(text()).not.toContain('Canary')
})

test('a request tells its writer nothing of being read', async () => {
  const writer = await listen(cleo.bearer, 'posts')
  const sent = (
    await act.ok(cleo, 'POST', `/api/messages/with/${ben.user_id}`, { content: 'Hi' })
  ).json<Message>()
  await act.ok(ben, 'PUT', `/api/messages/threads/${sent.thread_id}/read`, { seq: 1 })
  await act.ok(ben, 'POST', `/api/messages/with/${cleo.user_id}`, { content: 'Hello' })
  await vi.waitFor(() => expect(writer.own()).toHaveLength(2), 5_000)
  expect(writer.own().map(({ data }) => [data.kind, data.user_id])).toEqual([
    ['created', cleo.user_id],
    ['created', ben.user_id],
  ])
})
