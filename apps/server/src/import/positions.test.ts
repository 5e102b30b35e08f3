import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { afterAll, expect, test } from 'vitest'
import { type RawRecord, readRecords } from './read-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-positions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function read(name: string, content: string): Promise<RawRecord[]> {
  const records: RawRecord[] = []
  for await (const record of readRecords(file(name, content))) records.push(record)
  return records
}

/** Formats a position with four decimals, or the reason there is none. */
function place({ at, unreadable, isLine }: RawRecord) {
  return at
    ? [Number(at.latitude.toFixed(4)), Number(at.longitude.toFixed(4))]
    : (unreadable ?? (isLine ? 'line' : 'none'))
}

async function placeOne(name: string, content: string) {
  const records = await read(name, content)
  expect(records).toHaveLength(1)
  return place(records[0] as RawRecord)
}

const UNREADABLE = "its coordinates can't be read"

/** Writes one geometry in each format that supports it. KML has its own syntax. */
function geojson(geometry: unknown, properties: object = { name: 'Park' }, more: object = {}) {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...more,
    features: [{ type: 'Feature', properties, geometry }],
  })
}

function kml(geometry: string) {
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Park</name>${geometry}</Placemark></kml>`
}

function csv(column: string, value: string) {
  return `name;${column}\nPark;"${value.replaceAll('"', '""')}"\n`
}

function inKml(coordinates: string, element = 'Polygon') {
  return kml(
    element === 'Polygon'
      ? `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
      : `<${element}><coordinates>${coordinates}</coordinates></${element}>`,
  )
}

test.for([
  ['decimal commas', '47,1234, 8,5678', [47.1234, 8.5678]],
  ['decimal commas and a semicolon', '47,2234; 8,6678', [47.2234, 8.6678]],
  ['degrees, minutes and seconds', `41°22'59"N 2°10'24"E`, [41.3831, 2.1733]],
  ['letters before', 'N 47.3234 E 8.7678', [47.3234, 8.7678]],
  ['degree signs', '47.4234°, 8.8678°', [47.4234, 8.8678]],
  ['a link of a map', 'https://www.google.com/maps/@47.5234,8.9678,17z', [47.5234, 8.9678]],
  ['a link with longitude first', 'https://yandex.ru/maps/?ll=2.1713,41.3829&z=17', [41.3829, 2.1713]],
  ['names', 'lat: 41.38 lng: 2.17', [41.38, 2.17]],
  ['full-width digits', '４１．３８，２．１７', [41.38, 2.17]],
  ['a full plus code', '8FH495MC+5G', [41.3829, 2.1713]],
  ['geo:', 'geo:41.3829,2.1713', [41.3829, 2.1713]],
] as const)('a column of positions is parsed like typed coordinates: %s', async ([, text, at]) => {
  expect(await placeOne('column.csv', csv('coordinates', text))).toEqual(at)
  expect(await placeOne('column.geojson', geojson(null, { name: 'Park', position: text }))).toEqual(at)
  const typed = readCoordinates(text)
  expect(place({ where: '', properties: {}, at: typed.kind === 'point' ? typed : null })).toEqual(at)
})

test('a short plus code is completed with its town, or with the record’s town', async () => {
  expect(await placeOne('code.csv', csv('coordinates', '95MC+5G Barcelona'))).toEqual([41.3829, 2.1713])
  expect(await placeOne('code.csv', csv('coordinates', '95MC+5G, El Raval, Barcelona, Spain'))).toEqual([
    41.3829, 2.1713,
  ])
  expect(await placeOne('city.csv', 'name,city,coordinates\nPark,Barcelona,95MC+5G\n')).toEqual([
    41.3829, 2.1713,
  ])
  expect(await placeOne('none.csv', csv('coordinates', '95MC+5G Xqzwvv'))).toBe(
    'the town in its plus code 95MC+5G is unknown',
  )
})

