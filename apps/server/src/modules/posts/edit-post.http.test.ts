import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { spotsCounted } from '../../../test/counted.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aMediaItem, aSpot } from '../../../test/spots.ts'
import { titleOfMedia } from './edit-post.service.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let mia: TestPerson

beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, mia } = await people(it, 'ada', 'ben', 'mia'))
  await makeAdmin(it.db, mia.user_id)
})
afterAll(() => it.close())

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  url: string,
  {
    who = ada,
    body,
    headers = {},
  }: { who?: TestPerson | null; body?: object; headers?: Record<string, string> } = {},
) =>
  it.app.inject({
    method,
    url,
    ...(body && { payload: body }),
    headers: { ...(who ? who.bearer : {}), ...headers },
  })

type Spot = { id: string; photo: { id: string } | null; posts_count: number }
type Post = { id: string; title: string; version: number; media: { media: { id: string } }[] }

const photos = (who: TestPerson, n: number) =>
  Promise.all(Array.from({ length: n }, () => aMediaItem(it.db, who.user_id)))
const share = async (who = ada, media_ids?: string[]): Promise<Spot> => {
  const answer = await send('POST', '/api/spots', {
    who,
    body: aSpot({ media_ids: media_ids ?? (await photos(who, 1)) }),
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const add = (
  body: object,
  { who = ada, key = randomUUID() }: { who?: TestPerson | null; key?: string } = {},
) => send('POST', '/api/posts', { who, body, headers: { 'idempotency-key': key } })
const added = async (spot_id: string, n: number, who = ada): Promise<Post> => {
  const answer = await add({ spot_id, media_ids: await photos(who, n) }, { who })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const edit = (
  id: string,
  body: object,
  { who = ada, version = 1 }: { who?: TestPerson | null; version?: number } = {},
) => send('PATCH', `/api/posts/${id}`, { who, body, headers: { 'if-match': `"${version}"` } })
const remove = (id: string, who: TestPerson | null = ada) => send('DELETE', `/api/posts/${id}`, { who })
const removeItem = (id: string, index: number | string, who: TestPerson | null = ada) =>
  send('DELETE', `/api/posts/${id}/media/${index}`, { who })
const spotPost = (spot_id: string) =>
  it.db
    .selectFrom('posts')
    .select('id')
    .where('spot_id', '=', spot_id)
    .where('kind', '=', 'spot')
    .executeTakeFirstOrThrow()
const card = async (id: string) => (await send('GET', `/api/spots/${id}/card`, { who: null })).json()
const lookAt = async (id: string) => {
  const { rows } = await sql<{ items: number[]; likes: number[]; comments: number[] }>`
    select coalesce((select array_agg(media_index order by media_index) from post_media where post_id = ${id}), '{}') as items,
      coalesce((select array_agg(media_index order by media_index) from likes where post_id = ${id}), '{}') as likes,
      coalesce((select array_agg(media_index order by media_index) from comments where post_id = ${id}), '{}') as comments`.execute(
    it.db,
  )
  return rows[0]
}
const likeAndComment = async (post_id: string, media_index: number) => {
  await it.db
    .insertInto('likes')
    .values({ id: randomUUID(), post_id, media_index, user_id: ben.user_id })
    .execute()
  await it.db
    .insertInto('comments')
    .values({
      ...{ id: randomUUID(), post_id, media_index, user_id: ben.user_id },
      ...{ parent_comment_id: null, content: 'clean' },
    })
    .execute()
}
const everything = async () => {
  await spotsCounted(it.db)
  const { rows } = await sql<Record<string, unknown>>`
    select (select md5(string_agg(s::text, ' ' order by id)) from spots s) as spots,
      (select md5(string_agg(p::text, ' ' order by id)) from posts p) as posts,
      (select count(*) from post_media) as items, (select count(*) from likes) as likes,
      (select count(*) from media where attached_at is not null) as attached,
      (select count(*) from media where unwanted_since is not null) as unwanted,
      (select count(*) from events where topic = 'posts') as events,
      (select count(*) from idempotency_keys) as keys`.execute(it.db)
  return rows[0]
}
const code = (answer: { json: () => { code: string } }) => answer.json().code
const lastEvent = async () =>
  (
    await it.db
      .selectFrom('events')
      .select('data')
      .where('topic', '=', 'posts')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).data

test('API-33 MEDIA-05 a post without a title is named after its media', async () => {
  const { id } = await share()
  const media_ids = [...(await photos(ada, 2)), await aMediaItem(it.db, ada.user_id, { type: 'video' })]
  const answer = await add({ spot_id: id, title: '  ', media_ids })
  expect(answer.statusCode).toBe(201)
  expect(answer.headers.etag).toBe('"1"')
  const post = answer.json()
  expect(post).toMatchObject({
    ...{ kind: 'media', title: 'Added 2 photo(s) and 1 video(s)', content: null, user_id: ada.user_id },
    spot: { id },
  })
  expect(post.media.map((item: Post['media'][0]) => item.media.id)).toEqual(media_ids)
  expect(await lastEvent()).toEqual({ kind: 'created', post_id: post.id, spot_id: id, user_id: ada.user_id })
  expect(titleOfMedia([{ type: 'image' }])).toBe('Added 1 photo(s)')
  expect(titleOfMedia([{ type: 'video' }, { type: 'video' }])).toBe('Added 2 video(s)')
  expect((await card(id)).posts_count).toBe(2)
})

test('MEDIA-03 A4 A7 an empty post is refused; a text alone is a post; author and kind are never taken from the body', async () => {
  const { id } = await share()
  const before = await everything()
  const empty = await add({ spot_id: id, title: ' ', media_ids: [] })
  expect(empty.statusCode).toBe(400)
  expect(empty.json().fields.title).toBe('Please enter a title or upload at least one photo/video')
  expect((await add({ spot_id: id, media_ids: await photos(ada, 1) }, { who: null })).statusCode).toBe(401)
  expect(code(await add({ spot_id: randomUUID(), media_ids: await photos(ada, 1) }))).toBe('SPOT_NOT_FOUND')
  expect(code(await add({ spot_id: id, media_ids: await photos(ben, 1) }))).toBe('MEDIA_NOT_FOUND')
  expect(
    code(await add({ spot_id: id, media_ids: [...(await photos(ada, 1)), ...(await photos(ben, 1))] })),
  ).toBe('MEDIA_NOT_FOUND')
  expect(await everything()).toEqual(before)
  const forged = await add({
    ...{ spot_id: id, title: 'MACBA ledges', content: '[MEDIA_URLS]["x"]', media_ids: [] },
    ...{ kind: 'spot', user_id: ben.user_id, version: 7 },
  })
  expect(forged.json()).toMatchObject({ kind: 'text', user_id: ada.user_id, version: 1, media: [] })
  expect((await remove(forged.json().id)).json()).toEqual({ removed: 'post' })
  expect((await card(id)).id).toBe(id)
})

test('R8 ten submits of one post at once: one post', async () => {
  const { id } = await share()
  const body = { spot_id: id, media_ids: await photos(ada, 2) }
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(body, { key })))
  for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)
  expect(new Set(answers.flatMap((one) => (one.statusCode === 201 ? [one.json().id] : []))).size).toBe(1)
  expect((await card(id)).posts_count).toBe(2)
})

test('API-34 MEDIA-25 G-42 only the author edits title and description, never over a newer version', async () => {
  const { id } = await share()
  const post = await added(id, 1)
  const before = await everything()
  for (const who of [ben, mia]) expect((await edit(post.id, { title: 'x' }, { who })).statusCode).toBe(403)
  expect((await edit(post.id, { title: 'x' }, { who: null })).statusCode).toBe(401)
  expect((await edit(post.id, { title: '  ' })).statusCode).toBe(400)
  expect((await edit(post.id, { title: 'x'.repeat(201) })).statusCode).toBe(400)
  expect(code(await edit(randomUUID(), { title: 'x' }))).toBe('POST_NOT_FOUND')
  expect(code(await edit(post.id, { title: 'x' }, { version: 2 }))).toBe('STALE')
  expect(await everything()).toEqual(before)
  const answer = await edit(post.id, { title: ' Nollie flip ', content: '' })
  expect(answer.headers.etag).toBe('"2"')
  expect(answer.json()).toMatchObject({ title: 'Nollie flip', content: null, version: 2 })
  expect(await lastEvent()).toEqual({ kind: 'updated', post_id: post.id, spot_id: id, user_id: ada.user_id })
  const raced = await Promise.all(
    Array.from({ length: 6 }, (_, n) => edit(post.id, { title: `t${n}` }, { version: 2 })),
  )
  expect(raced.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 412, 412, 412, 412, 412,
  ])
})

