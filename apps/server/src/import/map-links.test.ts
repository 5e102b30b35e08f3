import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RawRecord, readRecords } from './read-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-map-links-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HERE = 'https://www.google.com/maps/@47.5234,8.9678,17z'
const AT = { latitude: 47.5234, longitude: 8.9678 }

async function readOne(ending: string, text: string): Promise<RawRecord> {
  const path = join(folder, `file.${ending}`)
  writeFileSync(path, text)
  const records: RawRecord[] = []
  for await (const record of readRecords(path)) records.push(record)
  expect(records).toHaveLength(1)
  return records[0] as RawRecord
}

function readFeature(properties: Record<string, unknown>, geometry: unknown = null) {
  return readOne('geojson', JSON.stringify({ type: 'Feature', properties, geometry }))
}

function readRow(fields: Record<string, string>) {
  return readOne('csv', [Object.keys(fields), Object.values(fields)].map((row) => row.join('\t')).join('\n'))
}

test.for([
  'Where',
  'address',
  'Adresse',
  '場所',
  'city',
  'website',
  'Google-Link',
  'field_17',
  'notes',
  'details.where',
])('a map link in the field %s gives the position', async (field) => {
  expect(await readRow({ name: 'Park', [field]: ` ${HERE} ` })).toMatchObject({ at: AT })
  expect(await readFeature({ name: 'Park', [field]: HERE })).toMatchObject({ at: AT })
})

test('a map link is found in nested fields and in HTML, but not in fields about something else', async () => {
  expect(await readFeature({ venue: { found: { at: HERE } } })).toMatchObject({ at: AT })
  const html = `<Placemark><description><![CDATA[<a href="${HERE}">${HERE}</a>]]></description></Placemark>`
  expect(await readOne('kml', `<kml>${html}</kml>`)).toMatchObject({ at: AT })
  expect(await readFeature({ owner: { where: HERE } })).toMatchObject({ at: null })
  expect(await readRow({ name: 'Park', 'owner.where': HERE })).toMatchObject({ at: null })
})

test('a map link among other words is not a position', async () => {
  for (const text of [`We met here: ${HERE}`, `${HERE} is the shop`, `see:${HERE} or ask`])
    expect(await readFeature({ name: 'Park', notes: text, Where: text }), text).toMatchObject({ at: null })
  for (const text of ['https://example.com/@47.5234,8.9678', 'Tel:47.5234/8.9678', 'lat:47.52,lng:8.96'])
    expect(await readFeature({ name: 'Park', Where: text }), text).toMatchObject({ at: null })
})

test('a map link is ignored if the record has another position', async () => {
  const point = { type: 'Point', coordinates: [2.17, 41.38] }
  const barcelona = { at: { latitude: 41.38, longitude: 2.17 } }
  expect(await readFeature({ Where: HERE }, point)).toMatchObject(barcelona)
  expect(await readRow({ Where: HERE, lat: '41.38', lng: '2.17' })).toMatchObject(barcelona)
  expect(await readRow({ Where: HERE, coordinates: '41.38, 2.17' })).toMatchObject(barcelona)
  expect(await readFeature({ Where: HERE }, { type: 'Point', coordinates: [0, 0] })).toMatchObject({ at: AT })
})

test('map links that lead to different places are refused', async () => {
  const near = 'https://www.openstreetmap.org/?mlat=47.5239&mlon=8.9678'
  const far = 'https://yandex.ru/maps/?pt=8.9678,47.5334&z=17'
  expect(await readRow({ name: 'Park', Where: HERE, map: near })).toMatchObject({ at: { longitude: 8.9678 } })
  const disagreeing: Record<string, string>[] = [
    { Where: HERE, map: far },
    { Where: HERE, address: far },
    { map: HERE, url: far },
    { a: near, b: HERE, c: far },
  ]
  for (const fields of disagreeing)
    expect(await readRow({ name: 'Park', ...fields }), JSON.stringify(fields)).toMatchObject({
      at: null,
      unreadable: expect.stringMatching(/^its map links are 1\.\d km apart$/),
    })
})

test('a map link is not used as a name or an address', async () => {
  const { properties } = await readRow({ name: HERE, address: HERE, city: 'Wil', notes: HERE })
  expect(properties).toEqual({ city: 'Wil', description: HERE, map_links: [HERE, HERE, HERE] })
})
