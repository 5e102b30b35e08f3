import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SPOT_TYPES } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aMediaItem, aSpot } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))

beforeAll(async () => {
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Nollie</title></head><body></body></html>',
  )
  it = await testApp({ webRoot })
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true, force: true })
})

const share = (body: object, { who = ada, key = randomUUID() }: { who?: TestPerson; key?: string } = {}) =>
  it.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: body,
    headers: { ...who.bearer, ...(key ? { 'idempotency-key': key } : {}) },
  })
const get = (url: string, who: TestPerson | null = ada) =>
  it.app.inject({ url, headers: who ? who.bearer : {} })
const aBody = async (with_: object = {}) => ({
  ...aSpot({ media_ids: [await aMediaItem(it.db, ada.user_id)] }),
  ...with_,
})
const spotsNow = async () =>
  (
    await it.db
      .selectFrom('spots')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('SHARE-13 a member shares a spot and gets it back whole', async () => {
  const answer = await share(await aBody({ spot_types: ['mini_ramp', 'mini-ramp', 'DIY'] }))
  expect(answer.statusCode).toBe(201)
  const spot = answer.json()
  expect(spot).toMatchObject({
    name: 'MACBA ledges',
    spot_types: ['mini-ramp', 'diy'],
    created_by: ada.user_id,
    city: 'Barcelona',
  })
  expect((await get(`/api/spots/${spot.id}`)).json()).toEqual(spot)
  expect((await get(`/api/spots/${spot.id}/card`, null)).json()).toMatchObject({
    id: spot.id,
    photo_url: spot.photo_url,
  })
  expect((await get(`/api/spots/${spot.id}/media`)).json().items).toHaveLength(1)
})

test('LIKE-01 MEDIA-24 MEDIA-32 C-09 each item of the gallery has its likes, whether the viewer likes it, and whether it is the cover', async () => {
  const media_ids = [await aMediaItem(it.db, ada.user_id), await aMediaItem(it.db, ada.user_id)]
  const { id } = (await share({ ...aSpot({ media_ids }) })).json()
  const gallery = async (who: TestPerson) => (await get(`/api/spots/${id}/media`, who)).json().items
  const [, second] = await gallery(ada)
  const liked = await it.app.inject({
    method: 'PUT',
    url: `/api/posts/${second.post_id}/media/1/like`,
    headers: ben.bearer,
  })
  expect(liked.statusCode, liked.body).toBe(200)
  expect(await gallery(ben)).toMatchObject([
    { liked: false, likes_count: 0, is_cover: true },
    { liked: true, likes_count: 1, is_cover: false },
  ])
  expect(await gallery(ada)).toMatchObject([{ liked: false }, { liked: false, likes_count: 1 }])
})

test('MEDIA-19 MEDIA-24 DATA-17 an item shows whether it is the cover in every list', async () => {
  const media_ids = [await aMediaItem(it.db, ada.user_id), await aMediaItem(it.db, ada.user_id)]
  const { id } = (await share({ ...aSpot({ media_ids }) })).json()
  const [{ post_id }] = (await get(`/api/spots/${id}/media`, ada)).json().items
  const covers = [{ is_cover: true }, { is_cover: false }]
  expect((await get(`/api/posts/${post_id}`, ada)).json().media).toMatchObject(covers)
  const [inFeed] = (await get('/api/posts', ada)).json().items
  expect(inFeed).toMatchObject({ id: post_id, media: covers })
  expect((await get(`/api/posts/${post_id}/related`, ada)).json().items[0].media).toMatchObject(covers)
  expect((await get(`/api/people/${ada.user_id}/posts`, ada)).json().items[0].media).toMatchObject(covers)
  const found = (await get('/api/discover', ada)).json().items
  expect(found.filter((item: { post_id: string }) => item.post_id === post_id)).toMatchObject(covers)
})

test('SHARE-07 a visitor shares nothing and reads no page, gallery or nearby spots; the card is public', async () => {
  const { id } = (await share(await aBody())).json()
  const before = await spotsNow()
  const refused = await it.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: await aBody(),
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(refused.statusCode).toBe(401)
  for (const url of [
    `/api/spots/${id}`,
    `/api/spots/${id}/media`,
    '/api/spots/nearby?latitude=1&longitude=1',
    '/api/places/reverse?latitude=1&longitude=1',
  ])
    expect((await get(url, null)).statusCode, url).toBe(401)
  const card = (await get(`/api/spots/${id}/card`, null)).json()
  expect(card).not.toHaveProperty('created_by')
  expect(card).not.toHaveProperty('address')
  expect(await spotsNow()).toBe(before)
})

test('A4 the author is the session’s, whatever the body says; ids, times and counters cannot be sent', async () => {
  const answer = await share(
    await aBody({
      created_by: ben.user_id,
      user_id: ben.user_id,
      id: randomUUID(),
      created_at: '2001-01-01T00:00:00Z',
      posts_count: 99,
      version: 9,
    }),
  )
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ created_by: ada.user_id, posts_count: 1 })
  expect(answer.json().created_at).not.toMatch(/^2001/)
})

