import http from 'node:http'
import { expect } from 'vitest'
import { aPost, follow } from '../../../test/makers/posts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'
import { until } from '../../../test/world/until.ts'

let address: string

const open: http.ClientRequest[] = []
test.beforeAll(async ({ app }) => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' })
})

test.afterAll(async ({ app }) => {
  for (const request of open) request.destroy()
  await app.close()
})

type Received = { name: string; data: Record<string, unknown> }

/** Opens a stream. Returns its notification and message events as they arrive, and everything it sent as text. */
function listen(headers: Record<string, string>, topics: string) {
  return new Promise<{ own: () => Received[]; text: () => string }>((resolve, reject) => {
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
}

const MEMBERS = 'spots,posts,likes,comments,people'

test('RT-01 F4 notifications and messages are immediately published to their recipients only, as ids', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await follow(app.db, ben.user_id, ada.user_id)
  const post = await aPost(app.db, ada.user_id)
  const streams = {
    ada: await listen(ada.bearer, MEMBERS),
    ben: await listen(ben.bearer, MEMBERS),
    cleo: await listen(cleo.bearer, MEMBERS),
    visitor: await listen({}, 'spots'),
  }
  await ben.likeMedia(post, 0)
  await until(() => expect(streams.ada.own()).toHaveLength(1))
  expect(streams.ada.own()[0]).toEqual({
    name: 'notification',
    data: {
      kind: 'created',
      type: 'like',
      notification_id: (await notificationRows(app, ada))[0]?.id,
    },
  })
  const body = { content: 'Canary: under the third bridge' }
  const sent = await ada.sendMessage(ben.user_id, body)
  const created = {
    name: 'message',
    data: { kind: 'created', thread_id: sent.thread_id, message_id: sent.id, user_id: ada.user_id },
  }
  await until(() => {
    expect(streams.ada.own()[1]).toEqual(created)
    expect(streams.ben.own()).toEqual([created])
  })
  await ben.readThread(sent.thread_id, { seq: sent.seq })
  await ada.removeMessage(sent.id)
  await ada.readNotifications({ until: new Date().toISOString() })
  await until(() => {
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
  })
  // A later event has arrived, so a missing event isn't merely delayed.
  await ada.likeMedia(post, 0)
  await until(() => expect(streams.cleo.text()).toContain(ada.user_id))
  for (const { own } of [streams.cleo, streams.visitor]) expect(own()).toEqual([])
  for (const { text } of Object.values(streams)) expect(text()).not.toContain('Canary')
})

test('reading a request is not published to its sender', async ({ ben, cleo }) => {
  const writer = await listen(cleo.bearer, 'posts')
  const sent = await cleo.sendMessage(ben.user_id, { content: 'Hi' })
  await ben.readThread(sent.thread_id, { seq: 1 })
  await ben.sendMessage(cleo.user_id, { content: 'Hello' })
  await until(() => expect(writer.own()).toHaveLength(2))
  expect(writer.own().map(({ data }) => [data.kind, data.user_id])).toEqual([
    ['created', cleo.user_id],
    ['created', ben.user_id],
  ])
})
