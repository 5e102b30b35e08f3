import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { writeExtract } from '../../../test/makers/street-files.ts'
import { parseFacts } from '../facts-in-record.ts'
import { type RawRecord, readRecords } from '../read-records.ts'
import { validateRecord } from '../validate-record.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-readers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function zipped(name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  const zip = new ZipFile()
  for (const [entry, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), entry)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function read(path: string, encoding?: string): Promise<RawRecord[]> {
  const records: RawRecord[] = []
  for await (const record of readRecords(path, encoding)) records.push(record)
  return records
}

function listPlaces(records: RawRecord[]) {
  return records.map(({ properties, at }) => [properties.name, at?.latitude, at?.longitude])
}

function mark(name: string, at: string) {
  return `<Placemark><name>${name}</name><Point><coordinates>${at}</coordinates></Point></Placemark>`
}

function kml(...marks: string[]) {
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`
}

function feature(name: string, more: object = {}) {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [2.17, 41.38] },
    properties: { name },
    ...more,
  }
}

test('reads GPX waypoints, but not tracks and routes', async () => {
  const path = file(
    'some.gpx',
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>No</name></metadata>
    <wpt lat="41.38" lon="2.17"><ele>12</ele><name>Ledge &amp; rail</name><cmt>Waxed</cmt><type>ledges</type></wpt>
    <wpt lat="" lon="2.2"><name>Nowhere</name></wpt>
    <trk><name>A way</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>`,
  )
  const records = await read(path)
  expect(listPlaces(records)).toEqual([
    ['Ledge & rail', 41.38, 2.17],
    ['Nowhere', undefined, undefined],
  ])
  expect(records[0]?.properties).toMatchObject({ description: 'Waxed', type: 'ledges' })
})

test('unpacks KMZ while reading it: its doc.kml, or else the first map in it', async () => {
  const pictures = { 'files/a.png': 'no picture' }
  const one = await zipped('one.kmz', { ...pictures, 'doc.kml': kml(mark('One', '2.1,41.3,0')) })
  const other = await zipped('other.kmz', { 'maps/spots.kml': kml(mark('Two', '2.2,41.4')), ...pictures })
  expect(listPlaces(await read(one))).toEqual([['One', 41.3, 2.1]])
  expect(listPlaces(await read(other))).toEqual([['Two', 41.4, 2.2]])
  await expect(read(await zipped('none.kmz', pictures))).rejects.toThrow('contains no KML')
  await expect(read(file('broken.kmz', 'PK nothing'))).rejects.toThrow('is not KMZ')
})

