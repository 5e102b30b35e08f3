import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, member, type TestPerson } from '../../../test/people.ts'
import { aPost, follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { randomUUID } from 'node:crypto'
import { rollUpCounts } from '../posts/index.ts'
import { v7 as uuid } from 'uuid'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

const at = (post_id: string, media_index: number | string = 0) =>
  `/api/posts/${post_id}/media/${media_index}/like`
const like = (url: string, who: TestPerson | null = ada) =>
  it.app.inject({ method: 'PUT', url, headers: who ? who.bearer : {} })
const unlike = (url: string, who: TestPerson | null = ada) =>
  it.app.inject({ method: 'DELETE', url, headers: who ? who.bearer : {} })
const get = (url: string, who = ada) => it.app.inject({ url, headers: who.bearer })
const likesOf = (post_id: string, query = '', media_index = 0) =>
  get(`/api/posts/${post_id}/media/${media_index}/likes${query}`)
const rows = (post_id: string) =>
  it.db.selectFrom('likes').selectAll().where('post_id', '=', post_id).orderBy('media_index').execute()
const counts = async (post_id: string) =>
  (
    await it.db
      .selectFrom('post_media')
      .select('like_count')
      .where('post_id', '=', post_id)
      .orderBy('media_index')
      .execute()
  ).map(({ like_count }) => like_count)

test('LIKE-01 DATA-08 a like is of one person and one item: on, once, off, once; the other item is untouched', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'video'] })
  expect((await like(at(post, 1))).json()).toEqual({ likes_count: 1, liked: true })
  expect((await like(at(post, 1))).json()).toEqual({ likes_count: 1, liked: true })
  expect((await like(at(post, 1), ben)).json()).toEqual({ likes_count: 2, liked: true })
  expect(await rows(post)).toHaveLength(2)
  expect((await likesOf(post, '', 0)).json().items).toEqual([])
  expect((await unlike(at(post, 1))).json()).toEqual({ likes_count: 1, liked: false })
  expect((await unlike(at(post, 1))).json()).toEqual({ likes_count: 1, liked: false })
  expect(await rows(post)).toEqual([
    {
      id: expect.any(String),
      post_id: post,
      media_index: 1,
      user_id: ben.user_id,
      created_at: expect.any(String),
    },
  ])
  await vi.waitFor(async () => expect(await counts(post)).toEqual([0, 1]))
  expect(
    (await get(`/api/posts/${post}`)).json().media.map((item: { likes_count: number }) => item.likes_count),
  ).toEqual([0, 1])
})

test('C-38 words alone are liked as item 0', async () => {
  const post = await aPost(it.db, ben.user_id, { media: [] })
  expect((await like(at(post))).json()).toEqual({ likes_count: 1, liked: true })
  expect((await get(`/api/posts/${post}`)).json()).toMatchObject({
    media: [],
    words: { likes_count: 1, comments_count: 0, liked: true },
  })
  expect((await like(at(post, 1))).json().code).toBe('MEDIA_NOT_FOUND')
})

test('likes of what is not there are refused: unknown, deleted and hidden posts, items out of range', async () => {
  const post = await aPost(it.db, ben.user_id)
  for (const index of [1, 999]) expect((await like(at(post, index))).json().code).toBe('MEDIA_NOT_FOUND')
  for (const index of ['-1', '1000', '1.0', '0x0', "0'", '%00'])
    expect((await like(at(post, index))).statusCode).toBe(400)
  expect((await like(at(randomUUID()))).json().code).toBe('POST_NOT_FOUND')
  await it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', post).execute()
  expect((await like(at(post))).json().code).toBe('POST_NOT_FOUND')
  await it.db.deleteFrom('posts').where('id', '=', post).execute()
  for (const answer of [await like(at(post)), await unlike(at(post)), await likesOf(post)])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'POST_NOT_FOUND'])
  expect(await rows(post)).toEqual([])
})

test('COMM-07 without a session nothing is liked', async () => {
  const post = await aPost(it.db, ben.user_id)
  for (const answer of [await like(at(post), null), await unlike(at(post), null)])
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_MISSING'])
  expect(await rows(post)).toEqual([])
})

test('A4 the liker is the session’s, whatever is sent along', async () => {
  const post = await aPost(it.db, ben.user_id)
  await it.app.inject({
    method: 'PUT',
    url: `${at(post)}?user_id=${ben.user_id}`,
    headers: ada.bearer,
    payload: { user_id: ben.user_id, media_index: 3, created_at: '2001-01-01T00:00:00Z' },
  })
  expect(await rows(post)).toMatchObject([{ user_id: ada.user_id, media_index: 0 }])
})

test('F3 hundreds of interleaved toggles of twenty people at once: rows and counts are the model’s', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'image'] })
  const crowd = await Promise.all(Array.from({ length: 18 }, (_, i) => member(it, `fan${i}`)))
  const model = [new Set<string>(), new Set<string>()]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  await Promise.all(
    [ada, ben, ...crowd].map(async (who) => {
      for (let i = 0; i < 25; i++) {
        const index = random(2)
        const on = random(3) > 0
        const answers = await Promise.all(
          Array.from({ length: 1 + random(2) }, () => (on ? like : unlike)(at(post, index), who)),
        )
        for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
        if (on) model[index]?.add(who.user_id)
        else model[index]?.delete(who.user_id)
        if (i % 10 === 0) await rollUpCounts(it.db)
      }
    }),
  )
  const sizes = model.map(({ size }) => size)
  const shown = (await get(`/api/posts/${post}`)).json().media as { likes_count: number }[]
  expect(shown.map(({ likes_count }) => likes_count)).toEqual(sizes)
  const kept = await rows(post)
  expect(
    model.map((_, index) =>
      kept
        .filter((row) => row.media_index === index)
        .map((row) => row.user_id)
        .sort(),
    ),
  ).toEqual(model.map((set) => [...set].sort()))
  await vi.waitFor(async () => expect(await counts(post)).toEqual(sizes), { timeout: 5_000 })
}, 60_000)