test('A6 the media of others are not found, and one’s own can be used once', async () => {
  const bens = await aMediaItem(it.db, ben.user_id)
  expect((await share(await aBody({ media_ids: [bens] }))).json().code).toBe('MEDIA_NOT_FOUND')
  const body = await aBody()
  expect((await share(body)).statusCode).toBe(201)
  expect((await share(body)).json().code).toBe('MEDIA_TAKEN')
})

test('SHARE-09 SHARE-11 SHARE-12 required fields are checked by the server too, and nothing is stored', async () => {
  const before = await spotsNow()
  const bad: [object, string][] = [
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ latitude: 0 }, 'latitude'],
    [{ longitude: 0 }, 'longitude'],
    [{ latitude: -0 }, 'latitude'],
    [{ latitude: 90.0001 }, 'latitude'],
    [{ longitude: -180.0001 }, 'longitude'],
    [{ latitude: '41.4' }, 'latitude'],
    [{ latitude: [41.4] }, 'latitude'],
    [{ latitude: null }, 'latitude'],
    [{ spot_types: [] }, 'spot_types'],
    [{ spot_types: ['pool'] }, 'spot_types.0'],
    [{ difficulty_level: 'gnarly' }, 'difficulty_level'],
    [{ media_ids: [] }, 'media_ids'],
    [{ media_ids: ['x'] }, 'media_ids.0'],
    [{ description: 'x'.repeat(4001) }, 'description'],
  ]
  for (const [with_, field] of bad) {
    const answer = await share(await aBody(with_))
    expect(answer.statusCode, JSON.stringify(with_)).toBe(400)
    expect(Object.keys(answer.json().fields), JSON.stringify(with_)).toContain(field)
  }
  const twice = await aMediaItem(it.db, ada.user_id)
  expect((await share(await aBody({ media_ids: [twice, twice] }))).statusCode).toBe(400)
  const infinite = await it.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: JSON.stringify(await aBody()).replace('41.38335', '1e400'),
    headers: { ...ada.bearer, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
  })
  expect(infinite.statusCode).toBe(400)
  expect(await spotsNow()).toBe(before)
})

test('DATA-03 C-07 all fifteen types are accepted; the first is the one for old clients', async () => {
  expect(SPOT_TYPES).toHaveLength(15)
  const { id } = (await share(await aBody({ spot_types: SPOT_TYPES }))).json()
  expect((await get(`/api/spots/${id}`)).json()).toMatchObject({
    spot_type: SPOT_TYPES[0],
    spot_types: SPOT_TYPES,
  })
})

