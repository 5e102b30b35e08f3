import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, actors, type Caller, getOutcome, createVisitor } from '../../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { spotsCounted } from '../../../../test/world/wait-for-counts.ts'
import { makeAdmin } from '../../../../test/actors/people.ts'
import { aMediaItem, aSpot } from '../../../../test/makers/spots.ts'

let app: TestApp
let ada: Actor
let ben: Actor
let mia: Actor
let visitor: Caller

beforeAll(async () => {
  app = await testApp()
  ;({ ada, ben, mia } = await actors(app, 'ada', 'ben', 'mia'))
  visitor = createVisitor(app)
  await makeAdmin(app.db, mia.user_id)
})
afterAll(() => app.close())

function photos(who: Actor, n: number) {
  return Promise.all(Array.from({ length: n }, () => aMediaItem(app.db, who.user_id)))
}

async function share(who = ada) {
  return who.shareSpot(aSpot({ media_ids: await photos(who, 1) }))
}

async function added(spot_id: string, n: number, who = ada) {
  return who.addMedia({ spot_id, media_ids: await photos(who, n) })
}

function edit(
  id: string,
  body: { title: string; content?: string },
  { who = ada, version = 1 }: { who?: Caller; version?: number } = {},
) {
  return who.editPost(id, body, { version })
}

function expectStatus(call: Promise<unknown>, status: number) {
  return expect(call).rejects.toMatchObject({ status })
}

async function expectCode(call: Promise<unknown>, code: ErrorCode) {
  return expect(await getOutcome(call)).toBe(code)
}

/** Checks that one of many concurrent calls succeeds and the others find nothing. */
async function expectDoneOnce(code: ErrorCode, call: () => Promise<unknown>) {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => getOutcome(call())))
  expect(outcomes.toSorted()).toEqual([...Array(9).fill(code), 'done'])
}

function spotPost(spot_id: string) {
  return app.db
    .selectFrom('posts')
    .select('id')
    .where('spot_id', '=', spot_id)
    .where('kind', '=', 'spot')
    .executeTakeFirstOrThrow()
}

function card(id: string) {
  return visitor.getSpotCard(id)
}

async function lookAt(id: string) {
  const { rows } = await sql<{ items: number[]; likes: number[]; comments: number[] }>`
    select coalesce((select array_agg(media_index order by media_index) from post_media where post_id = ${id}), '{}') as items,
      coalesce((select array_agg(media_index order by media_index) from likes where post_id = ${id}), '{}') as likes,
      coalesce((select array_agg(media_index order by media_index) from comments where post_id = ${id}), '{}') as comments`.execute(
    app.db,
  )
  return rows[0]
}

async function likeAndComment(post_id: string, media_index: number) {
  await app.db
    .insertInto('likes')
    .values({ id: randomUUID(), post_id, media_index, user_id: ben.user_id })
    .execute()
  await app.db
    .insertInto('comments')
    .values({
      id: randomUUID(),
      post_id,
      media_index,
      user_id: ben.user_id,
      parent_comment_id: null,
      content: 'clean',
    })
    .execute()
}

async function everything() {
  await spotsCounted(app.db)
  const { rows } = await sql<Record<string, unknown>>`
    select (select md5(string_agg(s::text, ' ' order by id)) from spots s) as spots,
      (select md5(string_agg(p::text, ' ' order by id)) from posts p) as posts,
      (select count(*) from post_media) as items, (select count(*) from likes) as likes,
      (select count(*) from media where attached_at is not null) as attached,
      (select count(*) from media where unwanted_since is not null) as unwanted,
      (select count(*) from events where topic = 'posts') as events,
      (select count(*) from idempotency_keys) as keys`.execute(app.db)
  return rows[0]
}

async function lastEvent() {
  return (
    await app.db
      .selectFrom('events')
      .select('data')
      .where('topic', '=', 'posts')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).data
}