test('two columns are read in the ways people write them, and an empty one isn’t a number', async () => {
  const rows = async (text: string) => (await read('two.csv', `name;lat;lng\n${text}\n`)).map(place)
  expect(
    await rows(
      [
        'A;47,1234;8,5678',
        'B;N 47.1234;E 8.5678',
        'C;47.1234°;8.5678°',
        `D;"47°7'24.24""N";"8°34'4.08""E"`,
        'E;33.5 S;70.5 W',
        'F;;8.5',
        'G; ;',
        'H;47.1;',
        'I;x;8.5',
        'J;0;0',
        'K;48.2;376.37',
        'L;52.5;13.4 O',
        'M;8.5 E;47.1 N',
      ].join('\n'),
    ),
  ).toEqual([
    ...Array.from({ length: 4 }, () => [47.1234, 8.5678]),
    [-33.5, -70.5],
    'none',
    'none',
    UNREADABLE,
    UNREADABLE,
    'no position (0,0)',
    [48.2, 16.37],
    expect.stringContaining('write E or W'),
    UNREADABLE,
  ])
})

test('a link provides the position if the geometry is 0,0 or missing', async () => {
  const link = { name: 'Park', url: 'https://maps.google.com/?q=42.3,-71.1' }
  expect(await placeOne('zero.geojson', geojson({ type: 'Point', coordinates: [0, 0] }, link))).toEqual([
    42.3, -71.1,
  ])
  expect(await placeOne('null.geojson', geojson(null, link))).toEqual([42.3, -71.1])
  const other = { name: 'Park', url: 'https://example.com/@42.3,-71.1' }
  expect(await placeOne('other.geojson', geojson({ type: 'Point', coordinates: [0, 0] }, other))).toBe(
    'no position (0,0)',
  )
})

test('a stray blank or comma in KML coordinates doesn’t move the spot', async () => {
  const munich = [48.1305, 11.5705]
  for (const corners of [
    '11.570,48.130,0 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570,48.130,0 11.571, 48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570,48.130,0 11.571 ,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570 , 48.130 , 0 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    ',11.570,48.130,0 ,11.571,48.130,0 ,11.571,48.131,0 ,11.570,48.131,0 ,11.570,48.130,0',
    '11.570,48.130,0, 11.571,48.130,0, 11.571,48.131,0, 11.570,48.131,0, 11.570,48.130,0,',
    '\n\t11.570,48.130,0\n\n11.571,48.130,0\n11.571,48.131,0\n11.570,48.131,0\n11.570,48.130,0\n',
    // Skips corners with a missing comma, with letters, or in meters.
    '11.570,48.130,0 11.571 48.130,0 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570,48.130,0 x,y 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570,48.130,0 NaN,NaN,0 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0 11.570,48.130,0',
    '11.570,48.130,0 430944,4581714,0 11.571,48.130,0 11.571,48.131,0 11.570,48.131,0',
  ])
    expect(await placeOne('stray.kml', inKml(corners)), corners).toEqual(munich)
  for (const corners of ['x,y x,y', ', ,', '11.57 48.13', '11.570 48.130 11.571 48.131'])
    expect(await placeOne('bad.kml', inKml(corners)), corners).toBe(UNREADABLE)
  expect(await placeOne('point.kml', inKml('11.57, 48.13', 'Point'))).toEqual([48.13, 11.57])
  expect(await placeOne('point.kml', inKml('11,57,48,13', 'Point'))).toBe(UNREADABLE)
  expect(await placeOne('point.kml', inKml('', 'Point'))).toBe('none')
})

test('a skipped corner is reported, so that a person checks the spot', async () => {
  const [record] = await read(
    'bad.geojson',
    geojson({
      type: 'Polygon',
      coordinates: [
        [
          [2, 41],
          [2.001, 41],
          [null, 41],
          [2.001, 41.001],
          [2, 41.001],
          [2, 41],
        ],
      ],
    }),
  )
  expect(record).toMatchObject({ doubt: "1 of its corners can't be read and was left out" })
  expect(record && place(record)).toEqual([41.0005, 2.0005])
})

