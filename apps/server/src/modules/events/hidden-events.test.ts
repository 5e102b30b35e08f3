import http from 'node:http'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMediaItem } from '../../../test/makers/spots.ts'
import { suspend } from '../accounts/index.ts'
import type { Actor } from '../../../test/actors/actor.ts'
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

type ReceivedEvent = [name: string, data: Record<string, unknown>]
const TOPICS = 'posts,likes,comments,people'

function listen(who: Actor, last?: number) {
  return new Promise<ReceivedEvent[]>((resolve) => {
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
}

function say(post_id: string, who: Actor, more: object = {}) {
  return who.send('POST', `/api/posts/${post_id}/comments`, { content: 'Clean.', ...more })
}

async function lastEvent(app: TestApp) {
  const { last } = await app.db
    .selectFrom('events')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  return last
}

function has(received: ReceivedEvent[], name: string, part: object) {
  return expect(received).toContainEqual([name, expect.objectContaining(part)])
}

test('P1 across a block no event reaches the other person, live or after a reconnect, and others’ counts exclude them', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, cleo.user_id)
  const spot_id = await aSpotRow(app.db, cleo.user_id)
  await ben.likeMedia(post, '0')
  const before = await listen(ada)
  await ada.blockPerson(ben.user_id)
  await until(() => has(before, 'person', { kind: 'away', user_id: ben.user_id }))
  const from = await lastEvent(app)
  const after = await listen(ada)
  const bens = await listen(ben)

  const made = (await say(post, ben)).json()
  await ben.likeComment(made.id)
  await ben.unlikeMedia(post, '0')
  await ben.likeMedia(post, '0')
  await ben.followPerson(cleo.user_id)
  await ben.addMedia({ spot_id, media_ids: [await aMediaItem(app.db, ben.user_id)] })
  await until(() => has(bens, 'post', { kind: 'created', user_id: ben.user_id }))
  await until(() => has(bens, 'comment', { comments_count: 1 }))
  await until(() => has(bens, 'person', { kind: 'profile', user_id: cleo.user_id }))

  const cleos = (await say(post, cleo)).json()
  await cleo.likeMedia(post, '0')
  await cleo.likeComment(cleos.id)
  for (const received of [before, after]) {
    await until(() => {
      has(received, 'comment', { post_id: post, comments_count: 1 })
      has(received, 'like', { post_id: post, likes_count: 1 })
      has(received, 'comment_like', { comment_id: cleos.id, likes_count: 1 })
    })
  }
  const resumed = await listen(ada, from)
  await until(() => has(resumed, 'comment_like', { comment_id: cleos.id }))
  for (const received of [before, after, resumed]) {
    const afterBlock = received.slice(received.findIndex(([, { kind }]) => kind === 'away') + 1)
    expect(JSON.stringify(afterBlock)).not.toContain(ben.user_id)
    expect(JSON.stringify(afterBlock)).not.toContain(made.id)
  }
  expect(JSON.stringify(bens)).not.toContain(ada.user_id.slice(1))

  await ada.unblockPerson(ben.user_id)
  await until(() => has(after, 'person', { kind: 'back', user_id: ben.user_id }))
  await ben.unfollowPerson(cleo.user_id)
  await until(() => has(after, 'follow', { follower_id: ben.user_id, following: false }))
})

test('a suspended or deleted person’s stream ends, and others receive an event that hides them', async ({
  app,
  ben,
  cleo,
}) => {
  const setSuspended = (isSuspended: boolean) =>
    app.db.transaction().execute((tx) => suspend(tx, cleo.user_id, isSuspended))
  for (const end of ['suspend', 'delete'] as const) {
    const others = await listen(ben)
    await listen(cleo)
    const request = open.at(-1)
    const ended = new Promise((resolve) => request?.on('close', resolve))
    if (end === 'suspend') await setSuspended(true)
    else await app.db.deleteFrom('users').where('id', '=', cleo.user_id).execute()
    await ended
    if (end === 'suspend') {
      const away = { kind: 'away', user_id: cleo.user_id }
      await until(() => {
        has(others, 'person', away)
        has(others, 'post', { kind: 'many' })
        has(others, 'comment', { post_id: null })
      })
    }
    if (end === 'suspend') {
      await setSuspended(false)
      await cleo.signsInAgain()
    }
  }
})
