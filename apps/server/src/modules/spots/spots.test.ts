import { randomUUID } from 'node:crypto'
import type { NewSpot } from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { aMediaItem, aMember, aSpot, aSpotAlone } from '../../../test/makers/spots.ts'
import type { Db } from '../../db/open.ts'
import { metresBetween } from '@nollie/contract/places/metres-between'
import { selectAround } from './nearby/nearby-spots.queries.ts'
import { requireCard, requireSpot } from './spots.service.ts'
import { galleryPage } from './gallery/gallery.service.ts'
import { findNearbySpots } from './nearby/nearby-spots.service.ts'
import { importSpots } from './sharing/imported-spots.service.ts'
import { shareSpot } from './sharing/share-spot.service.ts'

let database: TestDatabase
let db: Db
let ada: string
let ben: string
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  ada = await aMember(db, 'ada')
  ben = await aMember(db, 'ben')
})
afterAll(() => database.close())

async function share(who: string, with_: Partial<NewSpot> = {}, key: string = randomUUID()) {
  return shareSpot(
    db,
    who,
    key,
    aSpot({ media_ids: with_.media_ids ?? [await aMediaItem(db, who)], ...with_ }),
  )
}

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from spots) as spots, (select count(*) from posts) as posts,
      (select count(*) from post_media) as post_media, (select count(*) from idempotency_keys) as keys,
      (select count(*) from spot_changes) as changes, (select count(*) from media where attached_at is not null) as attached`.execute(
    db,
  )
  return rows[0]
}

test('SHARE-13 creates one spot and one post with all media, in order', async () => {
  const before = await counts()
  const video = await aMediaItem(db, ada, { type: 'video', status: 'processing' })
  const [first, second] = [await aMediaItem(db, ada), await aMediaItem(db, ada)]
  const spot = await share(ada, { media_ids: [video, first, second], name: 'Ledge' })
  const posts = await db.selectFrom('posts').selectAll().where('spot_id', '=', spot.id).execute()
  expect(posts).toMatchObject([{ kind: 'spot', title: 'Ledge', content: 'Marble, waxed.', user_id: ada }])
  const media = await db
    .selectFrom('post_media')
    .selectAll()
    .where('post_id', '=', posts[0]!.id)
    .orderBy('media_index')
    .execute()
  expect(media.map(({ media_id }) => media_id)).toEqual([video, first, second])
  const after = await counts()
  expect(after).toEqual({
    spots: before!.spots! + 1,
    posts: before!.posts! + 1,
    post_media: before!.post_media! + 3,
    keys: before!.keys! + 1,
    changes: before!.changes! + 1,
    attached: before!.attached! + 3,
  })
})

test('DATA-02 C-32 G-44 P-11 the first photo is the cover, the lists have the other files, and spot_type is the first type', async () => {
  const [a, b] = [await aMediaItem(db, ada), await aMediaItem(db, ada)]
  const [clip, clip2] = [
    await aMediaItem(db, ada, { type: 'video' }),
    await aMediaItem(db, ada, { type: 'video' }),
  ]
  const spot = await share(ada, { media_ids: [clip, a, b, clip2], spot_types: ['bowl', 'ledges'] })
  const address = async (id: string, file: string) => {
    const row = await db.selectFrom('media').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    return `/media/${row.key}/${file}`
  }
  expect(spot).toMatchObject({
    photo_url: await address(a, '1080.webp'),
    additional_images: [await address(b, '1080.webp')],
    video_url: await address(clip, 'video.mp4'),
    additional_videos: [await address(clip2, 'video.mp4')],
    spot_type: 'bowl',
    spot_types: ['bowl', 'ledges'],
    difficulty_level: 'intermediate',
    created_by: ada,
    creator: { user_id: ada, username: 'ada' },
    posts_count: 1,
  })
})

test('C-32 G-09 G-43 P-11 fills empty address fields from the pin, and doesn’t change the others', async () => {
  expect(await share(ada)).toMatchObject({
    city: 'Barcelona',
    state: 'Catalonia',
    country: 'Spain',
    postal_code: null,
  })
  expect(await share(ada, { city: 'El Raval', postal_code: '08001' })).toMatchObject({
    city: 'El Raval',
    country: 'Spain',
    postal_code: '08001',
  })
})

test('SHARE-18 a refusal leaves nothing behind: no spot, post, used media, key, or map change', async () => {
  const before = await counts()
  const mine = await aMediaItem(db, ada)
  const refusals: [Partial<NewSpot>, string][] = [
    [{ media_ids: [await aMediaItem(db, ada, { type: 'video' })] }, 'BAD_REQUEST'],
    [{ media_ids: [mine, await aMediaItem(db, ben)] }, 'MEDIA_NOT_FOUND'],
    [{ media_ids: [mine, randomUUID()] }, 'MEDIA_NOT_FOUND'],
    [{ media_ids: [mine, await aMediaItem(db, ada, { status: 'processing' })] }, 'MEDIA_NOT_READY'],
    [{ media_ids: [mine, await aMediaItem(db, ada, { status: 'uploading' })] }, 'MEDIA_NOT_READY'],
    [{ media_ids: [mine, await aMediaItem(db, ada, { status: 'failed' })] }, 'UNPROCESSABLE'],
  ]
  for (const [with_, code] of refusals) await expect(share(ada, with_)).rejects.toMatchObject({ code })
  expect(await counts()).toEqual(before)
})

test('SHARE-18 C-13 P-06 a spot is not stored without its post', async () => {
  const before = await counts()
  const media_ids = [await aMediaItem(db, ada)]
  await sql`alter table posts add constraint no_such_title check (title <> 'Doomed')`.execute(db)
  try {
    await expect(share(ada, { name: 'Doomed', media_ids })).rejects.toThrow('no_such_title')
  } finally {
    await sql`alter table posts drop constraint no_such_title`.execute(db)
  }
  expect(await counts()).toEqual(before)
  expect(await share(ada, { name: 'Doomed', media_ids })).toMatchObject({ name: 'Doomed' })
})

test('SHARE-10 a submit without a photo names the field', async () => {
  const media_ids = [await aMediaItem(db, ada, { type: 'video' })]
  await expect(share(ada, { media_ids })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    fields: { media_ids: { english: 'Please upload at least one photo of the spot' } },
  })
})

test('if two people share the same photo concurrently, exactly one gets it', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const before = await counts()
    const media_ids = [await aMediaItem(db, ada)]
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => share(ada, { media_ids, name: `Race ${n}` })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'MEDIA_TAKEN' })
    expect((await counts())!.spots).toBe(before!.spots! + 1)
    expect((await counts())!.posts).toBe(before!.posts! + 1)
  }
})

test('SHARE-17 ten concurrent submits with one key create one spot; a later one gets the same response', async () => {
  const before = await counts()
  const body = aSpot({ media_ids: [await aMediaItem(db, ada)], name: 'Ten times' })
  const key = randomUUID()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => shareSpot(db, ada, key, body)))
  const ids = new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : [])))
  expect(ids.size).toBe(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'IN_PROGRESS' })
  expect((await counts())!.spots).toBe(before!.spots! + 1)
  const again = await shareSpot(db, ada, key, body)
  expect(ids.has(again.id)).toBe(true)
  await expect(shareSpot(db, ada, key, { ...body, name: 'Other' })).rejects.toMatchObject({
    code: 'KEY_REUSED',
  })
})

test('a key belongs to its owner: another person with the same key creates a separate spot', async () => {
  const key = randomUUID()
  const first = await share(ada, {}, key)
  const second = await share(ben, {}, key)
  expect(second.id).not.toBe(first.id)
  expect(second.created_by).toBe(ben)
})

test('SPOT-15 the gallery shows newest posts first, each in order, page by page without gaps or duplicates', async () => {
  const spot = await share(ada, {
    media_ids: await Promise.all(Array.from({ length: 20 }, () => aMediaItem(db, ada))),
  })
  const expected: string[] = []
  for (let n = 0; n < 3; n++) {
    const post_id = randomUUID()
    await db
      .insertInto('posts')
      .values({
        id: post_id,
        user_id: ben,
        spot_id: spot.id,
        kind: 'media',
        title: `Day ${n}`,
        content: null,
        // Two of these have the same timestamp, so that the id decides their order.
        created_at: new Date(Date.now() + 60_000 * Math.min(n, 1)),
      })
      .execute()
    for (let media_index = 0; media_index < 14; media_index++) {
      const media_id = await aMediaItem(
        db,
        ben,
        media_index === 5 ? { type: 'video', status: 'processing' } : {},
      )
      await db.insertInto('post_media').values({ post_id, media_index, media_id }).execute()
      expected.push(media_id)
    }
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await galleryPage(db, ada, spot.id, cursor)
    seen.push(...page.items.map(({ media }) => media.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(62)
  expect(new Set(seen).size).toBe(62)
  expect(new Set(seen.slice(0, 42))).toEqual(new Set(expected))
  expect(seen.slice(42).length).toBe(20)
  const [first] = (await galleryPage(db, ada, spot.id, undefined)).items
  expect(first).toMatchObject({
    media_index: 0,
    user: { username: 'ben' },
    likes_count: 0,
    comments_count: 0,
  })
})

test('SPOT-15 refuses a forged gallery cursor', async () => {
  const spot = await share(ada)
  for (const cursor of ['x', 'bm90IGpzb24', Buffer.from('["2026-01-01","x",-1]').toString('base64url')])
    await expect(galleryPage(db, ada, spot.id, cursor)).rejects.toMatchObject({ code: 'BAD_CURSOR' })
})

test('nearby: within 30 m, nearest first, also across the antimeridian and in the far north', async () => {
  for (const [latitude, longitude] of [
    [40.0001, -75.0001],
    [-16.5, 179.99995],
    [84.9, 12.3],
    [-33.9, -18.4],
  ] as const) {
    const metre = 1 / 111_195
    const east = metre / Math.cos((latitude * Math.PI) / 180)
    const wrap = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees)
    const far = await share(ada, { latitude: latitude + 25 * metre, longitude, name: 'far' })
    const near = await share(ada, { latitude, longitude: wrap(longitude + 8 * east), name: 'near' })
    await share(ada, { latitude: latitude + 31 * metre, longitude, name: 'beyond' })
    const found = await findNearbySpots(db, null, { latitude, longitude })
    expect(found.map(({ spot }) => spot.id)).toEqual([near.id, far.id])
    expect(found[0]!.metres).toBeCloseTo(8, 0)
    expect(found[1]!.metres).toBeCloseTo(25, 0)
  }
})

test('nearby: the searched squares contain every spot within the distance', async () => {
  const all = await db.selectFrom('spots').select(['id', 'latitude', 'longitude']).execute()
  for (const spot of all) {
    const found = new Set((await selectAround(db, null, [spot], 30)).map(({ id }) => id))
    const near = all.filter((other) => metresBetween(spot, other) <= 30)
    expect(near.filter(({ id }) => !found.has(id))).toEqual([])
  }
})

test('SPOT-18 deleted and unknown spots are not found by card, page, gallery, or nearby', async () => {
  const spot = await share(ada, { latitude: 10, longitude: 10 })
  await db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', spot.id).execute()
  for (const id of [spot.id, randomUUID()]) {
    await expect(requireSpot(db, ada, id)).rejects.toMatchObject({ code: 'SPOT_NOT_FOUND' })
    await expect(requireCard(db, null, id)).rejects.toMatchObject({ code: 'SPOT_NOT_FOUND' })
    await expect(galleryPage(db, ada, id, undefined)).rejects.toMatchObject({ code: 'SPOT_NOT_FOUND' })
  }
  expect(await findNearbySpots(db, null, { latitude: 10, longitude: 10 })).toEqual([])
})

test('an imported record is added once, has no creator, and is not added again after its deletion', async () => {
  const spot = aSpotAlone({ name: 'Skatepark' })
  const source = { name: 'OpenStreetMap', id: 'node/1', licence: 'ODbL', url: null }
  const bring = async () => (await db.transaction().execute((tx) => importSpots(tx, [{ spot, source }])))[0]
  const id = (await bring())!
  expect(await requireSpot(db, ada, id)).toMatchObject({
    creator: null,
    created_by: null,
    photo: null,
    additional_images: [],
    source: { name: 'OpenStreetMap', licence: 'ODbL', url: null },
    posts_count: 0,
  })
  expect(await bring()).toBeNull()
  await db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect(await bring()).toBeNull()
})

test('A7 a media marker in a text stays text and adds no media', async () => {
  const content = 'Look\n\n[MEDIA_URLS]["https://evil.example/x.jpg"]'
  const spot = await share(ada, { description: content })
  expect(spot.description).toBe(content)
  expect((await galleryPage(db, ada, spot.id, undefined)).items).toHaveLength(1)
})
