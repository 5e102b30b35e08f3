import http from 'node:http'
import { expect } from 'vitest'
import { aPost } from '../../../test/makers/posts.ts'
import { test } from '../../../test/world/fixtures.ts'
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

/** Opens a stream. Resolves to its status and a live list of received events: names and data. */
function listen(topics: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; received: [name: string, data: object][]; text: () => string }>(
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
          resolve({ status: response.statusCode ?? 0, received, text: () => text })
        },
      )
      request.on('error', reject)
      open.push(request)
    },
  )
}

test('RT-01 RT-03 likes and comments of one person reach another within a second', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const { received } = await listen('posts,likes,comments', ben.bearer)
  await ada.likeMedia(post, 0)
  await until(() => expect(received).toHaveLength(1))
  await ada.addComment(post, { content: 'Secret handshake' })
  await until(() => expect(received).toHaveLength(2))
  expect(received).toMatchObject([
    [
      'like',
      { post_id: post, media_index: 0, likes_count: 1, changes: [{ user_id: ada.user_id, liked: true }] },
    ],
    ['comment', { post_id: post, media_index: 0, comments_count: 1, changes: [{ kind: 'created' }] }],
  ])
  expect(JSON.stringify(received)).not.toContain('handshake')
})

test('P1 posts, likes, and comments are for members; a visitor is refused, even together with a public topic', async () => {
  for (const topics of ['posts', 'likes', 'comments', 'spots,likes'])
    expect((await listen(topics)).status, topics).toBe(401)
  expect((await listen('spots')).status).toBe(200)
})

test('RT-01 after a long disconnect the stream says for every topic that everything may have changed', async ({
  ben,
}) => {
  const { received } = await listen('spots,posts,likes,comments', {
    ...ben.bearer,
    'last-event-id': '999999999',
  })
  await until(() => expect(received).toHaveLength(8))
  expect(received).toEqual([
    ['spot', { kind: 'many', spot_id: null, at: [] }],
    ['post', { kind: 'many', post_id: null, spot_id: null }],
    ['like', { post_id: null }],
    ['comment', { post_id: null }],
    ['notification', { kind: 'many', type: null, notification_id: null }],
    ['message', { kind: 'many', thread_id: null, message_id: null, user_id: null }],
    ['crew', { crew_id: null }],
    ['list', { list_id: null }],
  ])
})