test('a submit without a key is refused; the same key with another body too', async () => {
  expect((await share(await aBody(), { key: '' })).statusCode).toBe(400)
  const key = randomUUID()
  const body = await aBody()
  const first = await share(body, { key })
  const again = await share(body, { key })
  expect(again.statusCode).toBe(201)
  expect(again.json()).toEqual(first.json())
  expect((await share({ ...body, name: 'Other' }, { key })).json()).toMatchObject({
    status: 422,
    code: 'KEY_REUSED',
  })
})

test('SHARE-17 ten submits at once over HTTP under one key: one spot', async () => {
  const before = await spotsNow()
  const body = await aBody()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => share(body, { key })))
  const made = new Set(answers.flatMap((answer) => (answer.statusCode === 201 ? [answer.json().id] : [])))
  expect(made.size).toBe(1)
  for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
  expect(await spotsNow()).toBe(before + 1)
})

test('SPOT-18 unknown and malformed ids: 404 and 400, never a page', async () => {
  expect((await get(`/api/spots/${randomUUID()}`)).json()).toMatchObject({
    status: 404,
    code: 'SPOT_NOT_FOUND',
    detail: "The spot you're looking for doesn't exist.",
  })
  expect((await get('/api/spots/nothing')).statusCode).toBe(400)
})

test('nearby returns the spot that is already there, with its distance', async () => {
  const { id } = (await share(await aBody({ latitude: 52.5, longitude: 13.4 }))).json()
  const answer = await get('/api/spots/nearby?latitude=52.5001&longitude=13.4')
  expect(answer.json().items).toMatchObject([{ spot: { id }, metres: 11.1 }])
  for (const query of [
    'latitude=91&longitude=1',
    'latitude=1',
    'latitude=NaN&longitude=1',
    'latitude=1e1&longitude=1',
  ])
    expect((await get(`/api/spots/nearby?${query}`)).statusCode, query).toBe(400)
})

test('G-43 the address of a pin over HTTP', async () => {
  const answer = await get('/api/places/reverse?latitude=41.38335&longitude=2.16687')
  expect(answer.json()).toEqual({
    city: 'Barcelona',
    state: 'Catalonia',
    country: 'Spain',
    postal_code: null,
  })
})

test('C-24 the page of a spot has the preview of its link, also under /spot/, and only while it exists', async () => {
  const { id } = (await share(await aBody({ name: '</head><script>"&' }))).json()
  for (const path of [`/spots/${id}`, `/spot/${id}`]) {
    const { body } = await it.app.inject({ url: path })
    expect(body).toContain('<meta property="og:title" content="&lt;/head&gt;&lt;script&gt;&quot;&amp;">')
    expect(body).toContain(
      `<meta property="og:image" content="http://localhost:3000/previews/spots/${id}.jpg?v=`,
    )
    expect(body).toContain('Barcelona')
    expect(body).not.toContain('<script>"')
  }
  await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect((await it.app.inject({ url: `/spots/${id}` })).body).not.toContain('og:title')
  expect((await it.app.inject({ url: `/spots/${randomUUID()}` })).statusCode).toBe(200)
})

test('F1 sharing is limited per person: the 31st within the hour is refused, another person’s is not', async () => {
  const limited = await testApp({
    rates: {
      sign_up: { ip: [100, 60] },
      sign_in: { ip: [100, 60] },
      read: { user: [10_000, 60], ip: [10_000, 60] },
    },
  })
  try {
    const { eve, mia } = await people(limited, 'eve', 'mia')
    const send = async (who: TestPerson) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/spots',
        payload: aSpot({ media_ids: [await aMediaItem(limited.db, who.user_id)] }),
        headers: { ...who.bearer, 'idempotency-key': randomUUID() },
      })
    for (let n = 0; n < 30; n++) expect((await send(eve)).statusCode).toBe(201)
    const refused = await send(eve)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(mia)).statusCode).toBe(201)
    const { n } = await limited.db
      .selectFrom('spots')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(31)
  } finally {
    await limited.close()
  }
})
