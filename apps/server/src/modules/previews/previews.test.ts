import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, actor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { uploader } from '../../../test/actors/uploads.ts'
import { drawSpot, drawTile } from './draw-preview.ts'
import { drawable } from './draw-text.ts'
import { pageHead } from './page-heads.ts'
import { Archive } from '../streets/index.ts'

const BASEMAP = fileURLToPath(new URL('../../../../web/public/basemap/world.pmtiles', import.meta.url))
let archive: Archive
beforeAll(async () => {
  archive = await Archive.open(BASEMAP)
})
afterAll(() => archive.close())

const LISBON = { name: 'Rossio', place: 'Lisbon, Portugal', latitude: 38.71, longitude: -9.14 }

async function colourAt(jpeg: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(jpeg)
    .extract({ left, top, width: 20, height: 20 })
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

function isNear(colour: number[], wanted: number[]) {
  return colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 25)
}

function aPhoto(r: number, g: number, b: number) {
  return sharp({ create: { width: 900, height: 700, channels: 3, background: { r, g, b } } })
    .webp()
    .toBuffer()
}

test('a preview is a JPEG of 1200 x 630 with the photo on the left, a map and the name on the right', async () => {
  const jpeg = await drawSpot(archive, { ...LISBON, photo: await aPhoto(200, 30, 30) })
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  for (const [x, y] of [
    [10, 10],
    [380, 300],
    [735, 600],
  ] as const)
    expect(isNear(await colourAt(jpeg, x, y), [200, 30, 30]), `photo at ${x}, ${y}`).toBe(true)
  // There is sea to the west of Lisbon, land to the east, and the pin is in the center.
  expect(isNear(await colourAt(jpeg, 770, 150), [188, 215, 230])).toBe(true)
  expect(isNear(await colourAt(jpeg, 1120, 150), [241, 238, 230])).toBe(true)
  // The name is drawn, so some pixels in the panel below the map are dark.
  const { data } = await sharp(jpeg)
    .extract({ left: 790, top: 330, width: 300, height: 70 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data].filter((value) => value < 60).length).toBeGreaterThan(500)
})

test('without a photo the map is large; without a basemap there is still a panel and a pin', async () => {
  const large = await drawSpot(archive, { ...LISBON, photo: null })
  expect(isNear(await colourAt(large, 60, 300), [188, 215, 230])).toBe(true)
  const bare = await drawSpot(null, { ...LISBON, photo: null })
  expect(await sharp(bare).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(isNear(await colourAt(bare, 60, 300), [241, 238, 230])).toBe(true)
})

test('text is drawn as far as the font supports it, and never as markup', async () => {
  expect(drawable('  Łódź \u202e Brücke 🛹 ')).toBeNull()
  expect(drawable('Žižkov 🛹')).toBe('Zizkov')
  expect(drawable('München')).toBe('München')
  expect(drawable('東京')).toBeNull()
  const evil = { ...LISBON, name: '<span size="999">& </span>'.repeat(20), photo: null }
  expect(await sharp(await drawSpot(null, evil)).metadata()).toMatchObject({ width: 1200, height: 630 })
  for (const place of [
    { latitude: 85, longitude: 180 },
    { latitude: -85, longitude: -180 },
  ])
    expect(
      await sharp(await drawSpot(archive, { ...LISBON, ...place, photo: null })).metadata(),
    ).toMatchObject({ format: 'jpeg' })
})

let app: TestApp
let ada: Actor
beforeAll(async () => {
  app = await testApp()
  ada = await actor(app, 'ada')
})
afterAll(() => app.close())

test('a spot’s preview shows its current public data, and is deleted with it', async () => {
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f8a3b' } })
    .jpeg()
    .toBuffer()
  const { id: media_id } = await uploader(app, ada).media(photo)
  const { id } = await ada.shareSpot({
    name: 'Green Ledge',
    latitude: 41.4,
    longitude: 2.1,
    spot_types: ['bank'],
    media_ids: [media_id],
  })
  const url = `/previews/spots/${id}.jpg`
  const answer = await app.app.inject({ url })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=5, must-revalidate',
  ])
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
  expect(isNear(await colourAt(answer.rawPayload, 100, 300), [31, 138, 59])).toBe(true)
  const again = { 'if-none-match': String(answer.headers.etag) }
  expect((await app.app.inject({ url, headers: again })).statusCode).toBe(304)

  const fetchMap = (theme: string) => app.app.inject({ url: `/previews/maps/${theme}/${id}.webp` })
  const [light, dark] = [await fetchMap('light'), await fetchMap('dark')]
  expect([light.statusCode, light.headers['content-type'], light.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=5, must-revalidate',
  ])
  expect(await sharp(light.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 800, height: 480 })
  expect(isNear(await colourAt(light.rawPayload, 400, 240), [233, 236, 235])).toBe(true)
  expect(isNear(await colourAt(dark.rawPayload, 400, 240), [22, 25, 28])).toBe(true)
  expect((await fetchMap('sepia')).statusCode).toBe(400)

  // After moderators hide the post, the photo disappears but the spot stays.
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('spot_id', '=', id).execute()
  const hidden = await app.app.inject({ url, headers: again })
  expect(hidden.statusCode).toBe(200)
  expect(isNear(await colourAt(hidden.rawPayload, 100, 300), [31, 138, 59])).toBe(false)
  await app.db.updateTable('posts').set({ hidden_at: null }).where('spot_id', '=', id).execute()
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', ada.user_id)
    .execute()
  expect(isNear(await colourAt((await app.app.inject({ url })).rawPayload, 100, 300), [31, 138, 59])).toBe(
    false,
  )
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  expect((await app.app.inject({ url, headers: again })).statusCode).toBe(404)
  expect((await fetchMap('light')).statusCode).toBe(404)
  expect((await app.app.inject({ url: `/previews/spots/${randomUUID()}.jpg` })).statusCode).toBe(404)
  expect(
    (await app.app.inject({ url: '/previews/spots/..%2f..%2fsecret.jpg' })).statusCode,
  ).toBeGreaterThanOrEqual(400)
})