test('F3 the fold counts each change once, whoever folds and whatever fails meanwhile', async () => {
  const post = await aPost(it.db, ben.user_id)
  const fans = await Promise.all(Array.from({ length: 60 }, (_, i) => aMember(it.db, `folded${i}`)))
  await Promise.all([
    ...fans.map(async (user_id) => {
      await it.db.insertInto('likes').values({ id: uuid(), post_id: post, media_index: 0, user_id }).execute()
    }),
    ...Array.from({ length: 12 }, () => rollUpCounts(it.db)),
    it.db
      .transaction()
      .execute(async (tx) => {
        await tx.deleteFrom('likes').where('post_id', '=', post).execute()
        throw new Error('rolled back')
      })
      .catch(() => {}),
  ])
  await vi.waitFor(async () => expect(await counts(post)).toEqual([60]), { timeout: 5_000 })
  expect(await it.db.selectFrom('counter_delta').select('id').where('post_id', '=', post).execute()).toEqual(
    [],
  )
})

test('G-22 a deleted post takes its likes along, and the fold goes on', async () => {
  const [gone, stays] = [await aPost(it.db, ben.user_id), await aPost(it.db, ben.user_id)]
  await like(at(gone))
  await like(at(stays))
  await it.db.deleteFrom('posts').where('id', '=', gone).execute()
  await vi.waitFor(async () => expect(await counts(stays)).toEqual([1]), { timeout: 5_000 })
  expect(await rows(gone)).toEqual([])
})

test('a fold does not wait for whoever is just deleting the post', async () => {
  const [locked, free] = [await aPost(it.db, ben.user_id), await aPost(it.db, ben.user_id)]
  await like(at(locked))
  await like(at(free))
  await it.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('posts').where('id', '=', locked).execute()
    await vi.waitFor(async () => expect(await counts(free)).toEqual([1]), { timeout: 5_000 })
  })
})

test('LIKE-05 C10 who likes an item, newest first, in pages; a cursor is of its item alone', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'image'] })
  const fans = await Promise.all(Array.from({ length: 70 }, (_, i) => aMember(it.db, `liker${i}`)))
  await it.db
    .insertInto('likes')
    .values(
      fans.map((user_id, i) => ({
        ...{ id: uuid(), post_id: post, media_index: 0, user_id },
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 4) * 1000),
      })),
    )
    .execute()
  const seen: { id: string; created_at: string; user: { username: string } }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: { items: typeof seen; next_cursor: string | null } = (
      await likesOf(post, cursor && `?cursor=${cursor}`)
    ).json()
    seen.push(...answer.items)
    cursor = answer.next_cursor
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(70)
  expect(seen.map((row) => row.created_at)).toEqual(
    seen
      .map((row) => row.created_at)
      .toSorted()
      .toReversed(),
  )
  expect(seen[0]?.user.username).toMatch(/^liker6\d$/)
  const { next_cursor } = (await likesOf(post)).json()
  expect((await likesOf(post, `?cursor=${next_cursor}`, 1)).json().code).toBe('BAD_CURSOR')
  for (let i = 0; i < next_cursor.length; i += 3) {
    const answer = await likesOf(post, `?cursor=${next_cursor.slice(0, i)}~${next_cursor.slice(i + 1)}`)
    expect(answer.statusCode).toBe(400)
  }
})

test('LIKE-05 who likes an item is told with whether one follows them', async () => {
  const post = await aPost(it.db, ben.user_id)
  const [friend, stranger] = [await aMember(it.db, 'friend'), await aMember(it.db, 'stranger')]
  for (const user_id of [friend, stranger])
    await it.db.insertInto('likes').values({ id: uuid(), post_id: post, media_index: 0, user_id }).execute()
  await follow(it.db, ada.user_id, friend)
  await follow(it.db, stranger, ada.user_id)
  const { items } = (await likesOf(post)).json()
  expect(
    Object.fromEntries(
      items.map((like: { user: { username: string }; following: boolean }) => [
        like.user.username,
        like.following,
      ]),
    ),
  ).toEqual({ friend: true, stranger: false })
})

test('RT-03 a change of likes is told within a second with the new count and who changed it', async () => {
  const post = await aPost(it.db, ben.user_id)
  const events = async () =>
    (await it.db.selectFrom('events').select('data').where('topic', '=', 'likes').execute())
      .map(({ data }) => data as { post_id: string; changes: unknown })
      .filter((data) => data.post_id === post)
  await like(at(post))
  await like(at(post), ben)
  await sleep(1)
  await vi.waitFor(
    async () =>
      expect((await events()).at(-1)).toMatchObject({ post_id: post, media_index: 0, likes_count: 2 }),
    { timeout: 1_000 },
  )
  expect((await events()).flatMap(({ changes }) => changes)).toEqual([
    { user_id: ada.user_id, liked: true },
    { user_id: ben.user_id, liked: true },
  ])
})
