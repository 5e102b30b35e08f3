import { gzipSync } from 'node:zlib'
import { decodeMap, isPinOf, type MapPin, packMix, SPOT_TYPES, toWorld } from '@nollie/contract'
import { v4 as uuid } from 'uuid'
import { expect } from 'vitest'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { sharePhotoSpot } from '../../../test/makers/spots.ts'
import { wireText } from './map-json.ts'
import type { Caller } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

/** Requests the map tile at zoom `z` that contains this position. */
async function map(visitor: Caller, z: number, latitude: number, longitude: number) {
  const at = toWorld(latitude, longitude)
  const [x, y] = [Math.floor(at.x * 2 ** z), Math.floor(at.y * 2 ** z)]
  const answer = await visitor.getMap({ z, x0: x, x1: x, y0: y, y1: y })

  return decodeMap(answer)
}

test('a pin leads to its spot’s card at every zoom, and to none once the spot has moved', async ({
  app,
  visitor,
}) => {
  const spots = [
    { id: uuid(), name: 'Alone', latitude: -17.7, longitude: 178.8 },
    { id: uuid(), name: 'Beside', latitude: 41.38, longitude: 2.16 },
    { id: uuid(), name: 'On top', latitude: 41.38, longitude: 2.16 },
  ]
  await app.db.insertInto('spots').values(spots).execute()
  await spotsCounted(app.db)
  const card = (ref: string) => visitor.send('GET', `/api/map/pins/${ref}`)
  for (const z of [0, 5, 11, 15, 20])
    for (const { id, latitude, longitude } of spots) {
      const { pins } = await map(visitor, z, latitude, longitude)
      const pin = pins.find((one) => isPinOf(one, id))
      const answer = await card(pin?.ref ?? '')
      const { id: found, time_zone } = answer.json()
      const zone = longitude > 100 ? 'Pacific/Fiji' : 'Europe/Madrid'
      expect([answer.statusCode, found, time_zone], `z ${z}`).toEqual([200, id, zone])
    }
  const [pin] = (await map(visitor, 15, -17.7, 178.8)).pins
  await app.db.updateTable('spots').set({ latitude: -17.8 }).where('name', '=', 'Alone').execute()
  expect((await card(pin?.ref ?? '')).json().code).toBe('SPOT_NOT_FOUND')
  for (const ref of ['9-1-1-abcdef', '27-1-1-abcdef', '10-1024-1-abcdef', '10-1-1-ABCDEF', '10-1-abcdef'])
    expect((await card(ref)).statusCode, ref).toBe(400)
})

test('a close view ranks pins by photo and activity, including spots that only the member sees', async ({
  app,
  ada,
  visitor,
}) => {
  const at = { latitude: -33.9, longitude: 18.4 }
  const plain = await sharePhotoSpot(app, ada, { ...at, name: 'With a photo' })
  const active = await sharePhotoSpot(app, ada, { ...at, name: 'With people, too' })
  const own = await sharePhotoSpot(app, ada, {
    ...at,
    name: 'Own',
    audience: 'only_me',
    exact_for: 'only_me',
  })
  const bare = uuid()
  await app.db
    .insertInto('spots')
    .values({ id: bare, name: 'Bare', ...at })
    .execute()
  await app.db.updateTable('spots').set({ confirmed_by: 2 }).where('id', '=', active).execute()
  const ranks = (pins: MapPin[]) =>
    [plain, active, own, bare].map((id) => pins.find((pin) => isPinOf(pin, id))?.rank)
  expect(ranks((await map(visitor, 18, at.latitude, at.longitude)).pins)).toEqual([2, 3, undefined, 0])
  const { x, y } = toWorld(at.latitude, at.longitude)
  const [column, row] = [Math.floor(x * 2 ** 18), Math.floor(y * 2 ** 18)]
  const known = await ada.mapOfKnown({ z: 18, x0: column, x1: column, y0: row, y1: row })
  expect(ranks(decodeMap(known).pins)).toEqual([undefined, undefined, 2, undefined])
  expect(ranks((await map(visitor, 10, at.latitude, at.longitude)).pins).filter(Boolean)).toEqual([])
})

test('500 pins with names take at most 11 kB, and a first view’s 40 pins and 80 discs 1.1 kB', () => {
  const TERMS = ['Old', 'North', 'River', 'Market', 'Harbour', 'ledges', 'bank', 'plaza', 'stairs', 'rail']
  // Deterministic pseudorandom numbers: multiples of one prime modulo another.
  const drawn = (i: number, below: number) => ((i * 7_368_787 + 1) % 15_485_863) % below
  const term = (i: number) => TERMS[drawn(i, TERMS.length)]
  const pins = (count: number, step: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: uuid(),
      name: `${term(3 * i)} ${term(3 * i + 1)} ${term(3 * i + 2)}`,
      spot_type: SPOT_TYPES[drawn(i, SPOT_TYPES.length)] ?? null,
      look: 'fresh' as const,
      rank: drawn(i + 2, 4),
      qk: 3e15 + i * step + drawn(i, step),
    })).toSorted((a, b) => a.qk - b.qk)
  const discs = Array.from({ length: 80 }, (_, i) => ({
    n: 4 + drawn(i, 60),
    x: 3.3e7 + (i % 9) * 2 ** 18 + drawn(i, 2 ** 18),
    y: 2.5e7 + Math.floor(i / 9) * 2 ** 18 + drawn(i + 1, 2 ** 18),
    mix: packMix([0, 1, 2].map((k) => ({ type: SPOT_TYPES[drawn(i + k, 8)] ?? 'other', eighths: 3 - k }))),
  }))
  const counts = { version: 1234, total: 1_000_000, total_capped: false }
  expect(gzipSync(wireText(14, [], pins(500, 2 ** 18), counts)).length).toBeLessThan(11_000)
  expect(gzipSync(wireText(6, discs, pins(40, 2 ** 36), counts)).length).toBeLessThan(1_126)
})
