import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, follow } from '../../../test/posts.ts'
import { aMediaItem } from '../../../test/spots.ts'

type Answer = { status: number; text: string }

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
/** Content by Ben, and content by Cleo with comments, likes and names of Ben. */
let made: { spot: string; bens: string; cleos: string; comment: string; reply: string; cleosComment: string }
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
  const send = async (method: 'POST' | 'PUT', url: string, who: TestPerson, payload?: object) => {
    const answer = await it.app.inject({
      method,
      url,
      headers: { ...who.bearer, 'idempotency-key': randomUUID() },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 400) throw new Error(`${url} ${answer.body}`)
    return answer.json()
  }
  const spot = (
    await send('POST', '/api/spots', ben, {
      name: 'The bank',
      latitude: 41.4,
      longitude: 2.1,
      spot_types: ['bank'],
      media_ids: [await aMediaItem(it.db, ben.user_id)],
    })
  ).id
  const bens = await aPost(it.db, ben.user_id, { spot_id: spot })
  const cleos = await aPost(it.db, cleo.user_id, { spot_id: spot })
  await send('PUT', `/api/posts/${cleos}/media/0/like`, ben)
  await send('PUT', `/api/posts/${cleos}/media/0/like`, ada)
  const say = (who: TestPerson, content: string, more: object = {}) =>
    send('POST', `/api/posts/${cleos}/comments`, who, { content, ...more })
  const comment = (await say(ben, 'Bens own words')).id
  const reply = (await say(cleo, 'To that', { parent_comment_id: comment })).id
  const cleosComment = (await say(cleo, 'Anybody with @ben around?')).id
  await say(ben, 'Bens reply', { parent_comment_id: cleosComment })
  await send('PUT', `/api/comments/${cleosComment}/like`, ben)
  await follow(it.db, ben.user_id, cleo.user_id)
  await follow(it.db, cleo.user_id, ben.user_id)
  await follow(it.db, ada.user_id, cleo.user_id)
  made = { spot, bens, cleos, comment, reply, cleosComment }
})
afterAll(() => it.close())

const get = async (url: string, who: TestPerson = ada): Promise<Answer> => {
  const { statusCode, body } = await it.app.inject({ url, headers: who.bearer })
  return { status: statusCode, text: body }
}
const json = async (url: string, who: TestPerson = ada) => JSON.parse((await get(url, who)).text)

/** What a viewer reads in every list and page, by address. */
const pages = () => {
  const { spot, cleos, cleosComment } = made
  return [
    '/api/posts',
    '/api/posts?filter=followed',
    `/api/posts/${cleos}`,
    `/api/posts/${cleos}/related`,
    `/api/posts/${cleos}/media/0/likes`,
    `/api/posts/${cleos}/comments`,
    `/api/posts/${cleos}/comments?media_index=0`,
    `/api/comments/${cleosComment}/replies`,
    `/api/spots/${spot}`,
    `/api/spots/${spot}/card`,
    `/api/spots/${spot}/media`,
    '/api/spots?z=3&x0=0&x1=7&y0=0&y1=7',
    '/api/people',
    '/api/people?q=ben',
    '/api/people/suggestions',
    ...['', '/posts', '/pictures', '/spots', '/activity', '/followers', '/following'].map(
      (part) => `/api/people/${cleo.user_id}${part}`,
    ),
    '/api/discover',
    '/api/search?q=ben',
    '/api/notifications',
    '/api/messages/threads',
  ]
}

const setBlock = (method: 'PUT' | 'DELETE', who: TestPerson, whom: TestPerson) =>
  it.app.inject({ method, url: `/api/people/${whom.user_id}/block`, headers: who.bearer })
const suspend = (who: TestPerson, suspended_at: Date | null) =>
  it.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', who.user_id).execute()

const traces = [() => ben.user_id, () => '"ben"', () => 'Bens own words', () => 'Bens reply', () => made.bens]

const expectNoTrace = async (reader: TestPerson, skipped: readonly string[] = []) => {
  for (const url of pages().filter((page) => !skipped.includes(page))) {
    const { status, text } = await get(url, reader)
    expect(status, url).toBe(200)
    for (const trace of traces) expect(text, `${url} ${trace()}`).not.toContain(trace())
  }
}