test('API-35 POST-09 C-15 C-36 a post is deleted by its author or an admin with everything that refers to it; others are refused', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  await likeAndComment(post.id, 0)
  await likeAndComment(post.id, 1)
  const before = await everything()
  expect((await remove(post.id, ben)).statusCode).toBe(403)
  expect((await remove(post.id, null)).statusCode).toBe(401)
  expect(code(await remove(randomUUID()))).toBe('POST_NOT_FOUND')
  expect((await remove('x')).statusCode).toBe(400)
  expect(await everything()).toEqual(before)
  expect((await remove(post.id)).json()).toEqual({ removed: 'post' })
  expect(await lookAt(post.id)).toEqual({ items: [], likes: [], comments: [] })
  expect(await card(id)).toMatchObject({ posts_count: 1, likes_count: 0, comments_count: 0 })
  expect(code(await remove(post.id))).toBe('POST_NOT_FOUND')
  expect(await lastEvent()).toEqual({ kind: 'deleted', post_id: post.id, spot_id: id, user_id: ada.user_id })
  const bens = await added(id, 1, ben)
  expect((await remove(bens.id, ada)).statusCode).toBe(403)
  expect((await remove(bens.id, mia)).json()).toEqual({ removed: 'post' })
})

test('POST-13 deleting the post that made a spot deletes the spot and all its posts', async () => {
  const spot = await share()
  await added(spot.id, 1, ben)
  const { id } = await spotPost(spot.id)
  expect((await remove(id, ben)).statusCode).toBe(403)
  expect((await remove(id)).json()).toEqual({ removed: 'spot' })
  expect((await card(spot.id)).code).toBe('SPOT_NOT_FOUND')
  const left = await it.db.selectFrom('posts').select('hidden_at').where('spot_id', '=', spot.id).execute()
  expect(left).toHaveLength(2)
  for (const { hidden_at } of left) expect(hidden_at).not.toBeNull()
  for (const answer of [
    await remove(id),
    await edit(id, { title: 'x' }),
    await removeItem(id, 0),
    await send('GET', `/api/posts/${id}`),
  ])
    expect(answer.statusCode).toBe(404)
})

