import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { normalizeText } from '@nollie/contract'
import { afterEach, describe, expect } from 'vitest'
import { type Caller, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import { testApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { replaceRegion } from '../streets/index.ts'
import type { PlaceSettings } from './index.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function find(visitor: Caller, query: Parameters<Caller['searchPlaces']>[0]) {
  return (await visitor.searchPlaces(query)).items
}

describe('the bundled gazetteer', () => {
  const findFirst = (visitor: Caller) => async (q: string, near?: string) => {
    const [place] = await find(visitor, { q, ...(near ? { near } : {}) })
    return place ? `${place.name} (${place.text})` : null
  }

  test('MAP-21 finds a town by its prefix, large and near ones first', async ({ visitor }) => {
    const first = findFirst(visitor)
    expect(await first('Barcelon')).toBe('Barcelona (Catalonia, Spain)')
    expect(await first('barc')).toBe('Barcelona (Catalonia, Spain)')
    expect(await first('portland')).toBe('Portland (Oregon, United States)')
    expect(await first('portland', '43.6,-70.3')).toBe('Portland (Maine, United States)')
    expect(await first('san franc')).toContain('San Francisco')
    expect(await first('sao paulo')).toContain('São Paulo')
  })

  test('finds names in any language and alphabet', async ({ visitor }) => {
    const first = findFirst(visitor)
    expect(await first('München')).toBe('München (Munich, Bavaria, Germany)')
    expect(await first('munchen')).toContain('Munich')
    expect(await first('東京')).toContain('Tokyo')
    expect(await first('Москва')).toContain('Moscow')
    expect(await first('القاهرة')).toContain('Cairo')
    expect(await first('الاسكندريه')).toContain('Alexandria')
    expect(await first('ｻｯﾎﾟﾛ')).toContain('Sapporo')
    expect(await first('なごやし')).toContain('Nagoya')
    expect(await first('España')).toBe('Spain ()')
    expect(await first('日本')).toBe('Japan ()')
  })

  test.for([
    ["L'Hospitalet de Llobregat", 'L’Hospitalet de Llobregat'],
    ['L’Hospitalet', 'L’Hospitalet de Llobregat'],
    ['lhospitalet', 'L’Hospitalet de Llobregat'],
    ["Xi'an", 'Xi’an'],
    ['Xi`an', 'Xi’an'],
    ['xian', 'Xi’an'],
    ['O’Fallon', "O'Fallon"],
    ['OFallon', "O'Fallon"],
    ['O´Fallon', "O'Fallon"],
    ['Coeur dʼAlene', "Coeur d'Alene"],
    ['Saint-Denis', 'Saint-Denis'],
    ['Saint Denis', 'Saint-Denis'],
    ['L´Aquila', "L'Aquila"],
    ['NʼDjamena', "N'Djamena"],
    ['val dor', "Val-d'Or"],
    ['’s-Hertogenbosch', "'s-Hertogenbosch"],
    ['s hertogenbosch', "'s-Hertogenbosch"],
    ['´t Zand', "'t Zand"],
    ['A Coruña', 'A Coruña'],
    ['O Fallon', "O'Fallon"],
  ] as const)('finds a town with any apostrophe or hyphen, or none: %s', async ([q, name], { visitor }) => {
    const found = await find(visitor, { q })
    expect(normalizeText(found[0]?.name ?? '')).toBe(normalizeText(name))
  })

  test('a town with exactly this name is first, and a region’s foreign name does not match other towns', async ({
    visitor,
  }) => {
    const found = await find(visitor, { q: 'New York' })
    expect(found[0]?.name).toMatch(/^New York/)
    expect(found.filter(({ name, text }) => `${name} ${text}`.includes('Buffalo'))).toEqual([])
    // There are larger towns with longer names that start with this one.
    for (const q of ['San', 'Bad', 'Santa']) {
      const [first] = await find(visitor, { q })
      expect([q, normalizeText(first?.name ?? '')]).toEqual([q, normalizeText(q)])
    }
  })

  test('a town with its state or country finds that one', async ({ visitor }) => {
    const first = findFirst(visitor)
    expect(await first('paris, texas')).toBe('Paris (Texas, United States)')
    expect(await first('barcelona venezuela')).toContain('Venezuela')
    expect(await first('Xqzwvv Qqqqk')).toBeNull()
  })

  test('the town with exactly that name is first, and a town’s own name outranks an alternative name', async ({
    visitor,
  }) => {
    const first = findFirst(visitor)
    expect(await first('Zaragoza')).toBe('Zaragoza (Aragon, Spain)')
    expect(await first('Bath')).toBe('Bath (England, United Kingdom)')
    expect(await first('Bar')).toMatch(/^Bar \(/)
    expect(await first('Split')).toMatch(/^Split \(/)
    expect(await first('Nice')).toMatch(/^Nice \(/)
    expect(await first('Rio')).toMatch(/^Rio \(/)
    expect(await first('Hof')).toMatch(/^Hof \(/)
    expect(await first('Lag')).toMatch(/^Lag \(/)
  })

  test.for([
    ['Salvador', 'Salvador (Bahia, Brazil)'],
    ['granada', 'Granada (Andalusia, Spain)'],
    ['Tunis', 'Tunis (Tunis Governorate, Tunisia)'],
    ['brasilia', 'Brasília (Federal District, Brazil)'],
    ['Norfolk', 'Norfolk (Virginia, United States)'],
    ['Man', 'Man (Montagnes, Côte d’Ivoire)'],
    ['França', 'France ()'],
    ['Armenia', 'Armenia ()'],
    ['Nederland', 'Netherlands ()'],
    ['Holland', 'Netherlands ()'],
    ['Singapore', 'Singapore ()'],
  ] as const)(
    'a large town comes before a country with this name in another language: %s',
    async ([q, place], { visitor }) => {
      expect(await findFirst(visitor)(q)).toBe(place)
    },
  )

  test('MAP-31 a single letter is not searched', async ({ visitor }) => {
    expect(await getOutcome(visitor.searchPlaces({ q: 'b' }))).toBe('BAD_REQUEST')
  })

  test('a place’s box fits it: a town’s streets, or where a country’s people live', async ({ visitor }) => {
    const [town] = await find(visitor, { q: 'Barcelona' })
    expect((town?.bounds?.east ?? 0) - (town?.bounds?.west ?? 0)).toBeLessThan(0.4)
    const [country] = await find(visitor, { q: 'Spain' })
    expect((country?.bounds?.north ?? 0) - (country?.bounds?.south ?? 0)).toBeGreaterThan(5)
  })

  test('finds streets of loaded maps in addition to towns', async ({ app, visitor }) => {
    await replaceRegion(
      app.db,
      {
        name: 'monaco',
        version: '0123456789abcdef',
        attribution: '©',
        bytes: 1,
        tiles: 1,
        west: 7.4,
        south: 43.7,
        east: 7.5,
        north: 43.8,
        min_zoom: 7,
        max_zoom: 14,
      },
      [
        {
          name: 'Rue Grimaldi',
          names: ['Rue Grimaldi'],
          kind: 'street',
          importance: 0.3,
          latitude: 43.73,
          longitude: 7.42,
          west: 7.41,
          south: 43.72,
          east: 7.43,
          north: 43.74,
          city: 'Monaco',
          country: 'Monaco',
        },
      ],
    )
    const found = await find(visitor, { q: 'grimaldi' })
    expect(found).toContainEqual(
      expect.objectContaining({ name: 'Rue Grimaldi', kind: 'street', text: 'Monaco' }),
    )
  })

  test('API-69 says if there is no key', async ({ visitor }) => {
    expect(await visitor.mapsKey()).toEqual({ key: null })
  })
})

/** Starts a local provider that responds by path and records its requests. */
async function provider(answers: Record<string, unknown>) {
  const requests: URL[] = []
  const server: Server = createServer((request: IncomingMessage, reply) => {
    const url = new URL(request.url ?? '', 'http://x')
    requests.push(url)
    const answer = answers[url.pathname]
    reply.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => server.close() })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests }
}

async function visitorWith(places: PlaceSettings): Promise<Caller> {
  const app = await testApp({ places })
  open.push(app)
  return createVisitor(app)
}

test('API-74 searches with Photon’s protocol', async () => {
  const { url, asked: requests } = await provider({
    '/api': {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [2.1686, 41.3821] },
          properties: {
            osm_type: 'W',
            osm_id: 7,
            osm_key: 'highway',
            osm_value: 'residential',
            type: 'street',
            name: 'Carrer dels Àngels',
            city: 'Barcelona',
            state: 'Catalunya',
            country: 'España',
            extent: [2.168, 41.383, 2.169, 41.381],
          },
        },
      ],
    },
  })
  const visitor = await visitorWith({ url: `${url}/api`, googleKey: null })
  expect(await find(visitor, { q: 'carrer dels', near: '41.4,2.2', language: 'es-ES' })).toEqual([
    {
      id: 'photon:W7',
      kind: 'street',
      name: 'Carrer dels Àngels',
      text: 'Barcelona, Catalunya, España',
      latitude: 41.3821,
      longitude: 2.1686,
      bounds: { west: 2.168, south: 41.381, east: 2.169, north: 41.383 },
      ref: null,
    },
  ])
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    q: 'carrer dels',
    lat: '41.4',
    lon: '2.2',
    lang: 'es',
  })
})

test('API-74 searches with Nominatim’s protocol', async () => {
  const { url, asked: requests } = await provider({
    '/search': [
      {
        place_id: 12,
        lat: '48.137',
        lon: '11.575',
        name: 'München',
        type: 'city',
        addresstype: 'city',
        display_name: 'München, Bayern, Deutschland',
        boundingbox: ['48.06', '48.25', '11.36', '11.72'],
      },
    ],
  })
  const visitor = await visitorWith({ url: `${url}/search`, googleKey: null })
  const [place] = await find(visitor, { q: 'München', language: 'de' })
  expect(place).toMatchObject({
    name: 'München',
    kind: 'town',
    text: 'Bayern, Deutschland',
    latitude: 48.137,
    bounds: { west: 11.36, south: 48.06, east: 11.72, north: 48.25 },
  })
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    q: 'München',
    format: 'jsonv2',
    'accept-language': 'de',
  })
})