test('ground tiles have land and water in the theme’s colors, at every zoom', async () => {
  for (const [theme, z, x, y, left, top, colour] of [
    // A point in the South Atlantic, and one in the Sahara.
    ['light', 0, 0, 0, 220, 300, [195, 218, 230]],
    ['light', 0, 0, 0, 265, 215, [233, 236, 235]],
    // Central Spain, zoomed out and zoomed in, then the sea west of it.
    ['dark', 6, 31, 24, 240, 60, [22, 25, 28]],
    ['dark', 10, 501, 386, 240, 240, [22, 25, 28]],
    ['dark', 10, 470, 386, 240, 240, [13, 34, 48]],
  ] as const) {
    const tile = await drawTile(archive, { z, x, y }, theme)
    expect(isNear(await colourAt(tile, left, top), [...colour]), `${z}/${x}/${y}`).toBe(true)
  }
})

test('ground tiles can be cached for a day, and don’t exist outside the world', async () => {
  const tile = (path: string) => app.app.inject({ url: `/previews/ground/${path}.webp` })
  const world = await tile('light/0/0/0')
  expect([world.statusCode, world.headers['content-type'], world.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=86400',
  ])
  expect(await sharp(world.rawPayload).metadata()).toMatchObject({ width: 512, height: 512 })
  const etag = String(world.headers.etag)
  const again = await app.app.inject({
    url: '/previews/ground/light/0/0/0.webp',
    headers: { 'if-none-match': etag },
  })
  expect(again.statusCode).toBe(304)
  const codes = await Promise.all(
    ['light/0/1/0', 'light/0/0/1', 'light/11/0/0', 'sepia/0/0/0', 'light/x/0/0'].map(tile),
  )
  expect(codes.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 400, 400])
})

test('pages of one kind have the same preview, whether or not the URL exists', async () => {
  for (const kind of ['site', 'post', 'person', 'discussion']) {
    const answer = await app.app.inject({ url: `/previews/${kind}.jpg` })
    expect(await sharp(answer.rawPayload).metadata(), kind).toMatchObject({ format: 'jpeg', width: 1200 })
  }
  expect((await app.app.inject({ url: '/previews/admin.jpg' })).statusCode).toBe(400)
  const at = new URL('https://nollie.example')
  expect((await pageHead(app.db, at, '/'))?.tags).toContain(
    'content="https://nollie.example/previews/site.jpg"',
  )
  for (const [path, kind] of [
    [`/post/${randomUUID()}`, 'post'],
    [`/user/${ada.user_id}`, 'person'],
    [`/user/${randomUUID()}/spots`, 'person'],
    [`/community/${randomUUID()}`, 'discussion'],
  ] as const) {
    const head = await pageHead(app.db, at, path)
    expect(head?.tags, path).toContain(`/previews/${kind}.jpg`)
    expect(JSON.stringify(head)).not.toContain('ada')
  }
  expect(await pageHead(app.db, at, '/settings')).toBeNull()
})

