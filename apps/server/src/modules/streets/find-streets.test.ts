import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { deleteRegion, findStreets, replaceRegion, type StreetRow } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function region(name: string, version = '0123456789abcdef') {
  return {
    name,
    version,
    west: 7.4,
    south: 43.7,
    east: 7.5,
    north: 43.8,
    min_zoom: 7,
    max_zoom: 14,
    attribution: '© OpenStreetMap contributors',
    bytes: 1,
    tiles: 1,
  }
}

function row(name: string, more: Partial<StreetRow> = {}): StreetRow {
  const { latitude = 43.73, longitude = 7.42 } = more
  return {
    name,
    names: [name],
    kind: 'street',
    latitude,
    longitude,
    west: longitude - 0.001,
    south: latitude - 0.001,
    east: longitude + 0.001,
    north: latitude + 0.002,
    importance: 0.3,
    city: 'Monaco',
    country: 'Monaco',
    ...more,
  }
}

async function namesFor(q: string, search = {}) {
  return (await findStreets(database.db, q, search)).items.map(({ name }) => name)
}

beforeEach(async () => {
  await replaceRegion(database.db, region('monaco'), [
    row('Rue Grimaldi', { importance: 0.35 }),
    row('Grimaldi Forum', { kind: 'landmark', importance: 0.4 }),
    row('Boulevard Albert 1er', { names: ['Boulevard Albert 1er', 'Albert I Boulevard'] }),
    row('Église Sainte-Dévote', { kind: 'landmark' }),
    row('Rue 100%'),
    row('東京通り', { names: ['東京通り', 'Tokyo Street'] }),
  ])
})

test('MAP-21 finds streets by the start of the name, then of a term, then anywhere in the name', async () => {
  expect(await namesFor('grim')).toEqual(['Grimaldi Forum', 'Rue Grimaldi'])
  expect(await namesFor('rue g')).toEqual(['Rue Grimaldi'])
  expect(await namesFor('maldi')).toEqual(['Grimaldi Forum', 'Rue Grimaldi'])
  expect(await namesFor('gr')).toEqual(['Grimaldi Forum', 'Rue Grimaldi'])
})

test('MAP-21 ignores case, accents, alternative names, and punctuation', async () => {
  expect(await namesFor('EGLISE sainte-devote')).toEqual(['Église Sainte-Dévote'])
  expect(await namesFor('100%')).toEqual(['Rue 100%'])
  expect(await namesFor('東京')).toEqual(['東京通り'])
  const { items } = await findStreets(database.db, 'tokyo')
  expect(items).toMatchObject([{ name: '東京通り', matched: 'Tokyo Street' }])
  expect(await namesFor('albert')).toEqual(['Boulevard Albert 1er'])
})

test('MAP-21 a result has a kind, a position, a box, and a region', async () => {
  const { items, whole } = await findStreets(database.db, 'rue grimaldi')
  expect(whole).toBe(true)
  expect(items).toEqual([
    {
      id: expect.any(Number),
      name: 'Rue Grimaldi',
      matched: 'Rue Grimaldi',
      kind: 'street',
      latitude: 43.73,
      longitude: 7.42,
      bounds: { west: 7.419, south: 43.729, east: 7.421, north: 43.732 },
      importance: expect.closeTo(0.35),
      city: 'Monaco',
      country: 'Monaco',
      region: 'monaco',
    },
  ])
})

test('MAP-21 the nearest of several streets with the same name comes first', async () => {
  await replaceRegion(database.db, region('texas'), [
    row('Main Street', { city: 'Paris', latitude: 33.66, longitude: -95.55, importance: 0.5 }),
    row('Main Street', { city: 'Austin', latitude: 30.27, longitude: -97.74 }),
    ...Array.from({ length: 300 }, (_, i) =>
      row('Main Street', { city: `Town ${i}`, latitude: 31 + i / 300, longitude: -99 }),
    ),
  ])
  const near = { latitude: 30.3, longitude: -97.7 }
  const { items } = await findStreets(database.db, 'main st', { near, limit: 2 })
  expect(items[0]?.city).toBe('Austin')
  expect(items).toHaveLength(2)
  await deleteRegion(database.db, 'texas')
})

test('a region is replaced as a whole and leaves others unchanged', async () => {
  await replaceRegion(database.db, region('menton'), [row('Rue Longue', { city: 'Menton' })])
  const again = await replaceRegion(database.db, region('monaco', 'fedcba9876543210'), [row('Rue Neuve')])
  expect(again).toEqual({ rows: 1, replaced: '0123456789abcdef' })
  expect(await namesFor('rue')).toEqual(['Rue Neuve', 'Rue Longue'])
  expect(await deleteRegion(database.db, 'menton')).toBe(true)
  expect(await deleteRegion(database.db, 'menton')).toBe(false)
  expect(await namesFor('rue')).toEqual(['Rue Neuve'])
  const left = await database.db.selectFrom('street_names').select('name').execute()
  expect(left).toEqual([{ name: 'Rue Neuve' }])
})

test('if a region can’t be stored, the previous one stays', async () => {
  const broken = row('Rue Longue', { kind: 'canyon' as never })
  await expect(replaceRegion(database.db, region('monaco', 'fedcba9876543210'), [broken])).rejects.toThrow(
    /streets_kind_check/,
  )
  expect(await namesFor('rue g')).toEqual(['Rue Grimaldi'])
})