test('API-33 MEDIA-05 a post without a title is named after its media', async () => {
  const { id } = await share()
  const media_ids = [...(await photos(ada, 2)), await aMediaItem(app.db, ada.user_id, { type: 'video' })]
  const answer = await ada.send('POST', '/api/posts', { spot_id: id, title: '  ', media_ids })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers.etag).toBe('"1"')
  const post = answer.json<Awaited<ReturnType<typeof ada.addMedia>>>()
  expect(post).toMatchObject({
    kind: 'media',
    title: 'Added 2 photo(s) and 1 video(s)',
    content: null,
    user_id: ada.user_id,
    spot: { id },
  })
  expect(post.media.map((item) => item.media.id)).toEqual(media_ids)
  expect(await lastEvent()).toEqual({ kind: 'created', post_id: post.id, spot_id: id, user_id: ada.user_id })
  expect((await card(id)).posts_count).toBe(2)
})

test('MEDIA-03 A4 A7 refuses an empty post; text alone is a post; author and kind never come from the body', async () => {
  const { id } = await share()
  const before = await everything()
  await expect(ada.addMedia({ spot_id: id, title: ' ', media_ids: [] })).rejects.toMatchObject({
    status: 400,
    fields: { title: 'Please enter a title or upload at least one photo/video.' },
  })
  const add = async (spot_id: string, ...media: Promise<string[]>[]) =>
    ada.addMedia({ spot_id, media_ids: (await Promise.all(media)).flat() })
  await expectStatus(visitor.addMedia({ spot_id: id, media_ids: await photos(ada, 1) }), 401)
  await expectCode(add(randomUUID(), photos(ada, 1)), 'SPOT_NOT_FOUND')
  await expectCode(add(id, photos(ben, 1)), 'MEDIA_NOT_FOUND')
  await expectCode(add(id, photos(ada, 1), photos(ben, 1)), 'MEDIA_NOT_FOUND')
  expect(await everything()).toEqual(before)
  const fields = { kind: 'spot', user_id: ben.user_id, version: 7 }
  const forged = await ada.addMedia({
    spot_id: id,
    title: 'MACBA ledges',
    content: '[MEDIA_URLS]["x"]',
    media_ids: [],
    ...fields,
  })
  expect(forged).toMatchObject({ kind: 'text', user_id: ada.user_id, version: 1, media: [] })
  expect(await ada.removePost(forged.id)).toEqual({ removed: 'post' })
  expect((await card(id)).id).toBe(id)
})

test('R8 ten submits of one post create one post', async () => {
  const { id } = await share()
  const body = { spot_id: id, media_ids: await photos(ada, 2) }
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.send('POST', '/api/posts', body, { key })),
  )
  for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)
  expect(new Set(answers.flatMap((one) => (one.statusCode === 201 ? [one.json().id] : []))).size).toBe(1)
  expect((await card(id)).posts_count).toBe(2)
})

test('API-34 MEDIA-25 G-42 only the author edits title and description, and never overwrites a newer version', async () => {
  const { id } = await share()
  const post = await added(id, 1)
  const before = await everything()
  for (const who of [ben, mia]) await expectStatus(edit(post.id, { title: 'x' }, { who }), 403)
  await expectStatus(edit(post.id, { title: 'x' }, { who: visitor }), 401)
  await expectStatus(edit(post.id, { title: '  ' }), 400)
  await expectStatus(edit(post.id, { title: 'x'.repeat(201) }), 400)
  await expectCode(edit(randomUUID(), { title: 'x' }), 'POST_NOT_FOUND')
  await expectCode(edit(post.id, { title: 'x' }, { version: 2 }), 'STALE')
  expect(await everything()).toEqual(before)
  const change = { title: ' Nollie flip ', content: '' }
  const answer = await ada.send('PATCH', `/api/posts/${post.id}`, change, { version: 1 })
  expect(answer.headers.etag).toBe('"2"')
  expect(answer.json()).toMatchObject({ title: 'Nollie flip', content: null, version: 2 })
  expect(await lastEvent()).toEqual({ kind: 'updated', post_id: post.id, spot_id: id, user_id: ada.user_id })
  const raced = await Promise.all(
    Array.from({ length: 6 }, (_, n) => getOutcome(edit(post.id, { title: `t${n}` }, { version: 2 }))),
  )
  expect(raced.toSorted()).toEqual([...Array(5).fill('STALE'), 'done'])
})