test('links show posts, people, and discussions only if their author allows it, and while they exist', async () => {
  const at = new URL('https://nollie.example')
  const eve = await actor(app, 'eve')
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f8a3b' } })
    .jpeg()
    .toBuffer()
  const upload = async () => (await uploader(app, eve).media(photo)).id
  const post = await eve.addMedia({
    spot_id: await aSpotRow(app.db, ada.user_id),
    title: 'Line of the <year>',
    media_ids: [await upload()],
  })
  await eve.addPicture({ media_id: await upload() })
  const discussion = await eve.startDiscussion({
    title: 'Wax or no wax?',
    content: 'Say.',
    category: 'general',
  })
  const subjects = [
    [`/post/${post.id}`, `/previews/posts/${post.id}.jpg`, 'Line of the &lt;year&gt;', true],
    [`/user/${eve.user_id}`, `/previews/people/${eve.user_id}.jpg`, 'eve', true],
    [`/community/${discussion.id}`, `/previews/discussions/${discussion.id}.jpg`, 'Wax or no wax?', false],
  ] as const
  const isShown = async () => {
    const answers: boolean[] = []
    for (const [path, image, title] of subjects) {
      const head = JSON.stringify(await pageHead(app.db, at, path))
      const { statusCode } = await app.app.inject({ url: image })
      expect(head.includes(`${image}?v=`), path).toBe(statusCode === 200)
      expect(head.includes(title), path).toBe(statusCode === 200)
      if (statusCode !== 200) expect([statusCode, head.includes('eve')], path).toEqual([404, false])
      answers.push(statusCode === 200)
    }
    return answers
  }
  expect(await isShown()).toEqual([false, false, false])
  await eve.setPreferences({ link_previews: true })
  expect(await isShown()).toEqual([true, true, true])
  for (const [path, image, , hasPhoto] of subjects) {
    const { rawPayload } = await app.app.inject({ url: image })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(isNear(await colourAt(rawPayload, 370, 300), [31, 138, 59]), path).toBe(hasPhoto)
  }
  expect((await pageHead(app.db, at, `/post/${post.id}`))?.tags).toContain('noindex')

  // Moderators hide the post and the discussion. The profile picture has its own post and stays.
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', post.id).execute()
  await app.db
    .updateTable('discussions')
    .set({ hidden_at: new Date() })
    .where('id', '=', discussion.id)
    .execute()
  expect(await isShown()).toEqual([false, true, false])
  await app.db.updateTable('posts').set({ hidden_at: null }).where('id', '=', post.id).execute()
  await app.db
    .updateTable('profiles')
    .set({ deletion_requested_at: new Date() })
    .where('user_id', '=', eve.user_id)
    .execute()
  expect(await isShown()).toEqual([false, false, false])
  await app.db
    .updateTable('profiles')
    .set({ deletion_requested_at: null })
    .where('user_id', '=', eve.user_id)
    .execute()
  await eve.setPreferences({ link_previews: false })
  expect(await isShown()).toEqual([false, false, false])
})

test('a link to a post shows its photo only if visitors may see photos of the spot', async () => {
  const fay = await actor(app, 'fay')
  await fay.setPreferences({ link_previews: true })
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f8a3b' } })
    .jpeg()
    .toBuffer()
  const { id: media } = await uploader(app, fay).media(photo)
  const spot = await aSpotRow(app.db, ada.user_id)
  const post = await fay.addMedia({ spot_id: spot, title: 'Back lip', media_ids: [media] })
  const change = (values: object) => app.db.updateTable('spots').set(values).where('id', '=', spot).execute()
  const { key } = await app.db
    .selectFrom('media')
    .select('key')
    .where('id', '=', media)
    .executeTakeFirstOrThrow()
  const isShown = async () => {
    const { rawPayload } = await app.app.inject({ url: `/previews/posts/${post.id}.jpg` })
    const { statusCode } = await app.app.inject({ url: `/media/${key}/1080.webp` })
    const inPreview = isNear(await colourAt(rawPayload, 370, 300), [31, 138, 59])
    expect(inPreview, 'the preview follows the file').toBe(statusCode === 200)
    return inPreview
  }
  expect(await isShown()).toBe(true)
  await change({ precision: 'about_150_m' })
  expect(await isShown()).toBe(false)
  // Visitors see the covers of public spots, even of approximate ones.
  await change({ cover_media_id: media })
  expect(await isShown()).toBe(true)
})

test('limits drawing per IP address', async () => {
  const strict = await testApp({ rates: { preview: { user: [2, 300], ip: [2, 300] } } as never })
  const ask = async () => (await strict.app.inject({ url: '/previews/site.jpg' })).statusCode
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
  await strict.close()
})
