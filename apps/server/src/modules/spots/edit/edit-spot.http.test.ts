import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@nollie/contract'
import { toWorld } from '@nollie/contract/map/map-codec'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Actor,
  actors,
  type Caller,
  getOutcome,
  type Refused,
  createVisitor,
} from '../../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { spotsCounted } from '../../../../test/world/wait-for-counts.ts'
import { aMediaItem, aSpot } from '../../../../test/makers/spots.ts'
import { purgeSpots } from '../deletion/remove-spot.service.ts'
import { importSpots } from '../index.ts'

let app: TestApp
let ada: Actor
let ben: Actor
let mia: Actor
let visitor: Caller
beforeAll(async () => {
  app = await testApp()
  ;({ ada, ben, mia } = await actors(app, 'ada', 'ben', 'mia'))
  visitor = createVisitor(app)
})
afterAll(() => app.close())

async function share(with_: object = {}, who = ada) {
  return who.shareSpot({ ...aSpot({ media_ids: [await aMediaItem(app.db, who.user_id)] }), ...with_ })
}

function edit(id: string, body: object, { who = ada, version = 1 }: { who?: Caller; version?: number } = {}) {
  return who.editSpot(id, body, { version })
}

function cover(id: string, media_id: string, { who = ada, key }: { who?: Caller; key?: string } = {}) {
  return who.changeCover(id, { media_id }, key === undefined ? {} : { key })
}