test('if data or columns have the same name, uses the first non-empty value', async () => {
  const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`
  const path = file(
    'twice.kml',
    kml(
      `<Placemark><ExtendedData>${data('Name', '')}${data('Name', 'First')}${data('Name', 'Second')}</ExtendedData><Point><coordinates>2,41</coordinates></Point></Placemark>`,
    ),
  )
  expect(listPlaces(await read(path))).toEqual([['First', 41, 2]])
  expect(listPlaces(await read(file('twice.csv', 'name,name,lat,lon\n,First,41,2\nA,B,42,3\n')))).toEqual([
    ['First', 41, 2],
    ['A', 42, 3],
  ])
})

test('rejects a row with more values than columns, because its position may be another value', async () => {
  const path = file('shifted.csv', 'name,price,lat,lon\nA,1,41,2\nB,1,5,41,2\nC,"1,5",41,2,,\n')
  const records = await read(path)
  expect(listPlaces(records)).toEqual([
    ['A', 41, 2],
    [undefined, undefined, undefined],
    ['C', 41, 2],
  ])
  expect(records[1]?.unreadable).toMatch(/more values than the header has columns/)
})

test('GPX: reads a waypoint’s own fields before extension fields', async () => {
  const path = file(
    'extended.gpx',
    `<gpx xmlns:gpxx="g"><wpt lat="41" lon="2"><name>Own</name><desc>a &lt; b &amp;amp; c</desc><extensions><gpxx:WaypointExtension>
    <gpxx:Name>Other</gpxx:Name><gpxx:Address><gpxx:StreetAddress>Way 1</gpxx:StreetAddress><gpxx:City>Town</gpxx:City></gpxx:Address>
    </gpxx:WaypointExtension></extensions></wpt></gpx>`,
  )
  const [point] = await read(path)
  expect(point?.properties).toMatchObject({
    name: 'Own',
    description: 'a < b &amp; c',
    address: 'Way 1',
    city: 'Town',
  })
})

test('KML with prefixes, CDATA, shapes, and its own data', async () => {
  const path = file(
    'shapes.kml',
    `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark id="p1"><k:name><![CDATA[Bowl <3]]></k:name>
    <k:ExtendedData><k:SchemaData><k:SimpleData name="Surface">smooth</k:SimpleData></k:SchemaData></k:ExtendedData>
    <k:MultiGeometry><k:Polygon><k:outerBoundaryIs><k:LinearRing><k:coordinates>2,41 2.2,41 2.2,41.2 2,41.2 2,41</k:coordinates></k:LinearRing></k:outerBoundaryIs></k:Polygon></k:MultiGeometry></k:Placemark></k:kml>`,
  )
  const [bowl] = await read(path)
  expect(bowl?.properties).toEqual({ id: 'p1', name: 'Bowl <3', surface: 'smooth' })
  expect(bowl?.at?.latitude).toBeCloseTo(41.1)
})

test('splits GeoJSON into features regardless of line breaks, even if common declarations follow them', async () => {
  const whole = { type: 'FeatureCollection', features: [feature('A "] }'), feature('B')], source: 'List' }
  const text = JSON.stringify(whole, null, 2)
  expect((await read(file('late.geojson', text))).map(({ properties }) => properties)).toEqual([
    { name: 'A "] }', source: 'List' },
    { name: 'B', source: 'List' },
  ])
  expect(listPlaces(await read(file('one.json', JSON.stringify(feature('Only')))))).toEqual([
    ['Only', 41.38, 2.17],
  ])
  expect(await read(file('empty.geojson', '{"type":"FeatureCollection","features":[]}'))).toEqual([])
  await expect(read(file('cut.geojson', text.slice(0, -20)))).rejects.toThrow('is cut off')
})

test('CSV: usual column names, separators, quotes, and positions in one column', async () => {
  const files = {
    'de.csv': 'Titel;Breite;Länge;PLZ\n"Rampe; ""alt""";52,5;13,4;10115\n',
    'excel.csv': 'sep=|\r\nname|coordinates\r\nRail|"41.38, 2.17"\r\n',
    'wkt.tsv': 'Spot Name\tgeom\nBank\tPOINT (2.17 41.38)\n',
    'lines.csv': 'name,notes,lat,lng\n"Two\nlines","a ""b""",1,2\n\nNext,,3,4\n',
  }
  const read1 = async (name: keyof typeof files) => listPlaces(await read(file(name, files[name])))
  expect(await read1('de.csv')).toEqual([['Rampe; "alt"', 52.5, 13.4]])
  expect(await read1('excel.csv')).toEqual([['Rail', 41.38, 2.17]])
  expect(await read1('wkt.tsv')).toEqual([['Bank', 41.38, 2.17]])
  expect((await read(file('lines.csv', files['lines.csv']))).map(({ where }) => where)).toEqual([
    'line 2',
    'line 5',
  ])
})

test('CSV: reports the line of a quote that never ends, and uses none of the text after it', async () => {
  const head = 'name,notes,lat,lng\n"A",,1,2\n'
  const seen = async (rest: string) =>
    (await read(file('quote.csv', head + rest))).map(({ where, properties, unreadable: why }) => [
      where,
      why ?? properties.name,
    ])
  const never = (line: number) => `a quote that starts in line ${line} is never closed`
  expect(await seen('B,"a\nC,,3,4\nD,,5,6\n')).toEqual([
    ['line 2', 'A'],
    ['line 3', never(3)],
  ])
  // If the next quote opens in another row, the text after it is read.
  expect(await seen('"B\nb","""b""",3,4\n"C,,3,4\n"D",,5,6\n"E",,7,8\n')).toEqual([
    ['line 2', 'A'],
    ['line 3', 'B b'],
    ['line 5', never(5)],
    ['line 7', 'E'],
  ])
  expect(await seen('"B"s,"two\nlines" ,3,4\n')).toEqual([
    ['line 2', 'A'],
    ['line 3', 'Bs'],
  ])
  await expect(read(file('head.csv', 'name,"lat,lng\nA,1,2\n'))).rejects.toThrow(never(1))
})

test('reads other encodings if the file or the operator declares them', async () => {
  const text = 'name,lat,lng\nPlaça,41,2\n'
  const latin = Buffer.from(text, 'latin1')
  expect(listPlaces(await read(file('a.csv', latin), 'windows-1252'))).toEqual([['Plaça', 41, 2]])
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  expect(listPlaces(await read(file('b.csv', marked)))).toEqual([['Plaça', 41, 2]])
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><kml>${mark('Plaça', '2,41')}</kml>`
  expect(listPlaces(await read(file('c.kml', Buffer.from(xml, 'latin1'))))).toEqual([['Plaça', 41, 2]])
  // Without the encoding, the record is refused instead of being stored with garbled letters.
  const [broken] = await read(file('d.csv', latin))
  const defaults = { source: 'List', licence: 'CC0' }
  expect(broken && validateRecord(broken, defaults)).toEqual({
    kind: 'unreadable',
    refused: expect.stringContaining('--encoding'),
  })
  await expect(read(file('e.csv', latin), 'klingon')).rejects.toThrow('unknown encoding')
})

