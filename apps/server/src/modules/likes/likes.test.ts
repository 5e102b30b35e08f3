import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { rollUpCounts } from '../posts/index.ts'
import { until } from '../../../test/world/until.ts'

function rows({ db }: TestApp, post_id: string) {
  return db.selectFrom('likes').selectAll().where('post_id', '=', post_id).orderBy('media_index').execute()
}

async function counts({ db }: TestApp, post_id: string) {
  return (
    await db
      .selectFrom('post_media')
      .select('like_count')
      .where('post_id', '=', post_id)
      .orderBy('media_index')
      .execute()
  ).map(({ like_count }) => like_count)
}

test('API-46 API-47 LIKE-01 DATA-08 a like belongs to one person and item: on, once, off, once; other items are unaffected', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'video'] })
  expect(await ada.likeMedia(post, 1)).toEqual({ likes_count: 1, liked: true })
  expect(await ada.likeMedia(post, 1)).toEqual({ likes_count: 1, liked: true })
  expect(await ben.likeMedia(post, 1)).toEqual({ likes_count: 2, liked: true })
  expect(await rows(app, post)).toHaveLength(2)
  expect((await ada.listLikes(post, 0)).items).toEqual([])
  expect(await ada.unlikeMedia(post, 1)).toEqual({ likes_count: 1, liked: false })
  expect(await ada.unlikeMedia(post, 1)).toEqual({ likes_count: 1, liked: false })
  expect(await rows(app, post)).toEqual([
    {
      id: expect.any(String),
      post_id: post,
      media_index: 1,
      user_id: ben.user_id,
      created_at: expect.any(String),
    },
  ])
  await until(async () => expect(await counts(app, post)).toEqual([0, 1]))
  expect((await ada.getPost(post)).media.map(({ likes_count }) => likes_count)).toEqual([0, 1])
})

test('C-38 a text-only post is liked as item 0', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id, { media: [] })
  expect(await ada.likeMedia(post, 0)).toEqual({ likes_count: 1, liked: true })
  expect(await ada.getPost(post)).toMatchObject({
    media: [],
    words: { likes_count: 1, comments_count: 0, liked: true },
  })
  expect(await getOutcome(ada.likeMedia(post, 1))).toBe('MEDIA_NOT_FOUND')
})

test('refuses likes on unknown, deleted, and hidden posts, and on items out of range', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  for (const index of [1, 999]) expect(await getOutcome(ada.likeMedia(post, index))).toBe('MEDIA_NOT_FOUND')
  for (const index of ['-1', '1000', '1.0', '0x0', "0'", '\0'])
    await expect(ada.likeMedia(post, index)).rejects.toMatchObject({ status: 400 })
  expect(await getOutcome(ada.likeMedia(randomUUID(), 0))).toBe('POST_NOT_FOUND')
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', post).execute()
  expect(await getOutcome(ada.likeMedia(post, 0))).toBe('POST_NOT_FOUND')
  await app.db.deleteFrom('posts').where('id', '=', post).execute()
  const gone = { status: 404, code: 'POST_NOT_FOUND' }
  await expect(ada.likeMedia(post, 0)).rejects.toMatchObject(gone)
  await expect(ada.unlikeMedia(post, 0)).rejects.toMatchObject(gone)
  await expect(ada.listLikes(post, 0)).rejects.toMatchObject(gone)
  expect(await rows(app, post)).toEqual([])
})

test('COMM-07 without a session no one can like', async ({ app, ben, visitor }) => {
  const post = await aPost(app.db, ben.user_id)
  const refused = { status: 401, code: 'SESSION_MISSING' }
  await expect(visitor.likeMedia(post, 0)).rejects.toMatchObject(refused)
  await expect(visitor.unlikeMedia(post, 0)).rejects.toMatchObject(refused)
  expect(await rows(app, post)).toEqual([])
})

test('A4 the liker is taken from the session, no matter what is sent', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id)
  await ada.send('PUT', `/api/posts/${post}/media/0/like?user_id=${ben.user_id}`, {
    user_id: ben.user_id,
    media_index: 3,
    created_at: '2001-01-01T00:00:00Z',
  })
  expect(await rows(app, post)).toMatchObject([{ user_id: ada.user_id, media_index: 0 }])
})

test('F3 after hundreds of interleaved concurrent toggles by twenty people, rows and counts match the expected state', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'image'] })
  const crowd = await Promise.all(Array.from({ length: 18 }, (_, i) => actor(app, `fan${i}`)))
  const model = [new Set<string>(), new Set<string>()]
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  await Promise.all(
    [ada, ben, ...crowd].map(async (who) => {
      for (let i = 0; i < 25; i++) {
        const index = random(2)
        const on = random(3) > 0
        const toggle = () => (on ? who.likeMedia(post, index) : who.unlikeMedia(post, index))
        await Promise.all(Array.from({ length: 1 + random(2) }, toggle))
        if (on) model[index]?.add(who.user_id)
        else model[index]?.delete(who.user_id)
        if (i % 10 === 0) await rollUpCounts(app.db)
      }
    }),
  )
  const sizes = model.map(({ size }) => size)
  // A page includes an item's twenty newest queued changes. With more, the count is exact only after the rollup.
  await until(async () => {
    const { media } = await ada.getPost(post)
    expect(media.map(({ likes_count }) => likes_count)).toEqual(sizes)
  })
  const stored = await rows(app, post)
  expect(
    model.map((_, index) =>
      stored
        .filter((row) => row.media_index === index)
        .map((row) => row.user_id)
        .sort(),
    ),
  ).toEqual(model.map((set) => [...set].sort()))
  await until(async () => expect(await counts(app, post)).toEqual(sizes))
})