test('API-69 API-74 Google suggests with the key and returns the position of the chosen place', async () => {
  const { url, asked: requests } = await provider({
    '/maps/api/place/autocomplete/json': {
      status: 'OK',
      predictions: [
        {
          place_id: 'ChIJ5TCOcRaYpBIRCmZHTz37sEQ',
          description: 'Barcelona, Spain',
          types: ['locality', 'geocode'],
          structured_formatting: { main_text: 'Barcelona', secondary_text: 'Spain' },
        },
      ],
    },
    '/maps/api/place/details/json': {
      status: 'OK',
      result: {
        name: 'Barcelona',
        formatted_address: 'Barcelona, Spain',
        geometry: {
          location: { lat: 41.38, lng: 2.17 },
          viewport: { northeast: { lat: 41.47, lng: 2.23 }, southwest: { lat: 41.32, lng: 2.05 } },
        },
      },
    },
  })
  const visitor = await visitorWith({ url: null, googleKey: 'key-1', googleBase: url })
  expect(await visitor.mapsKey()).toEqual({ key: 'key-1' })
  const [place] = await find(visitor, { q: 'Barcelon' })
  expect(place).toMatchObject({ name: 'Barcelona', kind: 'town', text: 'Spain', latitude: null })
  const details = await visitor.placeDetails({ ref: place?.ref ?? '' })
  expect(details).toMatchObject({
    name: 'Barcelona',
    text: 'Barcelona, Spain',
    latitude: 41.38,
    longitude: 2.17,
    ref: null,
    bounds: { west: 2.05, south: 41.32, east: 2.23, north: 41.47 },
  })
  expect(requests.every((one) => one.searchParams.get('key') === 'key-1')).toBe(true)
  await expect(visitor.placeDetails({ ref: 'photon:1' })).rejects.toMatchObject({ status: 404 })
})

test('the bundled gazetteer replaces a failing provider', async () => {
  const { url } = await provider({})
  const visitor = await visitorWith({ url: `${url}/api`, googleKey: null })
  expect((await find(visitor, { q: 'Barcelona' }))[0]?.id).toMatch(/^town:/)
})