test('reads places to skate from an OpenStreetMap extract: nodes, ways, and relations, with their tags', async () => {
  const path = join(folder, 'town.osm.pbf')
  writeExtract(path, {
    nodes: [
      {
        id: 1,
        lon: 7.41,
        lat: 43.73,
        tags: { sport: 'skateboard', name: 'Bowl', source: 'survey', lit: 'yes' },
      },
      { id: 2, lon: 7.4, lat: 43.7 },
      { id: 3, lon: 7.42, lat: 43.72 },
      { id: 4, lon: 7.4, lat: 43.72, tags: { amenity: 'cafe', name: 'No' } },
    ],
    ways: [
      { id: 9, refs: [2, 3], tags: { leisure: 'pitch', sport: 'bmx;skateboard', smoothness: 'good' } },
      { id: 10, refs: [2, 4], tags: { highway: 'residential' } },
      { id: 11, refs: [2, 3], tags: {} },
    ],
    relations: [{ id: 5, outer: [11], tags: { type: 'multipolygon', leisure: 'skatepark' } }],
  })
  const records = await read(path)
  expect(records.map(({ where }) => where)).toEqual(['node/1', 'way/9', 'relation/5'])
  const [bowl, pitch, park] = records
  expect(bowl?.properties).toEqual({ sport: 'skateboard', name: 'Bowl', lit: 'yes', id: 'node/1' })
  for (const at of [pitch?.at, park?.at]) {
    expect(at?.latitude).toBeCloseTo(43.71)
    expect(at?.longitude).toBeCloseTo(7.41)
  }
  await expect(read(file('broken.osm.pbf', 'nothing'))).rejects.toThrow('It is not an .osm.pbf')
})

test('tags that state a fact become facts, and nothing is guessed', () => {
  expect(
    parseFacts({
      smoothness: 'excellent',
      surface: 'asphalt',
      lit: 'no',
      covered: 'partial',
      wheelchair: 'limited',
      fee: 'no',
      opening_hours: 'mo-su 8:00-22:00; PH off',
    }),
  ).toEqual({
    surface: 'smooth',
    ground: 'asphalt',
    light_at_night: 'none',
    roof: 'partial',
    wheelchair: 'partly',
    fee: 'free',
    opening_hours: 'Mo-Su 08:00-22:00',
  })
  expect(parseFacts({ fee: '5 EUR', opening_hours: 'Apr-Oct sunrise-sunset' })).toEqual({})
  const seasons = { fee: 'yes', charge: '2 EUR after 18:00', opening_hours: 'Apr-Sep Mo-Su 09:00-21:00' }
  expect(parseFacts(seasons)).toEqual({
    fee: 'paid',
    fee_note: '2 EUR after 18:00',
    opening_hours: 'Apr-Sep Mo-Su 09:00-21:00',
  })
  expect(parseFacts({ charge: 'x'.repeat(81), fee_note: null })).toEqual({})
  expect(parseFacts({ surface: 'concrete', lit: 'sometimes', toilets: 'yes', drinking_water: 'no' })).toEqual(
    {
      ground: 'concrete',
      toilet: true,
      water: false,
    },
  )
  expect(
    parseFacts({ surface: 'gravel', light_at_night: 'Partial', for_beginners: 'yes', run_up: 'huge' }),
  ).toEqual({
    surface: 'crusty',
    light_at_night: 'partial',
    for_beginners: true,
  })
  expect(parseFacts({ surface: 'constructor', lit: '__proto__' })).toEqual({})
})