test('F3 the rollup counts each change once, no matter which process runs it or what fails meanwhile', async ({
  app,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const fans = await Promise.all(Array.from({ length: 60 }, (_, i) => aMember(app.db, `counted${i}`)))
  await Promise.all([
    ...fans.map(async (user_id) => {
      await app.db
        .insertInto('likes')
        .values({ id: uuid(), post_id: post, media_index: 0, user_id })
        .execute()
    }),
    ...Array.from({ length: 12 }, () => rollUpCounts(app.db)),
    app.db
      .transaction()
      .execute(async (tx) => {
        await tx.deleteFrom('likes').where('post_id', '=', post).execute()
        throw new Error('rolled back')
      })
      .catch(() => {}),
  ])
  await until(async () => expect(await counts(app, post)).toEqual([60]))
  expect(await app.db.selectFrom('counter_delta').select('id').where('post_id', '=', post).execute()).toEqual(
    [],
  )
})

test('G-22 deleting a post deletes its likes, and the rollup continues', async ({ app, ada, ben }) => {
  const [gone, stays] = [await aPost(app.db, ben.user_id), await aPost(app.db, ben.user_id)]
  await ada.likeMedia(gone, 0)
  await ada.likeMedia(stays, 0)
  await app.db.deleteFrom('posts').where('id', '=', gone).execute()
  await until(async () => expect(await counts(app, stays)).toEqual([1]))
  expect(await rows(app, gone)).toEqual([])
})

test('a rollup does not wait for a concurrent deletion of the post', async ({ app, ada, ben }) => {
  const [locked, free] = [await aPost(app.db, ben.user_id), await aPost(app.db, ben.user_id)]
  await ada.likeMedia(locked, 0)
  await ada.likeMedia(free, 0)
  await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('posts').where('id', '=', locked).execute()
    await until(async () => expect(await counts(app, free)).toEqual([1]))
  })
})

test('API-48 LIKE-05 C10 lists people who like an item, newest first, in pages; a cursor is for its item only', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'image'] })
  const fans = await Promise.all(Array.from({ length: 70 }, (_, i) => aMember(app.db, `liker${i}`)))
  await app.db
    .insertInto('likes')
    .values(
      fans.map((user_id, i) => ({
        id: uuid(),
        post_id: post,
        media_index: 0,
        user_id,
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 4) * 1000),
      })),
    )
    .execute()
  const seen: { id: string; created_at: string; user: { username: string } }[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await ada.listLikes(post, 0, cursor ? { cursor } : {})
    seen.push(...page.items)
    cursor = page.next_cursor
  }
  expect(seen).toHaveLength(70)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(70)
  expect(seen.map((row) => row.created_at)).toEqual(
    seen
      .map((row) => row.created_at)
      .toSorted()
      .toReversed(),
  )
  expect(seen[0]?.user.username).toMatch(/^liker6\d$/)
  const cursor = (await ada.listLikes(post, 0)).next_cursor ?? ''
  expect(await getOutcome(ada.listLikes(post, 1, { cursor }))).toBe('BAD_CURSOR')
  for (let i = 0; i < cursor.length; i += 3) {
    const broken = `${cursor.slice(0, i)}~${cursor.slice(i + 1)}`
    await expect(ada.listLikes(post, 0, { cursor: broken })).rejects.toMatchObject({ status: 400 })
  }
})

test('LIKE-05 the list of likers says whether the viewer follows each', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id)
  const [friend, stranger] = [await aMember(app.db, 'friend'), await aMember(app.db, 'stranger')]
  for (const user_id of [friend, stranger])
    await app.db.insertInto('likes').values({ id: uuid(), post_id: post, media_index: 0, user_id }).execute()
  await follow(app.db, ada.user_id, friend)
  await follow(app.db, stranger, ada.user_id)
  const { items } = await ada.listLikes(post, 0)
  expect(Object.fromEntries(items.map(({ user, following }) => [user.username, following]))).toEqual({
    friend: true,
    stranger: false,
  })
})

test('RT-03 a like is published within a second with the new count and its author', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const events = async () =>
    (await app.db.selectFrom('events').select('data').where('topic', '=', 'likes').orderBy('id').execute())
      .map(({ data }) => data as { post_id: string; changes: unknown })
      .filter((data) => data.post_id === post)
  await ada.likeMedia(post, 0)
  await ben.likeMedia(post, 0)
  await until(async () =>
    expect((await events()).at(-1)).toMatchObject({ post_id: post, media_index: 0, likes_count: 2 }),
  )
  expect((await events()).flatMap(({ changes }) => changes)).toEqual([
    { user_id: ada.user_id, liked: true },
    { user_id: ben.user_id, liked: true },
  ])
})