function row(id: string) {
  return app.db.selectFrom('spots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function selectPosts(id: string) {
  return app.db.selectFrom('posts').selectAll().where('spot_id', '=', id).orderBy('id').execute()
}

async function everything() {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from spots where deleted_at is null) as spots,
      (select md5(string_agg(s::text, ' ' order by id)) from spots s) as spot_rows,
      (select count(*) from posts where hidden_at is null) as posts, (select count(*) from spot_edits) as edits,
      (select count(*) from post_media) as items, (select count(*) from media where attached_at is not null) as attached,
      (select count(*) from events where topic = 'posts') as events,
      (select count(*) from idempotency_keys) as keys`.execute(app.db)
  return rows[0]
}

async function asAdmin<T>(who: Actor, work: () => Promise<T>): Promise<T> {
  const set = (is_admin: boolean) =>
    app.db.updateTable('profiles').set({ is_admin }).where('user_id', '=', who.user_id).execute()
  await set(true)
  try {
    return await work()
  } finally {
    await set(false)
  }
}

function expectStatus(call: Promise<unknown>, status: number) {
  return expect(call).rejects.toMatchObject({ status })
}

async function expectCode(call: Promise<unknown>, code: ErrorCode | 'done') {
  return expect(await getOutcome(call)).toBe(code)
}

test('SPOT-02 C-16 a spot is changed, marked, covered, and deleted by its creator and admins; others are refused and nothing changes', async () => {
  const { id } = await share()
  const bens = await aMediaItem(app.db, ben.user_id)
  const before = await everything()
  const tries = (who: Caller) => [
    () => edit(id, { name: 'Mine now' }, { who }),
    () => who.setSpotStatus(id, { status: 'gone' }),
    () => cover(id, bens, { who }),
    () => who.removeSpot(id),
    () => who.getSpotHistory(id),
    () => who.restoreSpot(id),
  ]
  for (const attempt of tries(ben)) await expectStatus(attempt(), 403)
  for (const attempt of tries(visitor)) await expectStatus(attempt(), 401)
  await expectStatus(ada.restoreSpot(id), 403)
  expect(await everything()).toEqual(before)
  const missing = randomUUID()
  for (const call of [
    () => edit(missing, { name: 'x' }),
    () => ada.setSpotStatus(missing, { status: 'gone' }),
    () => cover(missing, bens),
    () => ada.removeSpot(missing),
    () => ada.getSpotHistory(missing),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'SPOT_NOT_FOUND' })
  await asAdmin(mia, async () => {
    await edit(id, { name: 'Put right' }, { who: mia })
    expect((await mia.getSpotHistory(id)).items).toMatchObject([
      { user: { username: 'mia' }, action: 'edit', before: { name: 'MACBA ledges' } },
    ])
    await mia.removeSpot(id)
  })
})

test('API-42 EDIT-08 R9 an edit is on the page and in its history; one based on an older version is refused with 412', async () => {
  const { id } = await share()
  const read = await ada.send('GET', `/api/spots/${id}`)
  expect(read.headers.etag).toBe('"1"')
  const body = { name: 'Ledges', difficulty_level: 'advanced' }
  const first = await ada.send('PATCH', `/api/spots/${id}`, body, { version: 1 })
  expect(first.headers.etag).toBe('"2"')
  expect(first.json()).toMatchObject({ ...body, version: 2 })
  expect(await ada.getSpot(id)).toEqual(first.json())
  const before = await everything()
  const late = edit(id, { name: 'From the other tab' }, { version: 1 })
  await expect(late).rejects.toMatchObject({ status: 412, code: 'STALE' })
  await expectStatus(ada.editSpot(id, { name: 'x' }), 400)
  expect(await everything()).toEqual(before)
  expect(await edit(id, { name: 'Ledges ' }, { version: 2 })).toMatchObject({ version: 2 })
  const { items } = await ada.getSpotHistory(id)
  expect(items).toMatchObject([
    {
      action: 'edit',
      user: { user_id: ada.user_id, username: 'ada' },
      version: 1,
      before: { name: 'MACBA ledges', difficulty_level: 'intermediate' },
    },
  ])
  expect(items).toHaveLength(1)
})

test('R9 exactly one of ten concurrent edits of the same version succeeds', async () => {
  const { id } = await share()
  const edits = Array.from({ length: 10 }, (_, n) => getOutcome(edit(id, { name: `Name ${n}` })))
  const outcomes = await Promise.all(edits)
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('STALE'), 'done'])
  expect((await row(id)).version).toBe(2)
})

test('EDIT-04 EDIT-05 A2 checks required fields, and ignores foreign keys in the body', async () => {
  const { id } = await share()
  const before = await everything()
  const bad: [object, string, string?][] = [
    [{ name: '  ' }, 'name', 'Spot name is required.'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ latitude: 0, longitude: 0 }, 'latitude', 'Please select a location on the map.'],
    [{ latitude: 41 }, 'latitude'],
    [{ latitude: 91, longitude: 1 }, 'latitude'],
    [{ spot_types: ['pool'] }, 'spot_types.0'],
    [{ difficulty_level: 'gnarly' }, 'difficulty_level'],
  ]
  for (const [body, field, message] of bad) {
    const refusal = await edit(id, body).catch((error: Refused) => error)
    expect(refusal, JSON.stringify(body)).toMatchObject({
      status: 400,
      fields: expect.objectContaining({ [field]: message ?? expect.any(String) }),
    })
  }
  await edit(id, { created_by: ben.user_id, id: randomUUID(), version: 9, deleted_at: null, is_admin: true })
  expect(await everything()).toEqual(before)
  // C-14: only sharing a spot refuses the equator and the prime meridian.
  await edit(id, { latitude: 0, longitude: 10 })
})

test('EDIT-07 trims the description, and saves an empty description or list of types as null', async () => {
  const { id } = await share()
  await edit(id, { description: '  waxed  ', spot_types: [] })
  expect(await row(id)).toMatchObject({ description: 'waxed', spot_types: null, spot_type: null })
  await edit(id, { description: '   ', spot_types: ['mini_ramp', 'mini-ramp'] }, { version: 2 })
  expect(await row(id)).toMatchObject({ description: null, spot_types: ['mini-ramp'] })
})

test('G-43 moving a pin updates its address from the gazetteer unless given; a street stays within a few meters', async () => {
  const { id } = await share({ address: 'Plaça dels Àngels 1' })
  const nudged = await edit(id, { latitude: 41.38336, longitude: 2.16687 })
  expect(nudged).toMatchObject({ city: 'Barcelona', address: 'Plaça dels Àngels 1' })
  const berlin = { latitude: 52.52, longitude: 13.405 }
  const moved = await edit(id, { ...berlin, state: 'Mitte' }, { version: 2 })
  expect(moved).toMatchObject({
    ...berlin,
    city: 'Berlin',
    state: 'Mitte',
    country: 'Germany',
    address: null,
  })
  const typed = await edit(id, { ...berlin, city: 'Kreuzberg' }, { version: 3 })
  expect(typed).toMatchObject({ city: 'Kreuzberg', country: 'Germany' })
})

test('POST-12 renaming a spot renames the post that shared it, unless that has its own title', async () => {
  const { id } = await share()
  await edit(id, { name: 'New name' })
  expect(await selectPosts(id)).toMatchObject([{ kind: 'spot', title: 'New name', version: 2 }])
  await app.db.updateTable('posts').set({ title: 'Best day' }).where('spot_id', '=', id).execute()
  await edit(id, { name: 'Newer name' }, { version: 2 })
  expect(await selectPosts(id)).toMatchObject([{ title: 'Best day' }])
})

test('"Mark as gone" leaves the spot and its posts, and is shown live on the page, the card, and the map’s pins', async () => {
  const at = toWorld(-33.9, 18.4)
  const [x, y] = [Math.floor(at.x * 2 ** 20), Math.floor(at.y * 2 ** 20)]
  const map = () => visitor.getMap({ z: 20, x0: x, x1: x, y0: y, y1: y, status: 'all' })
  const pin = async (newerThan: number) => {
    await spotsCounted(app.db)
    const shown = await map()
    expect(shown.version).toBeGreaterThan(newerThan)
    expect(shown.tails).toBe(id.slice(-6))
    return shown
  }
  await spotsCounted(app.db)
  const { version } = await map()
  const { id } = await share({ latitude: -33.9, longitude: 18.4, name: 'Gone later' })
  const open = await pin(version)
  const marked = await ada.setSpotStatus(id, { status: 'gone' })
  expect(marked).toMatchObject({ status: 'gone', version: 1 })
  const gone = await pin(open.version)
  expect(gone.pins[2]! - open.pins[2]!).toBe(16)
  expect((await visitor.getSpotCard(id)).status).toBe('gone')
  expect(await selectPosts(id)).toMatchObject([{ hidden_at: null }])
  const last = () =>
    app.db
      .selectFrom('events')
      .select(['name', 'data'])
      .orderBy('id', 'desc')
      .where(sql`data ->> 'spot_id'`, '=', id)
      .executeTakeFirstOrThrow()
  await expect.poll(last).toMatchObject({ name: 'spot', data: { kind: 'updated', spot_id: id } })
  await ada.setSpotStatus(id, { status: 'gone' })
  await ada.setSpotStatus(id, { status: 'open' })
  const { items } = await ada.getSpotHistory(id)
  expect(items).toMatchObject([
    { action: 'status', before: { status: 'gone' } },
    { action: 'status', before: { status: 'open' } },
  ])
})

test('API-38 SPOT-06 SPOT-08 SPOT-09 a new cover becomes the spot’s photo and one post with the specified title', async () => {
  const spot = await share({ name: 'MACBA' })
  const photo = await aMediaItem(app.db, ada.user_id)
  const key = randomUUID()
  const covered = await cover(spot.id, photo, { key })
  expect(covered).toMatchObject({ photo: { id: photo } })
  expect(covered.photo_url).not.toBe(spot.photo_url)
  expect(await cover(spot.id, photo, { key })).toEqual(covered)
  const [, made, ...more] = await selectPosts(spot.id)
  expect(more).toEqual([])
  expect(made).toMatchObject({
    kind: 'cover',
    user_id: ada.user_id,
    title: 'ada changed the cover photo for MACBA',
    content: 'Updated cover photo for MACBA',
  })
  const before = await everything()
  const video = await aMediaItem(app.db, ada.user_id, { type: 'video' })
  await expectStatus(cover(spot.id, video), 400)
  await expectCode(cover(spot.id, photo), 'MEDIA_TAKEN')
  await expectCode(cover(spot.id, await aMediaItem(app.db, ben.user_id)), 'MEDIA_NOT_FOUND')
  await expectCode(cover(spot.id, await aMediaItem(app.db, ada.user_id), { key }), 'KEY_REUSED')
  expect(await everything()).toEqual(before)
})

test('SPOT-09 ten submits of one cover create one post; full names are used and long titles fit', async () => {
  const name = 'x'.repeat(120)
  const { id } = await share({ name })
  const full_name = 'y'.repeat(80)
  await app.db.updateTable('profiles').set({ full_name }).where('user_id', '=', ada.user_id).execute()
  const photo = await aMediaItem(app.db, ada.user_id)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => getOutcome(cover(id, photo, { key }))))
  for (const outcome of answers) expect(['done', 'IN_PROGRESS']).toContain(outcome)
  const posts = await selectPosts(id)
  expect(posts).toHaveLength(2)
  expect(posts[1]!.title).toHaveLength(200)
  expect(posts[1]!.title).toMatch(/^y+ changed the cover photo for x+$/)
  await app.db.updateTable('profiles').set({ full_name: null }).where('user_id', '=', ada.user_id).execute()
})

test('C-09 C-27 MEDIA-31 P-16 the database rejects a cover that is in no post', async () => {
  const { id } = await share()
  const photo = await aMediaItem(app.db, ada.user_id)
  await expect(
    app.db.updateTable('spots').set({ cover_media_id: photo }).where('id', '=', id).execute(),
  ).rejects.toThrow('spots_cover_is_posted')
})

test('API-36 API-43 API-45 SPOT-20 P-14 a deleted spot and all its posts are hidden everywhere; an admin restores both unchanged', async () => {
  const { id } = await share({ latitude: 59.33, longitude: 18.06 })
  await cover(id, await aMediaItem(app.db, ada.user_id))
  const was = await ada.getSpot(id)
  const gallery = await ada.getSpotGallery(id)
  expect(gallery.items).toHaveLength(2)
  await ada.removeSpot(id)
  await expectCode(ada.getSpot(id), 'SPOT_NOT_FOUND')
  await expectCode(ada.getSpotCard(id), 'SPOT_NOT_FOUND')
  await expectCode(ada.getSpotGallery(id), 'SPOT_NOT_FOUND')
  await expectCode(ada.getSpotHistory(id), 'SPOT_NOT_FOUND')
  expect((await ada.nearbySpots({ latitude: 59.33, longitude: 18.06 })).items).toEqual([])
  expect(JSON.stringify(await visitor.suggestSpots({ q: 'MACBA' }))).not.toContain(id)
  for (const post of await selectPosts(id)) expect(post.hidden_at).not.toBeNull()
  await expectCode(ada.removeSpot(id), 'SPOT_NOT_FOUND')
  await expectCode(edit(id, { name: 'x' }), 'SPOT_NOT_FOUND')
  await expectStatus(ada.restoreSpot(id), 403)
  await asAdmin(mia, async () => {
    const history = await mia.getSpotHistory(id)
    expect(history.items[0]).toMatchObject({ action: 'delete', user: { username: 'ada' } })
    expect(await mia.restoreSpot(id)).toEqual({ ...was, exact_for: null, updated_at: expect.any(String) })
    await expectCode(mia.restoreSpot(id), 'done')
    await expectCode(mia.restoreSpot(randomUUID()), 'SPOT_NOT_FOUND')
  })
  expect(await ada.getSpotGallery(id)).toEqual(gallery)
  const documented = await app.db
    .selectFrom('events')
    .select('data')
    .where('topic', '=', 'posts')
    .where(sql<boolean>`data->>'spot_id' = ${id}`)
    .orderBy('id')
    .execute()
  expect(documented.map(({ data }) => data)).toMatchObject([
    { kind: 'created' },
    { kind: 'created' },
    { kind: 'deleted', post_id: null },
    { kind: 'created', post_id: null },
  ])
})

test('an import does not add a deleted spot again, before or after its thirty days', async () => {
  const { media_ids: _, ...spot } = aSpot({ media_ids: [] })
  const records = [{ spot, source: { name: 'OSM', id: 'node/1', licence: 'ODbL', url: null } }]
  const again = async () => (await app.db.transaction().execute((tx) => importSpots(tx, records)))[0]
  const id = (await again())!
  await asAdmin(mia, () => mia.removeSpot(id))
  expect(await again()).toBeNull()
  await app.db
    .updateTable('spots')
    .set({ deleted_at: sql<string>`now() - interval '31 days'` })
    .where('id', '=', id)
    .execute()
  await purgeSpots(app.db)
  expect(await again()).toBeNull()
  expect(await row(id)).toMatchObject({ description: null, purged_at: expect.any(String) })
  await asAdmin(mia, () => expectCode(mia.restoreSpot(id), 'GONE'))
})

test('G-22 after thirty days a deleted spot, its posts, and its files are deleted permanently; a newer one stays', async () => {
  const [old, young] = [await share(), await share()]
  const cover_post = await aMediaItem(app.db, ada.user_id)
  await cover(old.id, cover_post)
  for (const { id } of [old, young]) await ada.removeSpot(id)
  const age = (id: string, days: number) =>
    app.db
      .updateTable('spots')
      .set({ deleted_at: sql<string>`now() - make_interval(days => ${days})` })
      .where('id', '=', id)
      .execute()
  await age(old.id, 31)
  await age(young.id, 29)
  await asAdmin(mia, () => expectCode(mia.restoreSpot(old.id), 'GONE'))
  await purgeSpots(app.db)
  expect(await app.db.selectFrom('spots').select('id').where('id', '=', old.id).execute()).toEqual([])
  expect(await selectPosts(old.id)).toEqual([])
  expect(await selectPosts(young.id)).toHaveLength(1)
  const marked = await app.db
    .selectFrom('media')
    .select('id')
    .where('unwanted_since', 'is not', null)
    .where('id', 'in', [old.photo!.id, cover_post, young.photo!.id])
    .execute()
  expect(marked.map(({ id }) => id).toSorted()).toEqual([old.photo!.id, cover_post].toSorted())
})