test('MEDIA-24 C-28 C-36 P-15 one item is deleted; the others retain index, likes and comments; the last takes the post, not the spot', async () => {
  const spot = await share()
  const post = await added(spot.id, 3)
  for (const index of [0, 1, 2]) await likeAndComment(post.id, index)
  const before = await everything()
  for (const who of [ben, mia]) expect((await removeItem(post.id, 1, who)).statusCode).toBe(403)
  expect((await removeItem(post.id, 1, null)).statusCode).toBe(401)
  expect(code(await removeItem(post.id, 3))).toBe('MEDIA_NOT_FOUND')
  expect((await removeItem(post.id, -1)).statusCode).toBe(400)
  expect(await everything()).toEqual(before)
  expect((await removeItem(post.id, 1)).json()).toEqual({ removed: 'media' })
  expect(await lookAt(post.id)).toEqual({ items: [0, 2], likes: [0, 2], comments: [0, 2] })
  expect(await lastEvent()).toMatchObject({ kind: 'updated', post_id: post.id, spot_id: spot.id })
  expect(code(await removeItem(post.id, 1))).toBe('MEDIA_NOT_FOUND')
  expect((await removeItem(post.id, 0)).json()).toEqual({ removed: 'media' })
  expect((await removeItem(post.id, 2)).json()).toEqual({ removed: 'post' })
  expect(
    code(
      await send('PATCH', `/api/posts/${post.id}`, { body: { title: 'x' }, headers: { 'if-match': '"1"' } }),
    ),
  ).toBe('POST_NOT_FOUND')
  expect(await card(spot.id)).toMatchObject({ posts_count: 1, photo: { id: spot.photo?.id } })
})

