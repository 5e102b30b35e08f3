import { randomUUID } from 'node:crypto'
import type { Spot } from '@nollie/contract'
import { toWorld } from '@nollie/contract/map/map-codec'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { spotsCounted } from '../../../test/counted.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aMediaItem, aSpot } from '../../../test/spots.ts'
import { purgeSpots } from './remove-spot.service.ts'
import { importSpots } from './index.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let mia: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, mia } = await people(it, 'ada', 'ben', 'mia'))
})
afterAll(() => it.close())

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
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

const share = async (with_: object = {}, who = ada): Promise<Spot> => {
  const media_ids = [await aMediaItem(it.db, who.user_id)]
  const answer = await send('POST', '/api/spots', {
    who,
    body: { ...aSpot({ media_ids }), ...with_ },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
const page = async (id: string) => (await send('GET', `/api/spots/${id}`)).json()
const edit = (
  id: string,
  body: object,
  { who = ada, version = 1 }: { who?: TestPerson | null; version?: number } = {},
) => send('PATCH', `/api/spots/${id}`, { who, body, headers: { 'if-match': `"${version}"` } })
const cover = (
  id: string,
  media_id: string,
  { who = ada, key = randomUUID() }: { who?: TestPerson | null; key?: string } = {},
) => send('PUT', `/api/spots/${id}/cover`, { who, body: { media_id }, headers: { 'idempotency-key': key } })
const row = (id: string) =>
  it.db.selectFrom('spots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const postsOf = (id: string) =>
  it.db.selectFrom('posts').selectAll().where('spot_id', '=', id).orderBy('id').execute()
const everything = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from spots where deleted_at is null) as spots,
      (select md5(string_agg(s::text, ' ' order by id)) from spots s) as spot_rows,
      (select count(*) from posts where hidden_at is null) as posts, (select count(*) from spot_edits) as edits,
      (select count(*) from post_media) as items, (select count(*) from media where attached_at is not null) as attached,
      (select count(*) from events where topic = 'posts') as events,
      (select count(*) from idempotency_keys) as keys`.execute(it.db)
  return rows[0]
}
const asAdmin = async <T>(who: TestPerson, work: () => Promise<T>): Promise<T> => {
  const set = (is_admin: boolean) =>
    it.db.updateTable('profiles').set({ is_admin }).where('user_id', '=', who.user_id).execute()
  await set(true)
  try {
    return await work()
  } finally {
    await set(false)
  }
}
const codeOf = (answer: { json: () => { code: string } }) => answer.json().code

test('SPOT-02 C-16 a spot is changed, marked, covered and deleted by its creator and admins; others are refused and nothing changes', async () => {
  const { id } = await share()
  const bens = await aMediaItem(it.db, ben.user_id)
  const before = await everything()
  const tries = (who: TestPerson | null) => [
    () => edit(id, { name: 'Mine now' }, { who }),
    () => send('PUT', `/api/spots/${id}/status`, { who, body: { status: 'gone' } }),
    () => cover(id, bens, { who }),
    () => send('DELETE', `/api/spots/${id}`, { who }),
    () => send('GET', `/api/spots/${id}/history`, { who }),
    () => send('POST', `/api/spots/${id}/restore`, { who }),
  ]
  for (const attempt of tries(ben)) expect((await attempt()).statusCode).toBe(403)
  for (const attempt of tries(null)) expect((await attempt()).statusCode).toBe(401)
  expect((await send('POST', `/api/spots/${id}/restore`)).statusCode).toBe(403)
  expect(await everything()).toEqual(before)
  for (const missing of [randomUUID()])
    for (const answer of [
      await edit(missing, { name: 'x' }),
      await send('PUT', `/api/spots/${missing}/status`, { body: { status: 'gone' } }),
      await cover(missing, bens),
      await send('DELETE', `/api/spots/${missing}`),
      await send('GET', `/api/spots/${missing}/history`),
    ])
      expect(answer.json()).toMatchObject({ status: 404, code: 'SPOT_NOT_FOUND' })
  await asAdmin(mia, async () => {
    expect((await edit(id, { name: 'Put right' }, { who: mia })).statusCode).toBe(200)
    expect((await send('GET', `/api/spots/${id}/history`, { who: mia })).json().items).toMatchObject([
      { user: { username: 'mia' }, action: 'edit', before: { name: 'MACBA ledges' } },
    ])
    expect((await send('DELETE', `/api/spots/${id}`, { who: mia })).statusCode).toBe(204)
  })
})

test('EDIT-08 R9 an edit is on the page and in its history; one made on an older version is refused with 412', async () => {
  const { id } = await share()
  const read = await send('GET', `/api/spots/${id}`)
  expect(read.headers.etag).toBe('"1"')
  const first = await edit(id, { name: 'Ledges', difficulty_level: 'advanced' })
  expect(first.headers.etag).toBe('"2"')
  expect(first.json()).toMatchObject({ name: 'Ledges', difficulty_level: 'advanced', version: 2 })
  expect(await page(id)).toEqual(first.json())
  const before = await everything()
  const late = await edit(id, { name: 'From the other tab' }, { version: 1 })
  expect(late.json()).toMatchObject({ status: 412, code: 'STALE' })
  expect((await send('PATCH', `/api/spots/${id}`, { body: { name: 'x' } })).statusCode).toBe(400)
  expect(await everything()).toEqual(before)
  expect((await edit(id, { name: 'Ledges ' }, { version: 2 })).json()).toMatchObject({ version: 2 })
  const { items } = (await send('GET', `/api/spots/${id}/history`)).json()
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

test('R9 of ten edits at once of one version exactly one succeeds', async () => {
  const { id } = await share()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => edit(id, { name: `Name ${n}` })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(412),
  ])
  expect((await row(id)).version).toBe(2)
})

test('EDIT-04 EDIT-05 A2 required fields are checked, foreign keys in the body change nothing', async () => {
  const { id } = await share()
  const before = await everything()
  const bad: [object, string, string?][] = [
    [{ name: '  ' }, 'name', 'Spot name is required'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ latitude: 0, longitude: 0 }, 'latitude', 'Please select a location on the map'],
    [{ latitude: 41 }, 'latitude'],
    [{ latitude: 91, longitude: 1 }, 'latitude'],
    [{ spot_types: ['pool'] }, 'spot_types.0'],
    [{ difficulty_level: 'gnarly' }, 'difficulty_level'],
  ]
  for (const [body, field, message] of bad) {
    const answer = await edit(id, body)
    expect(answer.statusCode, JSON.stringify(body)).toBe(400)
    expect(Object.keys(answer.json().fields), answer.body).toContain(field)
    if (message) expect(answer.json().fields[field]).toBe(message)
  }
  await edit(id, { created_by: ben.user_id, id: randomUUID(), version: 9, deleted_at: null, is_admin: true })
  expect(await everything()).toEqual(before)
  // C-14: only sharing refuses the equator and the prime meridian.
  expect((await edit(id, { latitude: 0, longitude: 10 })).statusCode).toBe(200)
})

test('EDIT-07 the description is trimmed, none and no types at all are saved as null', async () => {
  const { id } = await share()
  await edit(id, { description: '  waxed  ', spot_types: [] })
  expect(await row(id)).toMatchObject({ description: 'waxed', spot_types: null, spot_type: null })
  await edit(id, { description: '   ', spot_types: ['mini_ramp', 'mini-ramp'] }, { version: 2 })
  expect(await row(id)).toMatchObject({ description: null, spot_types: ['mini-ramp'] })
})

test('G-43 a moved pin takes its address from the gazetteer unless given; a street stays within a few metres only', async () => {
  const { id } = await share({ address: 'Plaça dels Àngels 1' })
  const nudged = await edit(id, { latitude: 41.38336, longitude: 2.16687 })
  expect(nudged.json()).toMatchObject({ city: 'Barcelona', address: 'Plaça dels Àngels 1' })
  const berlin = { latitude: 52.52, longitude: 13.405 }
  const moved = await edit(id, { ...berlin, state: 'Mitte' }, { version: 2 })
  expect(moved.json()).toMatchObject({
    ...berlin,
    city: 'Berlin',
    state: 'Mitte',
    country: 'Germany',
    address: null,
  })
  const typed = await edit(id, { ...berlin, city: 'Kreuzberg' }, { version: 3 })
  expect(typed.json()).toMatchObject({ city: 'Kreuzberg', country: 'Germany' })
})

test('POST-12 a renamed spot renames the post it was shared with, unless that has a title of its own', async () => {
  const { id } = await share()
  await edit(id, { name: 'New name' })
  expect(await postsOf(id)).toMatchObject([{ kind: 'spot', title: 'New name', version: 2 }])
  await it.db.updateTable('posts').set({ title: 'Best day' }).where('spot_id', '=', id).execute()
  await edit(id, { name: 'Newer name' }, { version: 2 })
  expect(await postsOf(id)).toMatchObject([{ title: 'Best day' }])
})

test('"Mark as gone" leaves spot and posts and is shown on the page, the card and the map’s pins, live', async () => {
  const at = toWorld(-33.9, 18.4)
  const [x, y] = [Math.floor(at.x * 2 ** 20), Math.floor(at.y * 2 ** 20)]
  const map = async (): Promise<{ pins: number[]; version: number; tails: string }> =>
    (await send('GET', `/api/map?z=20&x0=${x}&x1=${x}&y0=${y}&y1=${y}&status=all`, { who: null })).json()
  const pin = async (newerThan: number) => {
    await expect.poll(async () => (await map()).version, { timeout: 10_000 }).toBeGreaterThan(newerThan)
    const shown = await map()
    expect(shown.tails).toBe(id.slice(-6))
    return shown
  }
  await spotsCounted(it.db)
  const { version } = await map()
  const { id } = await share({ latitude: -33.9, longitude: 18.4, name: 'Gone later' })
  const open = await pin(version)
  const marked = await send('PUT', `/api/spots/${id}/status`, { body: { status: 'gone' } })
  expect(marked.json()).toMatchObject({ status: 'gone', version: 1 })
  const gone = await pin(open.version)
  expect(gone.pins[2]! - open.pins[2]!).toBe(16)
  expect((await send('GET', `/api/spots/${id}/card`, { who: null })).json().status).toBe('gone')
  expect(await postsOf(id)).toMatchObject([{ hidden_at: null }])
  const last = () =>
    it.db
      .selectFrom('events')
      .select(['name', 'data'])
      .orderBy('id', 'desc')
      .where(sql`data ->> 'spot_id'`, '=', id)
      .executeTakeFirstOrThrow()
  await expect
    .poll(last, { timeout: 10_000 })
    .toMatchObject({ name: 'spot', data: { kind: 'updated', spot_id: id } })
  await send('PUT', `/api/spots/${id}/status`, { body: { status: 'gone' } })
  await send('PUT', `/api/spots/${id}/status`, { body: { status: 'open' } })
  const { items } = (await send('GET', `/api/spots/${id}/history`)).json()
  expect(items).toMatchObject([
    { action: 'status', before: { status: 'gone' } },
    { action: 'status', before: { status: 'open' } },
  ])
})

test('SPOT-06 SPOT-08 SPOT-09 a new cover is the spot’s photo and one post with the title of the specification', async () => {
  const spot = await share({ name: 'MACBA' })
  const photo = await aMediaItem(it.db, ada.user_id)
  const key = randomUUID()
  const answer = await cover(spot.id, photo, { key })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ photo: { id: photo } })
  expect(answer.json().photo_url).not.toBe(spot.photo_url)
  expect((await cover(spot.id, photo, { key })).json()).toEqual(answer.json())
  const [, made, ...more] = await postsOf(spot.id)
  expect(more).toEqual([])
  expect(made).toMatchObject({
    kind: 'cover',
    user_id: ada.user_id,
    title: 'ada changed the cover photo for MACBA',
    content: 'Updated cover photo for MACBA',
  })
  const before = await everything()
  const video = await aMediaItem(it.db, ada.user_id, { type: 'video' })
  expect(await cover(spot.id, video)).toMatchObject({ statusCode: 400 })
  expect(codeOf(await cover(spot.id, photo))).toBe('MEDIA_TAKEN')
  expect(codeOf(await cover(spot.id, await aMediaItem(it.db, ben.user_id)))).toBe('MEDIA_NOT_FOUND')
  expect(codeOf(await cover(spot.id, await aMediaItem(it.db, ada.user_id), { key }))).toBe('KEY_REUSED')
  expect(await everything()).toEqual(before)
})

test('SPOT-09 ten submits of one cover at once: one post; full names are used and long titles fit', async () => {
  const name = 'x'.repeat(120)
  const { id } = await share({ name })
  const full_name = 'y'.repeat(80)
  await it.db.updateTable('profiles').set({ full_name }).where('user_id', '=', ada.user_id).execute()
  const photo = await aMediaItem(it.db, ada.user_id)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => cover(id, photo, { key })))
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  const posts = await postsOf(id)
  expect(posts).toHaveLength(2)
  expect(posts[1]!.title).toHaveLength(200)
  expect(posts[1]!.title).toMatch(/^y+ changed the cover photo for x+$/)
  await it.db.updateTable('profiles').set({ full_name: null }).where('user_id', '=', ada.user_id).execute()
})

test('C-09 C-27 MEDIA-31 P-16 the database itself refuses a cover that no post carries', async () => {
  const { id } = await share()
  const photo = await aMediaItem(it.db, ada.user_id)
  await expect(
    it.db.updateTable('spots').set({ cover_media_id: photo }).where('id', '=', id).execute(),
  ).rejects.toThrow('spots_cover_is_posted')
})

test('SPOT-20 P-14 a deleted spot and all its posts are shown nowhere; an admin restores both as they were', async () => {
  const { id } = await share({ latitude: 59.33, longitude: 18.06 })
  await cover(id, await aMediaItem(it.db, ada.user_id))
  const was = await page(id)
  const gallery = (await send('GET', `/api/spots/${id}/media`)).json()
  expect(gallery.items).toHaveLength(2)
  expect((await send('DELETE', `/api/spots/${id}`)).statusCode).toBe(204)
  for (const url of [
    `/api/spots/${id}`,
    `/api/spots/${id}/card`,
    `/api/spots/${id}/media`,
    `/api/spots/${id}/history`,
  ])
    expect(codeOf(await send('GET', url)), url).toBe('SPOT_NOT_FOUND')
  expect((await send('GET', '/api/spots/nearby?latitude=59.33&longitude=18.06')).json().items).toEqual([])
  expect((await send('GET', '/api/spots/suggestions?q=MACBA', { who: null })).body).not.toContain(id)
  for (const post of await postsOf(id)) expect(post.hidden_at).not.toBeNull()
  expect(codeOf(await send('DELETE', `/api/spots/${id}`))).toBe('SPOT_NOT_FOUND')
  expect(codeOf(await edit(id, { name: 'x' }))).toBe('SPOT_NOT_FOUND')
  expect((await send('POST', `/api/spots/${id}/restore`)).statusCode).toBe(403)
  await asAdmin(mia, async () => {
    const history = (await send('GET', `/api/spots/${id}/history`, { who: mia })).json()
    expect(history.items[0]).toMatchObject({ action: 'delete', user: { username: 'ada' } })
    const back = await send('POST', `/api/spots/${id}/restore`, { who: mia })
    expect(back.json()).toEqual({ ...was, updated_at: expect.any(String) })
    expect((await send('POST', `/api/spots/${id}/restore`, { who: mia })).statusCode).toBe(200)
    expect(codeOf(await send('POST', `/api/spots/${randomUUID()}/restore`, { who: mia }))).toBe(
      'SPOT_NOT_FOUND',
    )
  })
  expect((await send('GET', `/api/spots/${id}/media`)).json()).toEqual(gallery)
  const documented = await it.db
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
  const again = async () => (await it.db.transaction().execute((tx) => importSpots(tx, records)))[0]
  const id = (await again())!
  await asAdmin(mia, async () => {
    expect((await send('DELETE', `/api/spots/${id}`, { who: mia })).statusCode).toBe(204)
  })
  expect(await again()).toBeNull()
  await it.db
    .updateTable('spots')
    .set({ deleted_at: sql<string>`now() - interval '31 days'` })
    .where('id', '=', id)
    .execute()
  await purgeSpots(it.db)
  expect(await again()).toBeNull()
  expect(await row(id)).toMatchObject({ description: null, purged_at: expect.any(String) })
  await asAdmin(mia, async () =>
    expect(codeOf(await send('POST', `/api/spots/${id}/restore`, { who: mia }))).toBe('GONE'),
  )
})

test('G-22 after thirty days a deleted spot, its posts and its files are gone for good; a younger one waits', async () => {
  const [old, young] = [await share(), await share()]
  const cover_post = await aMediaItem(it.db, ada.user_id)
  await cover(old.id, cover_post)
  for (const { id } of [old, young]) await send('DELETE', `/api/spots/${id}`)
  const age = (id: string, days: number) =>
    it.db
      .updateTable('spots')
      .set({ deleted_at: sql<string>`now() - make_interval(days => ${days})` })
      .where('id', '=', id)
      .execute()
  await age(old.id, 31)
  await age(young.id, 29)
  await asAdmin(mia, async () =>
    expect(codeOf(await send('POST', `/api/spots/${old.id}/restore`, { who: mia }))).toBe('GONE'),
  )
  await purgeSpots(it.db)
  expect(await it.db.selectFrom('spots').select('id').where('id', '=', old.id).execute()).toEqual([])
  expect(await postsOf(old.id)).toEqual([])
  expect(await postsOf(young.id)).toHaveLength(1)
  const marked = await it.db
    .selectFrom('media')
    .select('id')
    .where('unwanted_since', 'is not', null)
    .where('id', 'in', [old.photo!.id, cover_post, young.photo!.id])
    .execute()
  expect(marked.map(({ id }) => id).toSorted()).toEqual([old.photo!.id, cover_post].toSorted())
})
