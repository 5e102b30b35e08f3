import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SPOT_TYPES } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, actors, getOutcome, type Refused, createVisitor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'

let app: TestApp
let ada: Actor
let ben: Actor
const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))

beforeAll(async () => {
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><html><head><title>Nollie</title></head><body></body></html>',
  )
  app = await testApp({ webRoot })
  ;({ ada, ben } = await actors(app, 'ada', 'ben'))
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true, force: true })
})

/** Builds a spot for Ada to share. Fields that aren't in the contract are sent, too. */
async function aBody(with_: object = {}) {
  return {
    ...aSpot({ media_ids: [await aMediaItem(app.db, ada.user_id)] }),
    ...with_,
  }
}

async function spotsNow() {
  return (
    await app.db
      .selectFrom('spots')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
}

test('API-41 API-44 SHARE-13 a member shares a spot and gets it back completely', async () => {
  const spot = await ada.shareSpot(await aBody({ spot_types: ['mini_ramp', 'mini-ramp', 'DIY'] }))
  expect(spot).toMatchObject({
    name: 'MACBA ledges',
    spot_types: ['mini-ramp', 'diy'],
    created_by: ada.user_id,
    city: 'Barcelona',
  })
  expect(await ada.getSpot(spot.id)).toEqual(spot)
  expect(await createVisitor(app).getSpotCard(spot.id)).toMatchObject({
    id: spot.id,
    photo_url: spot.photo_url,
  })
  expect((await ada.getSpotGallery(spot.id)).items).toHaveLength(1)
})

test('API-32 API-37 LIKE-01 MEDIA-24 MEDIA-32 C-09 each gallery item has its likes, whether the viewer likes it, and whether it is the cover', async () => {
  const media_ids = [await aMediaItem(app.db, ada.user_id), await aMediaItem(app.db, ada.user_id)]
  const { id } = await ada.shareSpot(aSpot({ media_ids }))
  const gallery = async (who: Actor) => (await who.getSpotGallery(id)).items
  const [, second] = await gallery(ada)
  await ben.likeMedia(second?.post_id ?? '', 1)
  expect(await gallery(ben)).toMatchObject([
    { liked: false, likes_count: 0, is_cover: true },
    { liked: true, likes_count: 1, is_cover: false },
  ])
  expect(await gallery(ada)).toMatchObject([{ liked: false }, { liked: false, likes_count: 1 }])
})

test('MEDIA-19 MEDIA-24 DATA-17 every list says whether an item is the cover', async () => {
  const media_ids = [await aMediaItem(app.db, ada.user_id), await aMediaItem(app.db, ada.user_id)]
  const { id } = await ada.shareSpot(aSpot({ media_ids }))
  const [item] = (await ada.getSpotGallery(id)).items
  const post_id = item?.post_id ?? ''
  const covers = [{ is_cover: true }, { is_cover: false }]
  expect((await ada.getPost(post_id)).media).toMatchObject(covers)
  const [inFeed] = (await ada.listPosts()).items
  expect(inFeed).toMatchObject({ id: post_id, media: covers })
  expect((await ada.relatedPosts(post_id)).items[0]?.media).toMatchObject(covers)
  expect((await ada.listPersonPosts(ada.user_id)).items[0]?.media).toMatchObject(covers)
  const found = (await ada.discover()).items
  expect(found.filter((one) => one.post_id === post_id)).toMatchObject(covers)
})

test('SHARE-07 a visitor can’t share, or read pages, galleries, or nearby spots; the card is public', async () => {
  const { id } = await ada.shareSpot(await aBody())
  const before = await spotsNow()
  const visitor = createVisitor(app)
  const calls = [
    async () => visitor.shareSpot(await aBody()),
    () => visitor.getSpot(id),
    () => visitor.getSpotGallery(id),
    () => visitor.nearbySpots({ latitude: 1, longitude: 1 }),
    () => visitor.reversePlace({ latitude: 1, longitude: 1 }),
  ]
  for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ status: 401 })
  const card = await visitor.getSpotCard(id)
  expect(card).not.toHaveProperty('created_by')
  expect(card).not.toHaveProperty('address')
  expect(await spotsNow()).toBe(before)
})

test('A4 the author is taken from the session, not the body; ids, times, and counters can’t be sent', async () => {
  const spot = await ada.shareSpot(
    await aBody({
      created_by: ben.user_id,
      user_id: ben.user_id,
      id: randomUUID(),
      created_at: '2001-01-01T00:00:00Z',
      posts_count: 99,
      version: 9,
    }),
  )
  expect(spot).toMatchObject({ created_by: ada.user_id, posts_count: 1 })
  expect(spot.created_at).not.toMatch(/^2001/)
})

test('A6 other people’s media are not found, and one’s own can be used once', async () => {
  const bens = await aMediaItem(app.db, ben.user_id)
  expect(await getOutcome(ada.shareSpot(await aBody({ media_ids: [bens] })))).toBe('MEDIA_NOT_FOUND')
  const body = await aBody()
  expect(await getOutcome(ada.shareSpot(body))).toBe('done')
  expect(await getOutcome(ada.shareSpot(body))).toBe('MEDIA_TAKEN')
})

