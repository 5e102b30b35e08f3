import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { importRecords } from './import.ts'
import type { Defaults } from './validate-record.ts'
import { readRecords } from './read-records.ts'

let it: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'nollie-import-'))
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql`truncate spots cascade`.execute(it.db)
})

const OSM: Defaults = {
  source: 'OpenStreetMap',
  licence: 'ODbL 1.0',
  url: 'https://www.openstreetmap.org/copyright',
}

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function runImport(path: string, defaults: Defaults = OSM) {
  const lines: string[] = []
  const counts = await importRecords({
    db: it.db,
    records: readRecords(path),
    defaults,
    print: (line) => lines.push(line),
  })
  return { counts, lines }
}

function spots() {
  return it.db
    .selectFrom('spots')
    .select([
      'name',
      'city',
      'country',
      'spot_types',
      'source',
      'source_id',
      'source_licence',
      'source_url',
      'latitude',
      'longitude',
      'created_by',
    ])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}

type Properties = Record<string, unknown>

function point(longitude: number, latitude: number, properties: Properties = {}, rest: object = {}) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties,
    ...rest,
  }
}

function geojson(...features: object[]) {
  return file('some.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
}

test('GeoJSON, KML, and CSV result in the same spots, with source and license', async () => {
  const expected = [
    {
      name: 'Long ledge',
      spot_types: ['ledges'],
      source: 'Our list',
      source_id: '7',
      source_licence: 'CC0',
      latitude: 41.38,
      longitude: 2.17,
      city: 'Barcelona',
      created_by: null,
    },
  ]
  const properties = { id: 7, name: 'Long ledge', type: 'ledges', source: 'Our list', licence: 'CC0' }
  const files = [
    geojson(point(2.17, 41.38, properties)),
    file('lines.geojsonl', `${JSON.stringify(point(2.17, 41.38, properties))}\n\n`),
    file(
      'some.csv',
      '\uFEFFID;Name;Type;Lat;Lng;Source;Licence\n7;"Long ledge";ledges;41,38;2,17;Our list;CC0\n',
    ),
    file(
      'some.kml',
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark id="7"><name>Long ledge</name>
        <ExtendedData><Data name="type"><value>ledges</value></Data><Data name="source"><value>Our list</value></Data>
        <Data name="licence"><value>CC0</value></Data></ExtendedData>
        <Point><coordinates>2.17,41.38,0</coordinates></Point></Placemark></Folder></Document></kml>`,
    ),
  ]
  for (const path of files) {
    await sql`truncate spots cascade`.execute(it.db)
    expect((await runImport(path, {})).lines, path).toEqual([])
    expect(await spots(), path).toMatchObject(expected)
  }
})

test('text in a file can’t move the terminal’s cursor when the report is printed', async () => {
  const { lines } = await runImport(geojson(point(2.17, 41.38, { name: 'Ledge\u001b[2J\u202e' })))
  expect(lines).toEqual([
    'refused feature 1 "Ledge [2J ": name: This contains characters that can’t be shown.',
  ])
})

test('importing twice changes nothing, and deleted spots stay deleted', async () => {
  const path = geojson(
    point(2.1, 41.3, { name: 'One' }, { id: 'node/1' }),
    point(2.2, 41.4, { name: 'Two park' }),
  )
  expect((await runImport(path)).counts).toMatchObject({ read: 2, added: 2 })
  const before = await spots()
  expect((await runImport(path)).counts).toMatchObject({ read: 2, added: 0, known: 2 })
  expect(await spots()).toEqual(before)
  await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('name', '=', 'One').execute()
  const third = await runImport(path)
  expect(third.counts).toMatchObject({ added: 0, known: 2 })
  expect(third.lines).toEqual(['known   feature 1 "One": was deleted here and stays deleted'])
  expect((await spots()).map(({ name }) => name)).toEqual(['Two park'])
})

test('a record within 30 meters of a spot is reported instead of created, even within the file', async () => {
  await runImport(geojson(point(2.1, 41.3, { name: 'Skatepark' }, { id: 'a' })))
  const second = geojson(
    point(2.1002, 41.3001, { name: 'The park' }, { id: 'b' }),
    point(2.2, 41.4, { name: 'Plaza' }, { id: 'c' }),
    point(2.2, 41.40009, { name: 'Same plaza' }, { id: 'd' }),
  )
  const { counts, lines } = await runImport(second)
  expect(counts).toMatchObject({ read: 3, added: 1, same: 2 })
  expect(lines).toEqual([
    'same    feature 1 "The park": likely "Skatepark", 20 m away',
    'same    feature 3 "Same plaza": likely "Plaza", 10 m away',
  ])
})

test('importing a file has the same result as importing its records one by one, even in unusual cases', async () => {
  const metre = 1 / 111_195
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const towns: [number, number][] = [
    [2.1, 41.3],
    [179.99999, -16.5],
    [-179.99999, -16.5],
    [15.6, 84.9],
    [0, 1e-7],
  ]
  const features = Array.from({ length: 160 }, (_, n) => {
    const [lng, lat] = towns[random(towns.length)] ?? [0, 1]
    const at = [lng, lat + random(1_000) * 0.13 * metre] as const
    const source = ['OpenStreetMap', 'Our list'][random(2)]
    return point(...at, { name: `Park ${n}`, source, licence: 'CC0' }, { id: `node/${n}` })
  })
  // One spot that was deleted, and one that still exists.
  const before = async () => {
    await sql`truncate spots cascade`.execute(it.db)
    const here = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
      point(
        9 + n,
        9,
        { name: n < 3 ? 'Gone' : 'Here', source: 'Our list', licence: 'CC0' },
        { id: `node/${n}` },
      ),
    )
    await runImport(geojson(...here))
    await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('name', '=', 'Gone').execute()
  }
  await before()
  const one: string[] = []
  for (const [n, feature] of features.entries()) {
    const { lines } = await runImport(geojson(feature))
    one.push(...lines.map((line) => line.replace('feature 1 ', `feature ${n + 1} `)))
  }
  const expected = await spots()
  await before()
  const { lines, counts } = await runImport(geojson(...features))
  expect(lines.toSorted()).toEqual(one.toSorted())
  expect(await spots()).toEqual(expected)
  for (const came of ['added', 'same', 'known', 'refused'] as const) expect(counts[came]).toBeGreaterThan(2)
})

test('two records with the same id in a file are two spots, unless they are the same place', async () => {
  const { counts, lines } = await runImport(
    geojson(
      point(2.1, 41.3, { name: 'Park' }, { id: 'a' }),
      point(2.1001, 41.3, { name: 'Same park' }, { id: 'a' }),
      point(2.2, 41.3, { name: 'Another park' }, { id: 'a' }),
    ),
  )
  expect(counts).toMatchObject({ read: 3, added: 2, same: 1, known: 0 })
  expect(lines).toEqual(['same    feature 2 "Same park": likely "Park", 8 m away'])
  expect((await spots()).map(({ name }) => name)).toEqual(['Another park', 'Park'])
})

test('two concurrent imports of the same file import each record once', async () => {
  const features = Array.from({ length: 300 }, (_, n) =>
    point((n + 1) / 10, 50, { name: 'Park' }, { id: `node/${n}` }),
  )
  const path = geojson(...features)
  const both = await Promise.all([runImport(path), runImport(path)])
  expect(await spots()).toHaveLength(300)
  expect(both.map(({ counts }) => counts.added + counts.known + counts.same)).toEqual([300, 300])
})

test('a spot without a name gets one from its type and town', async () => {
  await runImport(geojson(point(2.1668, 41.3833, { leisure: 'skate_park', sport: 'skateboard', name: '' })))
  expect(await spots()).toMatchObject([
    { name: 'Skatepark in Barcelona', city: 'Barcelona', country: 'Spain', spot_types: ['park'] },
  ])
})

test('a record that isn’t a spot, or might not be one, is refused with a readable reason', async () => {
  const far = (i: number) => [2 + i / 10, 41] as const
  const { lines, counts } = await runImport(
    geojson(
      point(...far(0), { name: 'Board Shop' }),
      point(...far(1), { name: 'Rink', sport: 'roller_skating' }),
      point(...far(2), { name: 'Rental', sport: 'sup;skateboard' }),
      point(...far(3), { name: 'x'.repeat(121) }),
      { type: 'Feature', geometry: null, properties: { name: 'Nowhere' } },
      point(0, 0, { name: 'Zero' }),
      point(999, 41, { name: 'Beyond' }),
      point(...far(4), { name: 'Backyard', access: 'private' }),
      point(...far(5), { name: 'Odd address', source_url: 'javascript:alert(1)' }),
    ),
  )
  expect(lines.map((line) => line.replace(/^refused feature \d+( ".{0,20}.*")?: /, ''))).toEqual([
    'a shop, going by its name',
    'no skateboarding (sport=roller_skating)',
    'a shop or school: it also offers sup',
    expect.stringContaining('name'),
    'no position',
    'no position (0,0)',
    expect.stringContaining('longitude'),
    'not open to people (access=private)',
    "the source's address is invalid (javascript:alert(1))",
  ])
  expect(counts).toMatchObject({ read: 9, refused: 9, added: 0 })
  expect((await runImport(geojson(point(2, 41, { name: 'Park' })), { source: 'Somebody' })).lines).toEqual([
    'refused feature 1 "Park": no license: set it with --licence',
  ])
})

test('types are imported if they are named, and never guessed', async () => {
  await runImport(
    geojson(
      point(1, 41, { name: 'A', spot_types: ['mini_ramp', 'Manual Pad', 'swimming pool'] }),
      point(2, 41, { name: 'B bowl', leisure: 'pitch', sport: 'skateboard' }),
      point(3, 41, { name: 'C' }),
    ),
  )
  expect((await spots()).map(({ spot_types }) => spot_types)).toEqual([
    ['mini-ramp', 'manual-pad'],
    ['park', 'bowl'],
    ['other'],
  ])
})

test('refuses other formats and broken files with a readable one-line message', async () => {
  await expect(runImport(file('broken.geojson', '{"type"'))).rejects.toThrow('is not JSON')
  await expect(runImport(file('none.geojson', '[]'))).rejects.toThrow('contains no GeoJSON features')
  await expect(runImport(file('broken.kml', '<kml><a></kml>'))).rejects.toThrow('is not KML')
  expect(() => readRecords('list.xlsx')).toThrow('the name must end in')
})

const REAL = fileURLToPath(new URL('../../../../../shared/data/osm-barcelona-skate.geojson', import.meta.url))

test.skipIf(!existsSync(REAL))(
  `imports all real data from OpenStreetMap, except shops and rinks${existsSync(REAL) ? '' : ' (skipped: the data file is not on this machine)'}`,
  async () => {
    const { counts, lines } = await runImport(REAL)
    expect(counts).toMatchObject({ read: 71, refused: 10 })
    expect(counts.added + counts.same).toBe(61)
    const all = await spots()
    expect(all).toHaveLength(counts.added)
    expect(
      all.every(({ source, source_licence }) => source === 'OpenStreetMap' && source_licence === 'ODbL 1.0'),
    ).toBe(true)
    expect(all.every(({ country, name }) => country === 'Spain' && name.length > 0)).toBe(true)
    expect(all.map(({ name }) => name).filter((name) => /shop|skateboards|Roex/i.test(name))).toEqual([])
    // Nothing in these two shops' records shows that they aren't spots, so they are added with a note.
    expect(lines.filter((line) => line.startsWith('check')).join()).toMatch(/Rufus.*Al Carrer/)
    expect((await runImport(REAL)).counts).toMatchObject({
      added: 0,
      known: counts.added,
      updated: 0,
      conflicts: 0,
    })
  },
)
