import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecords } from './read-records.ts'
import { validateRecord } from './validate-record.ts'

// Tests lists of records in JSON that isn't GeoJSON, and the centers that Overpass computes.

const folder = mkdtempSync(join(tmpdir(), 'nollie-lists-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(file: string, content: unknown) {
  const path = join(folder, file)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const read: unknown[] = []
  let why = ''
  const records = readRecords(path, undefined, (reason) => {
    why = reason
  })
  for await (const record of records) {
    const result = validateRecord(record, { source: 'Lists', licence: 'CC0' })
    read.push(
      'refused' in result
        ? result.refused
        : [result.source.id, result.spot.name, result.spot.latitude, result.spot.longitude],
    )
  }
  return why || read
}

const records = [
  { id: 1, name: 'Bowl', position: { lat: 52.1234, lng: 20.9876 }, tags: ['a'] },
  { id: 2, name: 'Rail', coordinates: '52.2345,20.8765' },
]
const EXPECTED = [
  ['1', 'Bowl', 52.1234, 20.9876],
  ['2', 'Rail', 52.2345, 20.8765],
]

test.for([
  ['a list', records],
  ['records under a name', { total: 2, links: [{ href: 'x' }], results: records }],
  ['records before other members', { records, fields: [{ id: 'name' }] }],
  [
    'records in an answer of CKAN',
    { success: true, result: { fields: [{ id: 'name' }], records, total: 2 } },
  ],
  [
    'records in two objects',
    { meta: { view: { id: 'x' } }, data: { result: { items: records, next: null } } },
  ],
  ['records in three objects', { response: { body: { page: { Items: records } } } }],
  [
    'records in objects called nodes',
    { data: { spots: { edges: records.map((node) => ({ cursor: 'c', node })) } } },
  ],
  ['records under a better name', { links: [{ href: 'x' }], data: { items: [{ id: 3 }] }, results: records }],
  [
    'lists of values below the names of their columns',
    {
      result: {
        fields: [{ id: 'id' }, { id: 'name' }, { id: 'coordinates' }],
        records: [
          [1, 'Bowl', '52.1234,20.9876'],
          [2, 'Rail', '52.2345,20.8765'],
        ],
      },
    },
  ],
])('reads %s', async ([, content]) => {
  expect(await read('list.json', content)).toEqual(EXPECTED)
})

test('reads features in an object, and refuses them in another coordinate system', async () => {
  const features = [{ type: 'Feature', properties: { name: 'Bowl' }, geometry: null }]
  const near = { type: 'Point', coordinates: [20.9876, 52.1234] }
  const inner = { type: 'FeatureCollection', features: features.map((one) => ({ ...one, geometry: near })) }
  expect(await read('inner.json', { status: 'ok', data: inner })).toEqual([
    [expect.stringMatching(/^made-/), 'Bowl', 52.1234, 20.9876],
  ])
  const crs = { type: 'name', properties: { name: 'EPSG:25831' } }
  await expect(read('crs.json', { data: { ...inner, crs } })).rejects.toThrow(/EPSG:25831/)
})

test("reads the values in Wikidata's answers", async () => {
  const binding = {
    item: { type: 'uri', value: 'http://www.wikidata.org/entity/Q1' },
    itemLabel: { type: 'literal', 'xml:lang': 'en', value: 'Bowl' },
    coord: { type: 'literal', datatype: 'wktLiteral', value: 'Point(20.9876 52.1234)' },
  }
  expect(await read('query.json', { head: { vars: ['item'] }, results: { bindings: [binding] } })).toEqual([
    [expect.stringMatching(/^made-/), 'Bowl', 52.1234, 20.9876],
  ])
})

test('reads one object per line', async () => {
  const lines = records.map((record) => JSON.stringify(record)).join('\n')
  expect(await read('list.ndjson', lines)).toEqual(EXPECTED)
  const nested = {
    name: { fi: 'Bowl' },
    location: {
      coordinates: { tm35fin: { lon: 430604.5, lat: 6898026.4 }, wgs84: { lon: 20.9876, lat: 52.1234 } },
    },
  }
  expect(await read('nested.ndjson', JSON.stringify(nested))).toEqual([
    [expect.stringMatching(/^made-/), 'Bowl', 52.1234, 20.9876],
  ])
})

test.for([
  { geometry: { location: { lat: 52.1234, lng: 20.9876 }, viewport: { northeast: { lat: 53, lng: 21 } } } },
  { loc: { type: 'Point', coordinates: [20.9876, 52.1234] } },
  { whereabouts: { coordinates: [20.9876, 52.1234], type: 'Point' } },
  { geometry: { type: 'Point', coordinates: [20.9876, 52.1234] } },
  { location: { _latitude: 52.1234, _longitude: 20.9876 } },
])('reads the position of an object: %j', async (position) => {
  expect(await read('object.json', [{ id: 1, name: 'Bowl', ...position }])).toEqual([
    ['1', 'Bowl', 52.1234, 20.9876],
  ])
})

test('says why a list has no records', async () => {
  expect(await read('none.json', { records: [{}], results: [] })).toEqual(['no position'])
  expect(await read('other.json', { elements: [{ type: 'node', id: 1, lat: 1, lon: 2 }] })).toBe(
    'no places to skate',
  )
  expect(await read('empty.json', { success: true, result: { fields: [], records: [] } })).toBe('no records')
  const deep = '{"":'.repeat(100_000)
  for (const content of [
    deep,
    '{"data":{"items":[{}]}',
    '{"data":{"items":[{}]}}}',
    '[]',
    '[1,2]',
    '{"layers":[{"a":1}]}',
    '[{"name":"Bowl"}',
    '[{"name":"Bowl"}]]',
  ])
    await expect(read('broken.json', content), content).rejects.toThrow(/no GeoJSON features|not JSON/)
})

test('reads places to skate, and only those, from the JSON of Overpass', async () => {
  const sport = { sport: 'skateboard', name: 'Bowl' }
  const bounds = { minlat: 52.1, minlon: 20.9, maxlat: 52.3, maxlon: 21.1 }
  const elements = [
    { type: 'node', id: 1, lat: 52.1, lon: 20.9, tags: sport },
    { type: 'way', id: 2, center: { lat: 52.2, lon: 20.8 }, nodes: [3], tags: sport },
    { type: 'relation', id: 4, bounds, tags: sport },
    { type: 'node', id: 3, lat: 1, lon: 2 },
    { type: 'node', id: 5, lat: 1, lon: 2, tags: { amenity: 'cafe' } },
    { type: 'way', id: 6, nodes: [3], tags: sport },
  ]
  expect(await read('overpass.json', { version: 0.6, generator: 'Overpass API', elements })).toEqual([
    ['node/1', 'Bowl', 52.1, 20.9],
    ['way/2', 'Bowl', 52.2, 20.8],
    ['relation/4', 'Bowl', expect.closeTo(52.2, 9), expect.closeTo(21, 9)],
    'no position',
  ])
})

test('reads the center or the bounds of a way without its nodes', async () => {
  const tags = '<tag k="sport" v="skateboard"/><tag k="name" v="Bowl"/>'
  const bounds = '<bounds minlat="52.1" minlon="20.9" maxlat="52.3" maxlon="21.1"/>'
  const ways = `<way id="1"><center lat="52.1" lon="20.9"/><nd ref="1"/>${tags}</way><way id="2">${bounds}${tags}</way><way id="3"><bounds minlat="52"/>${tags}</way>`
  expect(await read('overpass.osm', `<osm version="0.6">${ways}</osm>`)).toEqual([
    ['way/1', 'Bowl', 52.1, 20.9],
    ['way/2', 'Bowl', expect.closeTo(52.2, 9), expect.closeTo(21, 9)],
    'no position',
  ])
})
