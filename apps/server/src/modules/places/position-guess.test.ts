import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { mmdb } from '../../../test/makers/mmdb.ts'
import { openGeoip } from './geoip.ts'

let app: TestApp
let visitor: Caller
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nollie-geoip-'))
  const file = join(folder, 'places.mmdb')
  writeFileSync(
    file,
    mmdb({
      '203.0.113.0/24': {
        country: { iso_code: 'ES' },
        location: { latitude: 41.39, longitude: 2.16, accuracy_radius: 20 },
      },
      '198.51.100.0/24': { country: { iso_code: 'PT' } },
    }),
  )
  app = await testApp({ geoipDb: file, trustProxy: true })
  visitor = createVisitor(app)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function here(headers: Record<string, string>, query: { time_zone?: string } = {}) {
  return visitor.here(query, { headers })
}

test('API-72 the position of an IP address is looked up in the operator’s database', async () => {
  expect(await here({ 'x-forwarded-for': '203.0.113.7' }, { time_zone: 'Asia/Tokyo' })).toMatchObject({
    latitude: 41.39,
    longitude: 2.16,
    accuracy: 20_000,
    country: 'ES',
    by: 'address',
  })
  const country = await here({ 'x-forwarded-for': '198.51.100.9' })
  expect(country).toMatchObject({ country: 'PT', by: 'address' })
})

test('API-72 without a database, uses the country of the time zone, or else of the language', async () => {
  const madrid = await here({ 'accept-language': 'en-US' }, { time_zone: 'Europe/Madrid' })
  expect(madrid).toMatchObject({ country: 'ES', by: 'time_zone' })
  expect(madrid.bounds?.west).toBeGreaterThan(-17)
  expect(madrid.bounds?.east).toBeLessThan(5)
  for (const zone of ['Asia/Kolkata', 'Asia/Calcutta'])
    expect((await here({}, { time_zone: zone })).country).toBe('IN')
  expect(await here({ 'accept-language': 'es-MX,en;q=0.5' }, { time_zone: 'UTC' })).toMatchObject({
    country: 'MX',
    by: 'language',
  })
})

test('API-72 a guess includes its accuracy, and without any hint there is no guess', async () => {
  const { accuracy } = await here({ 'accept-language': 'pt-PT' })
  expect(accuracy).toBeGreaterThan(50_000)
  expect(await here({ 'accept-language': 'eo' }, { time_zone: 'UTC' })).toEqual({
    latitude: null,
    longitude: null,
    accuracy: null,
    country: null,
    bounds: null,
    by: null,
  })
  expect(await getOutcome(visitor.here({ time_zone: 'x y;z' }))).toBe('BAD_REQUEST')
})

test('a country’s box covers most of its people, but not remote islands', async () => {
  const us = await here({ 'accept-language': 'en-US' })
  expect(us.bounds?.west).toBeGreaterThan(-126)
  expect(us.bounds?.south).toBeGreaterThan(24)
  expect(us.bounds?.north).toBeLessThan(50)
})

test('a file that is not a database stops the start with the reason', async () => {
  const file = join(folder, 'text.mmdb')
  writeFileSync(file, 'no database')
  await expect(openGeoip(file)).rejects.toThrow(/GEOIP_DB/)
  expect(await openGeoip(null)).toBeNull()
})