test('shapes across the 180th meridian have the right center, and longitudes beyond it are normalized', async () => {
  const whole = [
    [179.9991, -16.8],
    [-179.9997, -16.8],
    [-179.9997, -16.799],
    [179.9991, -16.799],
  ]
  const split = [
    [
      [
        [179.9991, -16.7],
        [180, -16.7],
        [180, -16.699],
        [179.9991, -16.7],
      ],
    ],
    [
      [
        [-180, -16.7],
        [-179.9997, -16.7],
        [-180, -16.699],
        [-180, -16.7],
      ],
    ],
  ]
  const taveuni = [-16.7995, 179.9997]
  expect(await placeOne('a.geojson', geojson({ type: 'Polygon', coordinates: [whole] }))).toEqual(taveuni)
  expect(await placeOne('a.kml', inKml(whole.map((corner) => corner.join(',')).join(' ')))).toEqual(taveuni)
  const wkt = `POLYGON ((${whole.map((corner) => corner.join(' ')).join(', ')}))`
  expect(await placeOne('a.csv', csv('wkt', wkt))).toEqual(taveuni)
  expect(await placeOne('b.geojson', geojson({ type: 'MultiPolygon', coordinates: split }))).toEqual([
    -16.6995, 179.9997,
  ])
  const beyond = whole.map(([x = 0, y = 0]) => [x < 0 ? x + 360 : x, y])
  expect(await placeOne('c.geojson', geojson({ type: 'Polygon', coordinates: [beyond] }))).toEqual(taveuni)
  expect(await placeOne('d.geojson', geojson({ type: 'Point', coordinates: [376.37, 48.2] }))).toEqual([
    48.2, 16.37,
  ])
  expect(await placeOne('e.csv', csv('wkt', 'POINT(245.5 37.5)'))).toEqual([37.5, -114.5])
  expect(await placeOne('f.geojson', geojson({ type: 'Point', coordinates: [999, 48.2] }))).toContain(
    'out of range',
  )
})

test('lines and tracks aren’t places, unless OpenStreetMap says that people skate there', async () => {
  const line = [
    [2.1, 41.4],
    [2.3, 41.3],
  ]
  const string = { type: 'LineString', coordinates: line }
  expect(await placeOne('a.geojson', geojson(string))).toBe('line')
  expect(await placeOne('a.geojson', geojson({ type: 'MultiLineString', coordinates: [line] }))).toBe('line')
  expect(await placeOne('a.csv', csv('wkt', 'LINESTRING (2.1 41.4, 2.3 41.3)'))).toBe('line')
  expect(await placeOne('a.kml', inKml('2.1,41.4 2.3,41.3', 'LineString'))).toBe('line')
  const track = '<gx:Track><when>2026-11-28</when><gx:coord>2.1 41.4 0</gx:coord></gx:Track>'
  expect(await placeOne('a.kml', kml(track))).toBe('line')
  expect(await placeOne('osm.geojson', geojson(string, { sport: 'skateboard' }))).toEqual([41.35, 2.2])
})

test('a point among lines and polygons is the position', async () => {
  const point = '<Point><coordinates>2.10,41.40</coordinates></Point>'
  const line = '<LineString><coordinates>2.10,41.40 2.30,41.30</coordinates></LineString>'
  expect(await placeOne('a.kml', kml(`<MultiGeometry>${line}${point}</MultiGeometry>`))).toEqual([41.4, 2.1])
  const wkt = 'GEOMETRYCOLLECTION (LINESTRING (2.1 41.4, 2.3 41.3), POINT Z (2.1 41.4 12))'
  expect(await placeOne('a.csv', csv('geom', wkt))).toEqual([41.4, 2.1])
  const polygon = {
    type: 'Polygon',
    coordinates: [
      [
        [-112.601, -21.601],
        [-112.599, -21.601],
        [-112.599, -21.599],
      ],
    ],
  }
  const nested = {
    type: 'GeometryCollection',
    geometries: [
      polygon,
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-112.6, -21.6] }] },
    ],
  }
  expect(await placeOne('a.geojson', geojson(nested))).toEqual([-21.6, -112.6])
})