test('API-35 POST-09 C-15 C-36 a post is deleted by its author or an admin with everything that references it; others are refused', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  await likeAndComment(post.id, 0)
  await likeAndComment(post.id, 1)
  const before = await everything()
  await expectStatus(ben.removePost(post.id), 403)
  await expectStatus(visitor.removePost(post.id), 401)
  await expectCode(ada.removePost(randomUUID()), 'POST_NOT_FOUND')
  await expectStatus(ada.removePost('x'), 400)
  expect(await everything()).toEqual(before)
  expect(await ada.removePost(post.id)).toEqual({ removed: 'post' })
  expect(await lookAt(post.id)).toEqual({ items: [], likes: [], comments: [] })
  expect(await card(id)).toMatchObject({ posts_count: 1, likes_count: 0, comments_count: 0 })
  await expectCode(ada.removePost(post.id), 'POST_NOT_FOUND')
  expect(await lastEvent()).toEqual({ kind: 'deleted', post_id: post.id, spot_id: id, user_id: ada.user_id })
  const bens = await added(id, 1, ben)
  await expectStatus(ada.removePost(bens.id), 403)
  expect(await mia.removePost(bens.id)).toEqual({ removed: 'post' })
})

test('POST-13 deleting the post that created a spot deletes the spot and all its posts', async () => {
  const spot = await share()
  await added(spot.id, 1, ben)
  const { id } = await spotPost(spot.id)
  await expectStatus(ben.removePost(id), 403)
  expect(await ada.removePost(id)).toEqual({ removed: 'spot' })
  await expectCode(card(spot.id), 'SPOT_NOT_FOUND')
  const left = await app.db.selectFrom('posts').select('hidden_at').where('spot_id', '=', spot.id).execute()
  expect(left).toHaveLength(2)
  for (const { hidden_at } of left) expect(hidden_at).not.toBeNull()
  for (const call of [
    () => ada.removePost(id),
    () => edit(id, { title: 'x' }),
    () => ada.removePostMedia(id, 0),
    () => ada.getPost(id),
  ])
    await expectStatus(call(), 404)
})

test('MEDIA-24 C-28 C-36 P-15 deletes one item; the others retain index, likes, and comments; the last one deletes the post, not the spot', async () => {
  const spot = await share()
  const post = await added(spot.id, 3)
  for (const index of [0, 1, 2]) await likeAndComment(post.id, index)
  const before = await everything()
  for (const who of [ben, mia]) await expectStatus(who.removePostMedia(post.id, 1), 403)
  await expectStatus(visitor.removePostMedia(post.id, 1), 401)
  await expectCode(ada.removePostMedia(post.id, 3), 'MEDIA_NOT_FOUND')
  await expectStatus(ada.removePostMedia(post.id, -1), 400)
  expect(await everything()).toEqual(before)
  expect(await ada.removePostMedia(post.id, 1)).toEqual({ removed: 'media' })
  expect(await lookAt(post.id)).toEqual({ items: [0, 2], likes: [0, 2], comments: [0, 2] })
  expect(await lastEvent()).toMatchObject({ kind: 'updated', post_id: post.id, spot_id: spot.id })
  await expectCode(ada.removePostMedia(post.id, 1), 'MEDIA_NOT_FOUND')
  expect(await ada.removePostMedia(post.id, 0)).toEqual({ removed: 'media' })
  expect(await ada.removePostMedia(post.id, 2)).toEqual({ removed: 'post' })
  await expectCode(edit(post.id, { title: 'x' }), 'POST_NOT_FOUND')
  expect(await card(spot.id)).toMatchObject({ posts_count: 1, photo: { id: spot.photo?.id } })
})

test('MEDIA-24 the lightbox can’t delete a spot’s cover; with a new cover its post can lose its last item, and the spot stays', async () => {
  const spot = await share()
  const { id } = await spotPost(spot.id)
  const before = await everything()
  await expect(ada.removePostMedia(id, 0)).rejects.toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  expect(await everything()).toEqual(before)
  const [photo = ''] = await photos(ada, 1)
  await ada.changeCover(spot.id, { media_id: photo })
  expect(await ada.removePostMedia(id, 0)).toEqual({ removed: 'post' })
  expect(await card(spot.id)).toMatchObject({ posts_count: 1, photo: { id: photo } })
})