test('MEDIA-24 the cover of a spot is not deleted from the lightbox; with a new cover its post may lose its last item, the spot stays', async () => {
  const spot = await share()
  const { id } = await spotPost(spot.id)
  const before = await everything()
  expect((await removeItem(id, 0)).json()).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  expect(await everything()).toEqual(before)
  const [photo] = await photos(ada, 1)
  await send('PUT', `/api/spots/${spot.id}/cover`, {
    body: { media_id: photo },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect((await removeItem(id, 0)).json()).toEqual({ removed: 'post' })
  expect(await card(spot.id)).toMatchObject({ posts_count: 1, photo: { id: photo } })
})

test('a spot that loses its cover falls back to the cover before, then to its other photos, then to none', async () => {
  const spot = await share()
  const made = await spotPost(spot.id)
  const setCover = async () => {
    const [photo] = await photos(ada, 1)
    await send('PUT', `/api/spots/${spot.id}/cover`, {
      body: { media_id: photo },
      headers: { 'idempotency-key': randomUUID() },
    })
    const { post_id } = await it.db
      .selectFrom('post_media')
      .select('post_id')
      .where('media_id', '=', photo!)
      .executeTakeFirstOrThrow()
    return { photo, post_id }
  }
  const bens = await added(spot.id, 1, ben)
  const [second, third] = [await setCover(), await setCover()]
  await remove(third.post_id)
  expect((await card(spot.id)).photo.id).toBe(second.photo)
  await removeItem(made.id, 0)
  await remove(second.post_id)
  expect((await card(spot.id)).photo.id).toBe(bens.media[0]?.media.id)
  await remove(bens.id, ben)
  expect(await card(spot.id)).toMatchObject({
    photo: null,
    photo_url: null,
    cover_item: null,
    posts_count: 0,
  })
})

test('G-22 R18 files of deleted posts are marked for deletion, those still shown stay', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  const [first, second] = post.media.map(({ media }) => media.id) as [string, string]
  const unwanted = async () =>
    (
      await it.db
        .selectFrom('media')
        .select('id')
        .where('id', 'in', [first, second])
        .where('unwanted_since', 'is not', null)
        .execute()
    ).map((row) => row.id)
  await removeItem(post.id, 0)
  expect(await unwanted()).toEqual([first])
  await remove(post.id)
  expect((await unwanted()).toSorted()).toEqual([first, second].toSorted())
})

test('A8 deleting a spot while media are added to it, 200 times: no visible post without its spot, no 5xx', async () => {
  for (let round = 0; round < 200; round += 1) {
    const spot = await share()
    const [mine, theirs] = [await photos(ada, 1), await photos(ben, 1)]
    const { id: made } = await spotPost(spot.id)
    const kill = () => (round % 2 ? remove(made) : send('DELETE', `/api/spots/${spot.id}`))
    const [one, two, gone] = await Promise.all([
      add({ spot_id: spot.id, media_ids: mine }),
      add({ spot_id: spot.id, media_ids: theirs }, { who: ben }),
      kill(),
    ])
    for (const { statusCode } of [one, two]) expect([201, 404]).toContain(statusCode)
    expect([200, 204]).toContain(gone.statusCode)
  }
  const { rows } = await sql<{ orphans: number; unposted: number }>`
    select (select count(*) from posts p join spots s on s.id = p.spot_id
        where p.hidden_at is null and s.deleted_at is not null) as orphans,
      (select count(*) from media m where attached_at is not null
        and not exists (select from post_media pm where pm.media_id = m.id) and unwanted_since is null) as unposted`.execute(
    it.db,
  )
  expect(rows[0]).toEqual({ orphans: 0, unposted: 0 })
}, 300_000)

test('of ten deletions of one target at once one succeeds and the others find nothing', async () => {
  const { id } = await share()
  const post = await added(id, 2)
  const items = await Promise.all(Array.from({ length: 10 }, () => removeItem(post.id, 0)))
  expect(items.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(404),
  ])
  const posts = await Promise.all(Array.from({ length: 10 }, () => remove(post.id)))
  expect(posts.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(404),
  ])
  const spots = await Promise.all(Array.from({ length: 10 }, () => send('DELETE', `/api/spots/${id}`)))
  expect(spots.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array(9).fill(404),
  ])
})

test('A8 likes and comments while the item, the post or the spot is deleted, 60 times: done or not found, never a 5xx', async () => {
  for (let round = 0; round < 60; round += 1) {
    const spot = await share()
    const post = await added(spot.id, 2)
    const like = (index: number) => send('PUT', `/api/posts/${post.id}/media/${index}/like`, { who: ben })
    const goes = [
      () => removeItem(post.id, 0),
      () => remove(post.id),
      () => send('DELETE', `/api/spots/${spot.id}`),
    ][round % 3]!
    const say = (media_index: number) =>
      send('POST', `/api/posts/${post.id}/comments`, {
        who: ben,
        body: { content: 'clean', media_index },
        headers: { 'idempotency-key': randomUUID() },
      })
    const answers = await Promise.all([like(0), say(1), goes(), like(1), say(0)])
    for (const { statusCode, body } of answers) expect([200, 201, 204, 404], body).toContain(statusCode)
  }
})