test('a polygon’s center is inside it, not in a hole or between its parts', async () => {
  // A horseshoe that is open to the east.
  const horseshoe =
    '0 10, 0.004 10, 0.004 10.001, 0.001 10.001, 0.001 10.003, 0.004 10.003, 0.004 10.004, 0 10.004, 0 10'
      .split(', ')
      .map((corner) => corner.split(' ').map(Number))
  expect(await placeOne('a.geojson', geojson({ type: 'Polygon', coordinates: [horseshoe] }))).toEqual([
    10.002, 0.0005,
  ])
  const square = (west: number, south: number, size: number) => [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ]
  const ring = [square(5, 10, 0.01), square(5.002, 10.002, 0.006)]
  const [lat, lng] = (await placeOne(
    'b.geojson',
    geojson({ type: 'Polygon', coordinates: ring }),
  )) as number[]
  expect(lat).toBeCloseTo(10.005)
  expect(Math.min(Math.abs((lng ?? 0) - 5.001), Math.abs((lng ?? 0) - 5.009))).toBeLessThan(0.0001)
  const apart = [[square(5, 10, 0.001)], [square(5.1, 10, 0.003)]]
  expect(await placeOne('c.geojson', geojson({ type: 'MultiPolygon', coordinates: apart }))).toEqual([
    10.0015, 5.1015,
  ])
})

test('reads well-known text in all its notations', async () => {
  const spellings = {
    'POINT(2.17 41.38)': [41.38, 2.17],
    'point z (2.17 41.38 12)': [41.38, 2.17],
    'POINT ZM(2.17 41.38 12 1)': [41.38, 2.17],
    'PointZ (2.17 41.38 12)': [41.38, 2.17],
    'POINT (2.17 41.38 12)': [41.38, 2.17],
    'SRID=4326;POINT(2.17 41.38)': [41.38, 2.17],
    'MULTIPOINT ((2.17 41.38), (2.1702 41.3802))': [41.3801, 2.1701],
    'MULTIPOINT (2.17 41.38, 2.1702 41.3802)': [41.3801, 2.1701],
    'POLYGON((2 41, 2.002 41,\n2.002 41.002, 2 41.002, 2 41))': [41.001, 2.001],
    'MULTIPOLYGON(((2 41, 2.002 41, 2.002 41.002, 2 41.002, 2 41)))': [41.001, 2.001],
    'POINT EMPTY': 'none',
    'GEOMETRYCOLLECTION EMPTY': 'none',
    'POINT(2,17 41,38)': UNREADABLE,
    'POINT( 41.38)': UNREADABLE,
    'POINT()': UNREADABLE,
    'POINT(2.17 41.38': UNREADABLE,
    'POINT(x y)': UNREADABLE,
    'MULTIPOINT ((2 41), (3 42))': expect.stringContaining('km apart'),
    '{"type":"Point","coordinates":[2.17,41.38]}': [41.38, 2.17],
  }
  for (const [text, at] of Object.entries(spellings))
    expect(await placeOne('wkt.csv', csv('wkt', text)), text).toEqual(at)
})