test('without a block every one of these pages shows Ben', async () => {
  const shown = await Promise.all(pages().map(async (url) => (await get(url)).text.includes(ben.user_id)))
  expect(shown.filter(Boolean).length).toBeGreaterThan(12)
  expect((await json(`/api/posts/${made.cleos}`)).media[0]).toMatchObject({
    likes_count: 2,
    comments_count: 4,
  })
})

test.each([
  ['whoever blocks', () => setBlock('PUT', ada, ben), () => setBlock('DELETE', ada, ben)],
  ['whoever is blocked', () => setBlock('PUT', ben, ada), () => setBlock('DELETE', ben, ada)],
])(
  'across a block nobody shows to %s: no list, count, search, comment, gallery, profile or address',
  async (_who, on, off) => {
    await on()
    await expectNoTrace(ada)
    const post = await json(`/api/posts/${made.cleos}`)
    expect(post.media[0]).toMatchObject({ likes_count: 1, comments_count: 1 })
    expect(post.comments_count).toBe(1)
    const comments = await json(`/api/posts/${made.cleos}/comments`)
    expect(comments.comments_count).toBe(1)
    expect(comments.items).toHaveLength(1)
    expect(comments.items[0]).toMatchObject({
      id: made.cleosComment,
      replies: [],
      replies_count: 0,
      likes_count: 0,
      mentions: [],
    })
    const likes = await json(`/api/posts/${made.cleos}/media/0/likes`)
    expect(likes.items.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ada.user_id])
    expect(await json(`/api/people/${cleo.user_id}`)).toMatchObject({
      followers_count: 1,
      following_count: 0,
    })
    const spot = await json(`/api/spots/${made.spot}`)
    expect(spot).toMatchObject({ name: 'The bank', creator: null, created_by: null })

    const write = (method: 'POST' | 'PUT' | 'DELETE', url: string) =>
      it.app.inject({
        method,
        url,
        headers: { ...ada.bearer, 'idempotency-key': randomUUID() },
        ...(method === 'POST' && { payload: { content: 'Hello?' } }),
      })
    for (const url of ['', '/posts', '/pictures', '/spots', '/activity', '/followers', '/following'])
      expect((await get(`/api/people/${ben.user_id}${url}`)).status, url).toBe(404)
    for (const url of [
      `/api/posts/${made.bens}`,
      `/api/posts/${made.bens}/related`,
      `/api/posts/${made.bens}/comments`,
      `/api/posts/${made.bens}/media/0/likes`,
      `/api/comments/${made.comment}/replies`,
    ])
      expect((await get(url)).status, url).toBe(404)
    for (const [method, url] of [
      ['PUT', `/api/posts/${made.bens}/media/0/like`],
      ['DELETE', `/api/posts/${made.bens}/media/0/like`],
      ['POST', `/api/posts/${made.bens}/comments`],
      ['PUT', `/api/comments/${made.comment}/like`],
      ['PUT', `/api/comments/${made.reply}/like`],
      ['DELETE', `/api/comments/${made.comment}`],
      ['PUT', `/api/people/${ben.user_id}/follow`],
    ] as const)
      expect((await write(method, url)).statusCode, url).toBe(404)
    expect((await get(`/api/posts/${made.bens}`, cleo)).status).toBe(200)
    await off()
    expect((await get(`/api/posts/${made.bens}`)).status).toBe(200)
  },
)

test('a suspended person and their content are shown to nobody', async () => {
  await suspend(ben, new Date())
  await expectNoTrace(ada)
  await expectNoTrace(cleo)
  expect((await get(`/api/posts/${made.bens}`)).status).toBe(404)
  const card = await it.app.inject({ url: `/api/spots/${made.spot}/card` })
  expect([card.statusCode, card.body.includes(ben.user_id)]).toEqual([200, false])
  await suspend(ben, null)
  expect((await get(`/api/posts/${made.bens}`)).status).toBe(200)
})
