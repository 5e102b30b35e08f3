import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartRefused } from '../platform/start-refused.ts'
import { readRecords } from './read-records.ts'
import { validateRecord } from './validate-record.ts'

// Tests unusual files as programs and people write them. Each has the positions that its author meant, or the reason
// it's refused.

const folder = mkdtempSync(join(tmpdir(), 'nollie-unusual-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function kml(placemarks: string) {
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemarks}</Document></kml>`
}

function placemark(shape: string) {
  return kml(`<Placemark><name>Ledge</name>${shape}</Placemark>`)
}

function point(coordinates: string) {
  return placemark(`<Point><coordinates>${coordinates}</coordinates></Point>`)
}

function ring(coordinates: string) {
  return `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
}

function path(coordinates: string) {
  return `<LineString><coordinates>${coordinates}</coordinates></LineString>`
}

function gpx(waypoints: string) {
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${waypoints}</gpx>`
}

type Shape = { type: string; coordinates: unknown } | null

function collection(shapes: readonly Shape[], crs?: string) {
  const features = shapes.map((geometry) => ({ type: 'Feature', properties: { name: 'Ledge' }, geometry }))
  const named = crs && { crs: { type: 'name', properties: { name: crs } } }
  return JSON.stringify({ type: 'FeatureCollection', ...named, features })
}

function at(...coordinates: unknown[]): Shape {
  return { type: 'Point', coordinates }
}

/** Makes a square that's 0.001 degrees high. */
function box(west: number, east: number) {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, -17.001],
        [east, -17.001],
        [east, -17],
        [west, -17],
        [west, -17.001],
      ],
    ],
  }
}

function csv(header: string, ...lines: string[]) {
  return [header, ...lines].join('\n')
}

/** For each record, a latitude and longitude, or part of the reason for refusing it. */
type Expected = readonly (readonly [number, number] | RegExp)[]
const UNREADABLE = /coordinates can't be read/
const NONE = /no position/
const BERLIN = [52.5, 13.4] as const

const FILES: readonly (readonly [what: string, ending: string, text: string, expected: Expected])[] = [
  [
    'a corner that is no number',
    'kml',
    placemark(ring('11.57,48.13 NaN,48.13 11.58,48.14 11.57,48.13')),
    [[48.135, 11.575]],
  ],
  ['blanks behind commas', 'kml', point('-122.41, 37.77, 12.5'), [[37.77, -122.41]]],
  ['line breaks around a point', 'kml', point('\n\t-122.41,37.77\n'), [[37.77, -122.41]]],
  ['decimal commas in a point', 'kml', point('11,57;48,13'), [UNREADABLE]],
  ['an empty point', 'kml', point(''), [NONE]],
  [
    'a view without a point',
    'kml',
    placemark('<LookAt><longitude>8.5</longitude><latitude>47.3</latitude></LookAt>'),
    [NONE],
  ],
  [
    'two parts beside the date line',
    'kml',
    placemark(
      `<MultiGeometry>${ring('179.9,-17 180,-17 180,-16.9 179.9,-17')}${ring('-180,-17 -179.9,-17 -179.9,-16.9 -180,-17')}</MultiGeometry>`,
    ),
    [[-16.95, 180]],
  ],
  ['null as coordinates', 'geojson', collection([at(null, null), null]), [UNREADABLE, NONE]],
  ['numbers as strings', 'geojson', collection([at('13.4', '52.5')]), [BERLIN]],
  ['decimal commas in strings', 'geojson', collection([at('13,4', '52,5')]), [UNREADABLE]],
  ['latitude and longitude swapped', 'geojson', collection([at(35.6, 139.7)]), [/out of range/]],
  [
    'points side by side',
    'geojson',
    collection([
      {
        type: 'MultiPoint',
        coordinates: [
          [13.4, 52.5],
          [13.4002, 52.5],
        ],
      },
    ]),
    [[52.5, 13.4001]],
  ],
  [
    'points in two cities',
    'geojson',
    collection([
      {
        type: 'MultiPoint',
        coordinates: [
          [2.1, 41.3],
          [12.1, 51.3],
        ],
      },
    ]),
    [/km apart/],
  ],
  [
    'a shape that continues beyond 180 degrees',
    'geojson',
    collection([
      {
        type: 'Polygon',
        coordinates: [
          [
            [179.9, -17],
            [180.1, -17],
            [180.1, -16.9],
            [179.9, -17],
          ],
        ],
      },
    ]),
    [[-16.95, -179.95]],
  ],
  ['WGS 84 by its URN', 'geojson', collection([at(13.4, 52.5)], 'urn:ogc:def:crs:EPSG::4326'), [BERLIN]],
  [
    'empty cells beside decimal commas',
    'csv',
    csv('Name;Lat;Lon', 'Ledge;52,5;13,4', 'Rail;;13,4', 'Bank; ;'),
    [BERLIN, NONE, NONE],
  ],
  [
    'tabs and a byte-order mark',
    'csv',
    csv('\uFEFFname\tlatitude\tlongitude', 'Ledge\t52.5\t13.4'),
    [BERLIN],
  ],
  ['X and Y', 'csv', csv('name,X,Y', 'Ledge,13.4,52.5'), [BERLIN]],
  [
    'both coordinates in a cell',
    'csv',
    csv(
      'name,coordinates',
      'A,"52.5, 13.4"',
      'B,"52°30\'0.0""N 13°24\'0.0""E"',
      'C,"N52.5 E13.4"',
      'D,"POINT(13.4 52.5)"',
      'E,９５.1',
    ),
    [BERLIN, BERLIN, BERLIN, BERLIN, UNREADABLE],
  ],
  [
    'degrees and minutes of a GPS device',
    'csv',
    csv('name,coordinates', 'A,"S 33 51.5 E 151 12.6"'),
    [[-33.8583, 151.21]],
  ],
  [
    'letters of the hemisphere',
    'csv',
    csv('name,lat,lng', 'A,33.8S,151.2E', 'B,"33.8 N","151.2 W"', 'C,−33.8,151.2'),
    [
      [-33.8, 151.2],
      [33.8, -151.2],
      [-33.8, 151.2],
    ],
  ],
  ['thousands separators', 'csv', csv('name,lat,lng', 'A,"1.234,5",13'), [UNREADABLE]],
  [
    'well-known text',
    'csv',
    csv(
      'name,WKT',
      'A,"POINT Z (13.4 52.5 30)"',
      'B,"SRID=4326;POINT(13.4 52.5)"',
      'C,"LINESTRING(13.4 52.5,13.5 52.5)"',
      'D,POINT EMPTY',
      'E,"SRID=3857;POINT(1491681 6891041)"',
    ),
    [BERLIN, BERLIN, NONE, NONE, /EPSG:3857/],
  ],
  [
    'map links',
    'csv',
    csv(
      'name,link',
      'A,"https://yandex.ru/maps/?ll=13.4,52.5&z=16"',
      'B,"https://2gis.ru/berlin/geo/13.4,52.5"',
      'C,"https://www.openstreetmap.org/?mlat=52.5&mlon=13.4#map=17/1/2"',
      'D,"https://maps.apple.com/?ll=52.5,13.4&q=x"',
      'E,"https://what3words.com/a.b.c"',
    ),
    [BERLIN, BERLIN, BERLIN, BERLIN, NONE],
  ],
  [
    'a waypoint after a route',
    'gpx',
    gpx('<rte><rtept lat="1" lon="2"/></rte><wpt lat="52.5" lon="13.4"><name>W</name></wpt>'),
    [BERLIN],
  ],
  [
    'an empty attribute, and decimal commas',
    'gpx',
    gpx('<wpt lat="" lon="8.2"><name>A</name></wpt><wpt lat="52,5" lon="13,4"><name>B</name></wpt>'),
    [UNREADABLE, BERLIN],
  ],
  [
    'text sequences',
    'geojsonl',
    `\u001E${JSON.stringify({ type: 'Feature', properties: { name: 'A' }, geometry: at(13.4, 52.5) })}\r\n\r\n`,
    [BERLIN],
  ],
  [
    'two parts beside the date line, with heights',
    'csv',
    csv(
      'name,geom',
      'A,"MULTIPOLYGON Z (((179.99 66 5,180 66 5,180 66.01 5,179.99 66 5)),((-180 66 5,-179.99 66 5,-180 66.01 5,-180 66 5)))"',
    ),
    [[66.005, 180]],
  ],
  [
    'waypoints beyond the date line',
    'gpx',
    gpx('<wpt lat="-16.5" lon="180.0005"><name>A</name></wpt><wpt lat="-16.5" lon="-180.25"/>'),
    [
      [-16.5, -179.9995],
      [-16.5, 179.75],
    ],
  ],
  [
    'points on both sides of the date line',
    'geojson',
    collection([
      {
        type: 'MultiPoint',
        coordinates: [
          [-179.9998, 51.9],
          [179.9994, 51.9],
        ],
      },
    ]),
    [[51.9, 179.9998]],
  ],
  [
    'longitudes from 0 to 360, and degrees beside the date line',
    'csv',
    csv('name;lat;lon', 'A;-13,8333;188,2333', `B;"16°46'12""S";"179°59'42""W"`, 'C;51,9;-180,5'),
    [
      [-13.8333, -171.7667],
      [-16.77, -179.995],
      [51.9, 179.5],
    ],
  ],
  [
    'a square beyond the date line',
    'kml',
    placemark(ring('-180.02,71 -179.98,71 -179.98,71.02 -180.02,71.02 -180.02,71')),
    [[71.01, 180]],
  ],
  [
    'a collection of two shapes beside the date line',
    'geojsonl',
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'A' },
      geometry: { type: 'GeometryCollection', geometries: [box(179.998, 180), box(-180, -179.999)] },
    }),
    [[-17.0005, 179.9995]],
  ],
  [
    'lines without a point',
    'kml',
    placemark(`<MultiGeometry>${path('13.3,52.4 13.4,52.5')}${path('13.4,52.5 13.5,52.5')}</MultiGeometry>`),
    [NONE],
  ],
  [
    'the track of a ride, in parts',
    'kml',
    placemark(
      '<gx:MultiTrack><gx:Track><when>2026-05-01T10:00:00Z</when><gx:coord>13.4 52.5 34</gx:coord></gx:Track><gx:Track/></gx:MultiTrack>',
    ),
    [NONE],
  ],
  [
    'a route around the block, and its start',
    'kml',
    placemark(
      `<MultiGeometry>${path('13.4,52.5 13.41,52.5 13.41,52.51 13.4,52.5')}<Point><coordinates>13.4,52.5,0</coordinates></Point></MultiGeometry>`,
    ),
    [BERLIN],
  ],
  [
    'a track with its waypoints',
    'gpx',
    gpx(
      '<wpt lat="52.5" lon="13.4"><name>Start</name></wpt><trk><name>Ride</name><trkseg><trkpt lat="52.4" lon="13.3"/><trkpt lat="52.5" lon="13.4"/></trkseg></trk>',
    ),
    [BERLIN],
  ],
  [
    'a closed line, and a line with heights',
    'geojson',
    collection([
      {
        type: 'LineString',
        coordinates: [
          [13.4, 52.5],
          [13.5, 52.5],
          [13.5, 52.6],
          [13.4, 52.5],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [13.4, 52.5, 34],
            [13.5, 52.5, null],
          ],
        ],
      },
    ]),
    [NONE, NONE],
  ],
  [
    'lines and curves in cells',
    'csv',
    csv(
      'name;geom',
      'A;MULTILINESTRING M ((13.4 52.5 1,13.5 52.5 2))',
      'B;CIRCULARSTRING (13.4 52.5,13.5 52.6,13.6 52.5)',
      'C;COMPOUNDCURVE ((13.4 52.5,13.5 52.6),CIRCULARSTRING (13.5 52.6,13.6 52.5,13.7 52.6))',
      'D;"{""type"":""LineString"",""coordinates"":[[13.4,52.5],[13.5,52.5]]}"',
      'E;"GEOMETRYCOLLECTION (LINESTRING (13.3 52.4,13.4 52.5),LINESTRING EMPTY)"',
    ),
    [NONE, NONE, NONE, NONE, NONE],
  ],
]

async function read(ending: string, text: string) {
  const path = join(folder, `file.${ending}`)
  writeFileSync(path, text)
  const read: (readonly [number, number] | string)[] = []
  for await (const record of readRecords(path)) {
    const result = validateRecord(record, { source: 'Unusual', licence: 'CC0' })
    read.push('refused' in result ? result.refused : [result.spot.latitude, result.spot.longitude])
  }
  return read
}

test.for(FILES)('reads %s (%s)', async ([, ending, text, expected]) => {
  const wanted = expected.map((one) =>
    one instanceof RegExp ? expect.stringMatching(one) : one.map((degrees) => expect.closeTo(degrees, 3)),
  )
  expect(await read(ending, text)).toEqual(wanted)
})

test.for([
  ['Web Mercator by its name', 'geojson', collection([at(256000, 6250000)], 'urn:ogc:def:crs:EPSG::3857')],
  ['meters without a name', 'geojson', collection([at(256000, 6250000)])],
  ['meters in columns', 'csv', csv('name,X,Y', 'Ledge,389000.1,5819000.2')],
  ['TopoJSON', 'json', JSON.stringify({ type: 'Topology', objects: {}, arcs: [] })],
] as const)('refuses %s before the first record (%s)', async ([, ending, text]) => {
  await expect(read(ending, text)).rejects.toThrow(StartRefused)
})