test('a spot that loses its cover falls back to the previous cover, then to its other photos, then to none', async () => {
  const spot = await share()
  const made = await spotPost(spot.id)
  const setCover = async () => {
    const [photo = ''] = await photos(ada, 1)
    await ada.changeCover(spot.id, { media_id: photo })
    const { post_id } = await app.db
      .selectFrom('post_media')
      .select('post_id')
      .where('media_id', '=', photo)
      .executeTakeFirstOrThrow()
    return { photo, post_id }
  }
  const bens = await added(spot.id, 1, ben)
  const [second, third] = [await setCover(), await setCover()]
  await ada.removePost(third.post_id)
  expect((await card(spot.id)).photo?.id).toBe(second.photo)
  await ada.removePostMedia(made.id, 0)
  await ada.removePost(second.post_id)
  expect((await card(spot.id)).photo?.id).toBe(bens.media[0]?.media.id)
  await ben.removePost(bens.id)
  expect(await card(spot.id)).toMatchObject({
    photo: null,
    photo_url: null,
    cover_item: null,
    posts_count: 0,
  })
})

test('G-22 R18 files of deleted posts are marked for deletion, except those still shown', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  const [first, second] = post.media.map(({ media }) => media.id) as [string, string]
  const unwanted = async () =>
    (
      await app.db
        .selectFrom('media')
        .select('id')
        .where('id', 'in', [first, second])
        .where('unwanted_since', 'is not', null)
        .execute()
    ).map((row) => row.id)
  await ada.removePostMedia(post.id, 0)
  expect(await unwanted()).toEqual([first])
  await ada.removePost(post.id)
  expect((await unwanted()).toSorted()).toEqual([first, second].toSorted())
})

// Without the lock, 60 of 61 rounds left an orphan.
const DELETIONS = 40
test(`A8 deleting a spot while media are added to it, ${DELETIONS} times: never leaves a visible post without its spot, or a 5xx`, async () => {
  for (let round = 0; round < DELETIONS; round += 1) {
    const spot = await share()
    const [mine, theirs] = [await photos(ada, 1), await photos(ben, 1)]
    const { id: made } = await spotPost(spot.id)
    const [one, two] = await Promise.all([
      getOutcome(ada.addMedia({ spot_id: spot.id, media_ids: mine })),
      getOutcome(ben.addMedia({ spot_id: spot.id, media_ids: theirs })),
      round % 2 ? ada.removePost(made) : ada.removeSpot(spot.id),
    ])
    for (const outcome of [one, two]) expect(outcome).toMatch(/^done$|_NOT_FOUND$/)
  }
  const { rows } = await sql<{ orphans: number; unposted: number }>`
    select (select count(*) from posts p join spots s on s.id = p.spot_id
        where p.hidden_at is null and s.deleted_at is not null) as orphans,
      (select count(*) from media m where attached_at is not null
        and not exists (select from post_media pm where pm.media_id = m.id) and unwanted_since is null) as unposted`.execute(
    app.db,
  )
  expect(rows[0]).toEqual({ orphans: 0, unposted: 0 })
})

test('if ten requests delete the same target concurrently, one succeeds and the others find nothing', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  await expectDoneOnce('MEDIA_NOT_FOUND', () => ada.removePostMedia(post.id, 0))
  await expectDoneOnce('POST_NOT_FOUND', () => ada.removePost(post.id))
  await expectDoneOnce('SPOT_NOT_FOUND', () => ada.removeSpot(id))
})

const RACES = 24
test(`A8 likes and comments while the item, the post, or the spot is deleted, ${RACES} times: they succeed or find nothing, and never fail with a 5xx`, async () => {
  for (let round = 0; round < RACES; round += 1) {
    const spot = await share()
    const post = await added(spot.id, 2)
    const goes = [
      () => ada.removePostMedia(post.id, 0),
      () => ada.removePost(post.id),
      () => ada.removeSpot(spot.id),
    ][round % 3]!
    const say = (media_index: number) => ben.addComment(post.id, { content: 'clean', media_index })
    const calls = [ben.likeMedia(post.id, 0), say(1), goes(), ben.likeMedia(post.id, 1), say(0)]
    const outcomes = await Promise.all(calls.map((call) => getOutcome(call)))
    for (const outcome of outcomes) expect(outcome).toMatch(/^done$|_NOT_FOUND$/)
  }
})
