import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecords } from './read-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-exponents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Reads the position of a file's only record. */
async function placeOne(name: string, content: string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const places: unknown[] = []
  for await (const { at, unreadable } of readRecords(path))
    places.push(at ? [Number(at.latitude.toFixed(4)), Number(at.longitude.toFixed(4))] : unreadable)
  expect(places).toHaveLength(1)
  return places[0]
}

function csv(column: string, value: string) {
  return `name;${column}\nPark;"${value}"\n`
}

test.for([
  ['a.gpx', '<gpx><wpt lat="4.138e1" lon="2.17E0"><name>Park</name></wpt></gpx>'],
  ['b.gpx', '<gpx><wpt lat="4.138E+01" lon="2.170e+00"><name>Park</name></wpt></gpx>'],
  [
    'a.kml',
    '<kml><Placemark><name>Park</name><Point><coordinates>2.17e0,4.138e1,0</coordinates></Point></Placemark></kml>',
  ],
  ['a.csv', csv('wkt', 'POINT (2.17e0 4.138e1)')],
  ['b.csv', csv('geom', 'SRID=4326;MULTIPOINT((2.17E+00 4.138E+01))')],
  ['c.csv', csv('coordinates', '4.138e1,2.17e0')],
  ['d.csv', csv('coordinates', '4.138E+01, 2.17E+00')],
  ['e.csv', 'name;lat;lon\nPark;4,138E+01;2,17E+00\n'],
  [
    'a.geojson',
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'Park' },
      geometry: { type: 'Point', coordinates: ['2.17e0', '4.138e1'] },
    }),
  ],
] as const)('reads exponents in %s', async ([name, content]) => {
  expect(await placeOne(name, content)).toEqual([41.38, 2.17])
})

test('an E between degrees means east', async () => {
  for (const text of ['2.17E41.38N', '2.17E 41.38N', '41.38N 2.17E', 'E2.17 N41.38'])
    expect(await placeOne('east.csv', csv('coordinates', text)), text).toEqual([41.38, 2.17])
})