test('SHARE-09 SHARE-11 SHARE-12 the server also checks required fields, and stores nothing', async () => {
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
    const refused = ada
      .shareSpot(await aBody(with_))
      .catch(({ status, fields }: Refused) => ({ status, fields }))
    expect(await refused, JSON.stringify(with_)).toMatchObject({
      status: 400,
      fields: { [field]: expect.anything() },
    })
  }
  const twice = await aMediaItem(app.db, ada.user_id)
  expect(await getOutcome(ada.shareSpot(await aBody({ media_ids: [twice, twice] })))).toBe('BAD_REQUEST')
  const infinite = await app.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: JSON.stringify(await aBody()).replace('41.38335', '1e400'),
    headers: { ...ada.bearer, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
  })
  expect(infinite.statusCode).toBe(400)
  expect(await spotsNow()).toBe(before)
})

test('DATA-03 C-07 accepts all fifteen types; the first is for old clients', async () => {
  expect(SPOT_TYPES).toHaveLength(15)
  const { id } = await ada.shareSpot(await aBody({ spot_types: SPOT_TYPES }))
  expect(await ada.getSpot(id)).toMatchObject({
    spot_type: SPOT_TYPES[0],
    spot_types: SPOT_TYPES,
  })
})

test('refuses a submit without a key, or with a key used for another body', async () => {
  const keyless = await app.app.inject({
    method: 'POST',
    url: '/api/spots',
    payload: await aBody(),
    headers: ada.bearer,
  })
  expect(keyless.statusCode).toBe(400)
  const key = randomUUID()
  const body = await aBody()
  const first = await ada.shareSpot(body, { key })
  expect(await ada.shareSpot(body, { key })).toEqual(first)
  await expect(ada.shareSpot({ ...body, name: 'Other' }, { key })).rejects.toMatchObject({
    status: 422,
    code: 'KEY_REUSED',
  })
})

test('SHARE-17 ten concurrent HTTP submits with one key create one spot', async () => {
  const before = await spotsNow()
  const body = await aBody()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.send('POST', '/api/spots', body, { key })),
  )
  const made = new Set(answers.flatMap((answer) => (answer.statusCode === 201 ? [answer.json().id] : [])))
  expect(made.size).toBe(1)
  for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
  expect(await spotsNow()).toBe(before + 1)
})

test('SPOT-18 unknown and malformed ids get 404 and 400, never a page', async () => {
  await expect(ada.getSpot(randomUUID())).rejects.toMatchObject({
    status: 404,
    code: 'SPOT_NOT_FOUND',
    detail: "The spot you're looking for doesn't exist.",
  })
  expect(await getOutcome(ada.getSpot('nothing'))).toBe('BAD_REQUEST')
})

test('nearby returns the existing spot with its distance', async () => {
  const { id } = await ada.shareSpot(await aBody({ latitude: 52.5, longitude: 13.4 }))
  const { items } = await ada.nearbySpots({ latitude: 52.5001, longitude: 13.4 })
  expect(items).toMatchObject([{ spot: { id }, metres: 11.1 }])
  for (const query of [
    'latitude=91&longitude=1',
    'latitude=1',
    'latitude=NaN&longitude=1',
    'latitude=1e1&longitude=1',
  ])
    expect((await ada.send('GET', `/api/spots/nearby?${query}`)).statusCode, query).toBe(400)
})

test('API-73 G-43 returns the address of a pin', async () => {
  expect(await ada.reversePlace({ latitude: 41.38335, longitude: 2.16687 })).toEqual({
    city: 'Barcelona',
    state: 'Catalonia',
    country: 'Spain',
    postal_code: null,
  })
})

test('C-24 a spot’s page has a link preview, also under /spot/, and only while the spot exists', async () => {
  const { id } = await ada.shareSpot(await aBody({ name: '</head><script>"&' }))
  for (const path of [`/spots/${id}`, `/spot/${id}`]) {
    const { body } = await app.app.inject({ url: path })
    expect(body).toContain('<meta property="og:title" content="&lt;/head&gt;&lt;script&gt;&quot;&amp;">')
    expect(body).toContain(
      `<meta property="og:image" content="http://localhost:3000/previews/spots/${id}.jpg?v=`,
    )
    expect(body).toContain('Barcelona')
    expect(body).not.toContain('<script>"')
  }
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect((await app.app.inject({ url: `/spots/${id}` })).body).not.toContain('og:title')
  expect((await app.app.inject({ url: `/spots/${randomUUID()}` })).statusCode).toBe(200)
})

test('F1 limits sharing per person: the 31st within an hour is refused, but not another person’s', async () => {
  const limited = await testApp({
    rates: {
      sign_up: { ip: [100, 60] },
      sign_in: { ip: [100, 60] },
      read: { user: [10_000, 60], ip: [10_000, 60] },
    },
  })
  try {
    const { eve, mia } = await actors(limited, 'eve', 'mia')
    const share = async (who: Actor) => {
      const body = aSpot({ media_ids: [await aMediaItem(limited.db, who.user_id)] })
      return who.send('POST', '/api/spots', body)
    }
    for (let n = 0; n < 30; n++) expect((await share(eve)).statusCode).toBe(201)
    const refused = await share(eve)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await share(mia)).statusCode).toBe(201)
    const { n } = await limited.db
      .selectFrom('spots')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(31)
  } finally {
    await limited.close()
  }
})