test('empty and broken geometries have no position', async () => {
  const broken: [unknown, string][] = [
    [{ type: 'Point', coordinates: [] }, 'none'],
    [{ type: 'Polygon', coordinates: [] }, 'none'],
    [{ type: 'GeometryCollection', geometries: [] }, 'none'],
    [{ type: 'Point', coordinates: ['', ''] }, UNREADABLE],
    [{ type: 'Point', coordinates: [null, 41] }, UNREADABLE],
    [{ type: 'Point', coordinates: [2] }, UNREADABLE],
    [{ type: 'Point', coordinates: 'x' }, UNREADABLE],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [2, ''],
            ['', 41],
          ],
        ],
      },
      UNREADABLE,
    ],
    [{ type: 'Point', coordinates: [0, 0] }, 'no position (0,0)'],
  ]
  for (const [geometry, why] of broken)
    expect(await placeOne('broken.geojson', geojson(geometry)), JSON.stringify(geometry)).toBe(why)
})

const COMMAND = /ogr2ogr -f GeoJSON -t_srs EPSG:4326 converted\.geojson /

test('refuses a file with another coordinate system once, with the command that converts it', async () => {
  const metres = { type: 'Point', coordinates: [430944.6, 4581714.9] }
  const named = (name: string) => ({ crs: { type: 'name', properties: { name } } })
  const others: [string, object][] = [
    ['EPSG:25831', named('urn:ogc:def:crs:EPSG::25831')],
    ['EPSG:25831', named('urn:ogc:def:crs:EPSG:6.18:25831')],
    ['EPSG:3857', named('EPSG:3857')],
    ['EPSG:2056', named('http://www.opengis.net/def/crs/EPSG/0/2056')],
    ['EPSG:25831', named('http://www.opengis.net/gml/srs/epsg.xml#25831')],
    ['EPSG:25831', { crs: { type: 'EPSG', properties: { code: 25831 } } }],
    [
      'EPSG:25831',
      { crs: { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/25831/proj4/' } } },
    ],
    ['EPSG:25831', { srsName: 'urn:ogc:def:crs:EPSG::25831' }],
    ['EPSG:3857', { spatialReference: { wkid: 102100, latestWkid: 3857 } }],
  ]
  for (const [name, more] of others)
    for (const geometry of [metres, { type: 'Point', coordinates: [2, 41] }]) {
      const reading = read('other.geojson', geojson(geometry, { name: 'Park' }, more))
      await expect(reading, JSON.stringify(more)).rejects.toThrow(`its coordinates are ${name},`)
      await expect(read('other.geojson', geojson(geometry, {}, more))).rejects.toThrow(COMMAND)
    }
  // The coordinate system is declared after the features, in a feature, in text, or not at all.
  const feature = { type: 'Feature', properties: {}, geometry: { ...metres, ...named('EPSG:25831') } }
  await expect(read('in.geojson', JSON.stringify({ features: [feature] }))).rejects.toThrow(COMMAND)
  await expect(read('in.csv', csv('wkt', 'SRID=25831;POINT(430944 4581714)'))).rejects.toThrow(COMMAND)
  await expect(read('in.geojson', geojson(metres))).rejects.toThrow(COMMAND)
  await expect(read('in.csv', 'name,x,y\nA,430944.6,4581714.9\nB,430945,4581715\n')).rejects.toThrow(COMMAND)
  await expect(read('in.csv', csv('coordinates', '430944.6, 4581714.9'))).rejects.toThrow(COMMAND)
})

test('accepts names for longitude and latitude, and one record in meters does not reject the whole file', async () => {
  const point = { type: 'Point', coordinates: [2, 41] }
  const systems = ['urn:ogc:def:crs:OGC:1.3:CRS84', 'OGC:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4326']
  for (const name of [...systems, 'EPSG:4979'])
    expect(
      await placeOne('same.geojson', geojson(point, {}, { crs: { type: 'name', properties: { name } } })),
    ).toEqual([41, 2])
  expect(await placeOne('same.geojson', geojson(point, {}, { crs: null }))).toEqual([41, 2])
  const rows = await read('mixed.csv', 'name,x,y\nA,430944.6,4581714.9\nB,2.17,41.38\nC,430944.6,4581714.9\n')
  expect(rows.map(place)).toEqual([UNREADABLE, [41.38, 2.17], UNREADABLE])
})