test('an unreadable record is reported, and later ones are still read', async () => {
  const huge = 'x'.repeat(1_100_000)
  const lines = file(
    'lines.geojsonl',
    `${JSON.stringify(feature('A'))}\n{"type"\n${JSON.stringify(feature(huge))}\n[1]\n${JSON.stringify(feature('B'))}\n`,
  )
  const csv = file('huge.csv', `name,lat,lng\n${huge},1,2\nB,1,2\n`)
  const collection = file(
    'huge.geojson',
    JSON.stringify({ type: 'FeatureCollection', features: [feature(huge), feature('B')] }),
  )
  const big = file(
    'huge.kml',
    kml(...Array.from({ length: 3 }, () => mark('B', '2,41'))).replace('B', 'x'.repeat(900_000)),
  )
  const seen = async (path: string) =>
    (await read(path)).map(({ where, properties, unreadable: why }) => [
      where,
      why?.slice(0, 20) ?? properties.name,
    ])
  expect(await seen(lines)).toEqual([
    ['line 1', 'A'],
    ['line 2', expect.stringContaining('not JSON')],
    ['line 3', 'longer than 1000000 '],
    ['line 4', 'no GeoJSON feature'],
    ['line 5', 'B'],
  ])
  expect(await seen(csv)).toEqual([
    ['line 2', 'longer than 1000000 '],
    ['line 3', 'B'],
  ])
  expect((await seen(collection)).map(([, what]) => what)).toEqual(['longer than 1000000 ', 'B'])
  expect(await read(big)).toHaveLength(3)
})

test('hostile files are refused with one line: entities, endless elements and text, deep nesting, bombs', async () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><kml>${mark('&b;', '2,41')}</kml>`
  await expect(read(file('laughs.kml', laughs))).rejects.toThrow('DOCTYPE')
  await expect(read(file('entity.kml', kml(mark('&secret;', '2,41'))))).rejects.toThrow('is not KML')
  const outside = '<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>'
  await expect(read(file('outside.gpx', outside))).rejects.toThrow('DOCTYPE')
  await expect(read(file('deep.kml', '<a>'.repeat(10_000)))).rejects.toThrow('nested deeper')
  await expect(
    read(file('text.gpx', `<gpx><wpt lat="1" lon="2"><name>${'x'.repeat(3_000_000)}`)),
  ).rejects.toThrow('longer than')
  const nested = `{"type":"FeatureCollection","features":[${JSON.stringify(feature('Deep')).replace(
    '[2.17,41.38]',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  )}]}`
  expect((await read(file('nested.geojson', nested))).map(({ at }) => at)).toEqual([null])
  // A hundred megabytes of a single character compress to a few kilobytes.
  const bomb = await zipped('bomb.kmz', { 'doc.kml': `<kml>${' '.repeat(100_000_000)}` })
  await expect(read(bomb)).rejects.toThrow('longer than')
  // The file unpacks to more bytes than the archive declares.
  await expect(read(file('lie.kmz', await lyingZip()))).rejects.toThrow('is not KMZ')
})

/** Creates an archive whose file is larger than declared. */
async function lyingZip(): Promise<Uint8Array> {
  const bytes = readFileSync(await zipped('honest.kmz', { 'doc.kml': kml(mark('Big', '2,41')) }))
  const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  bytes.writeUInt32LE(10, entry + 24)
  return bytes
}
