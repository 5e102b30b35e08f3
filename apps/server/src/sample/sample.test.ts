import { SPOT_TYPES } from '@nollie/contract'
import { drawSpot, SAMPLE_MEMBERS, SAMPLE_SPOTS } from '@nollie/sample'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { post } from '../../test/actors/people.ts'
import { openMedia } from '../modules/media/index.ts'
import { addSample } from './sample.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

async function add() {
  const log = it.app.log
  const media = await openMedia({
    db: it.db,
    log,
    storage: it.storage,
    videoEncoder: null,
  })
  try {
    return await addSample({ db: it.db, media, print: () => {}, spots: SAMPLE_SPOTS.slice(0, 2) })
  } finally {
    await media.close()
  }
}

test('the sample adds spots as if people had shared them; a second run changes nothing, and deleted spots stay deleted', async () => {
  expect(await add()).toBe(2)
  const cards = (await it.app.inject('/api/spots?z=0&x0=0&x1=0&y0=0&y1=0')).json().items
  expect(cards.map(({ name }: { name: string }) => name)).toEqual(['Sants', 'MACBA'])
  expect(cards[1]).toMatchObject({
    city: 'Barcelona',
    country: 'Spain',
    posts_count: 1,
    source: null,
    photo: { status: 'ready' },
  })
  const photo = await it.app.inject(`${cards[1].photo.base}/400.webp`)
  expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await add()).toBe(0)
  await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('name', '=', 'MACBA').execute()
  expect(await add()).toBe(0)
})

test("no one can sign in as one of the sample's people", async () => {
  for (const { username } of SAMPLE_MEMBERS) {
    const answer = await post(it.app, '/api/auth/sign-in', {
      email: `${username}@sample.invalid`,
      password: '',
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('every kind of spot has an image, which is the same every time', async () => {
  for (const type of SPOT_TYPES) {
    const svg = drawSpot(type, 'a seed', 'city')
    expect(drawSpot(type, 'a seed', 'city')).toBe(svg)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  }
  const { width, height } = await sharp(Buffer.from(drawSpot('bowl', 'a seed', 'beach'))).metadata()
  expect([width, height]).toEqual([1440, 1080])
})

test('the list contains about sixty spots and no duplicates', () => {
  expect(SAMPLE_SPOTS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(SAMPLE_SPOTS.map(({ name }) => name)).size).toBe(SAMPLE_SPOTS.length)
  expect(new Set(SAMPLE_SPOTS.map(({ position }) => position.join())).size).toBe(SAMPLE_SPOTS.length)
})
