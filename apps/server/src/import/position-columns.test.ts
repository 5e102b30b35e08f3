import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RawRecord, readRecords } from './read-records.ts'

/**
 * Tests columns whose names or neighboring columns say how to read their numbers, and numbers that lost a character.
 */

const folder = mkdtempSync(join(tmpdir(), 'nollie-columns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function readFile(name: string, text: string): Promise<RawRecord[]> {
  const path = join(folder, name)
  writeFileSync(path, text)
  const records: RawRecord[] = []
  for await (const record of readRecords(path)) records.push(record)
  return records
}

/** Reads the records of a table. Its first line has the names, separated by semicolons. */
function read(...lines: string[]) {
  return readFile('table.csv', `${lines.join('\n')}\n`)
}

/** Formats a position with four decimals, or the reason there is none. */
function place({ at, unreadable }: RawRecord) {
  return at ? [Number(at.latitude.toFixed(4)), Number(at.longitude.toFixed(4))] : (unreadable ?? 'none')
}

async function readPlaces(...lines: string[]) {
  return (await read(...lines)).map(place)
}

const UNREADABLE = "its coordinates can't be read"

test.for([
  'name;Latitude;Latitude Ref;Longitude;Longitude Ref',
  'name;GPSLatitude;GPSLatitudeRef;GPSLongitude;GPSLongitudeRef',
  'name;lat;N/S;lon;E/W',
  'name;lat;LAT_HEMIS;lon;LONG_HEMIS',
])('the hemisphere of a coordinate is read from a separate column: %s', async (header) => {
  expect(
    await readPlaces(
      header,
      'Letters;34.05;N;118.25;W',
      'Words;34.05;North;118.25;West',
      'Signs too;-33.5;S;-70.5;W',
      `Degrees;34 deg 3' 0.00" N;North;118 deg 15' 0.00" W;West`,
      'Spanish;33,5;Sur;70,5;Oeste',
      'No side;34.05;;-118.25;',
      'Not a side;34.05;0;-118.25;0',
      'Contradiction;-34.05;N;118.25;W',
      'Other letter;34.05 N;S;118.25;W',
      'Other axis;34.05;E;118.25;N',
      'Unclear;52.5;N;13.4;O',
    ),
  ).toEqual([
    [34.05, -118.25],
    [34.05, -118.25],
    [-33.5, -70.5],
    [34.05, -118.25],
    [-33.5, -70.5],
    [34.05, -118.25],
    [34.05, -118.25],
    UNREADABLE,
    UNREADABLE,
    UNREADABLE,
    expect.stringContaining('write E or W'),
  ])
})

test('minutes and seconds are read from separate columns', async () => {
  expect(
    await readPlaces(
      'name;LAT_DEG;LAT_MIN;LAT_SEC;LAT_HEMIS;LONG_DEG;LONG_MIN;LONG_SEC;LONG_HEMIS',
      'Airfield;48;8;13.7;N;11;34;31.4;W',
      'South;-33;30;;;-70;30;;',
      'Full degrees;48;0;0;N;11;0;0;E',
      'No minutes;48;;;N;11;;;E',
      'Already decimal;48.137;8;13.7;N;11.575;34;31.4;E',
      'Too many;48;75;;N;11;30;;E',
      'Not a number;48;x;;N;11;30;;E',
    ),
  ).toEqual([
    [48.1371, -11.5754],
    [-33.5, -70.5],
    [48, 11],
    [48, 11],
    [48.137, 11.575],
    UNREADABLE,
    UNREADABLE,
  ])
  expect(
    await readPlaces(
      'name;lat_deg;lat_min;lat_decimal;lon_deg;lon_min;lon_decimal',
      'A;48;8;48.1371;11;34;11.5754',
    ),
  ).toEqual([[48.1371, 11.5754]])
  // A minimum isn't minutes.
  expect(await readPlaces('name;lat;lat_min;lat_max;lon;lon_min;lon_max', 'A;48;47;49;11;10;12')).toEqual([
    [48, 11],
  ])
})

test('both numbers in one column are read in the order that its name states', async () => {
  for (const name of [
    'lonlat',
    'LngLat',
    'lon_lat',
    'lng/lat',
    'xy',
    'Coordinates (lon, lat)',
    'GPS (Längengrad/Breitengrad)',
    'Longitud, Latitud',
    'WGS84 lon/lat',
  ])
    expect(
      await readPlaces(
        `name;"${name}"`,
        'A;8.5678, 47.1234',
        'B;8,5678 / 47,1234',
        'C;[8.5678, 47.1234]',
        'D;47.1234 N 8.5678 E',
        'E;POINT (8.5678 47.1234)',
        'F;https://maps.google.com/?q=47.1234,8.5678',
      ),
      name,
    ).toEqual(Array.from({ length: 6 }, () => [47.1234, 8.5678]))
  for (const name of ['latlng', 'lat/lon', 'Coordinates (lat, lon)', 'Breite/Länge', 'Latitude, Longitude'])
    expect(
      await readPlaces(`name;"${name}"`, 'A;47.1234, 8.5678', 'B;[47.1234, 8.5678]', 'C;8.5678 E 47.1234 N'),
      name,
    ).toEqual(Array.from({ length: 3 }, () => [47.1234, 8.5678]))
  // These names don't mean a position.
  for (const name of ['lat/lon accuracy', 'lonlat source', 'lat lat'])
    expect(await readPlaces(`name;"${name}"`, 'A;8.5678, 47.1234'), name).toEqual(['none'])
})

test('a row that lost the separator between its columns is refused', async () => {
  expect(
    await readPlaces('name;lat;lon', 'A;-68.0192-57.4260', 'B;+48.1371+011.5754', 'C;"47.1, 8.5"'),
  ).toEqual(['none', 'none', [47.1, 8.5]])
})

async function placeOne(column: string, text: string) {
  return (await readPlaces(`name;${column}`, `Park;"${text}"`))[0]
}

test.for([
  ['coordinates', '-56.8092, ,7.7088'],
  ['coordinates', '8.2476,,160.4936'],
  ['coordinates', '8,2476; ;160,4936'],
  ['coordinates', ', 8.2476, 160.4936'],
  ['wkt', 'POINT (,142.1384 44.0772)'],
  ['wkt', 'POINT ( , 142.1384 44.0772)'],
  ['wkt', 'MULTIPOINT ((,142.1384 44.0772))'],
] as const)(
  'a comma that may replace a digit or a minus sign is not ignored: %s %s',
  async ([column, text]) => {
    expect(await placeOne(column, text)).toBe(UNREADABLE)
  },
)

test('an empty corner in well-known text is reported, and lists of points and shapes are still read', async () => {
  const ring = '11.570 48.130, 11.571 48.130, 11.571 48.131, 11.570 48.131, 11.570 48.130'
  const [damaged] = await read('name;wkt', `Park;"POLYGON ((, ${ring}))"`)
  expect([damaged && place(damaged), damaged?.doubt]).toEqual([
    [48.1305, 11.5705],
    "1 of its corners can't be read and was left out",
  ])
  for (const text of [
    `POLYGON ((${ring}), (11.5702 48.1302, 11.5703 48.1302, 11.5703 48.1303, 11.5702 48.1302))`,
    `MULTIPOLYGON (((${ring})), ((${ring})))`,
    'MULTIPOINT ((11.570 48.130) , (11.571 48.131))',
    'MULTIPOINT (11.570 48.130, 11.571 48.131)',
    'GEOMETRYCOLLECTION (POINT (11.570 48.130), POINT (11.571 48.131))',
  ])
    expect(await placeOne('wkt', text)).toEqual([48.1305, 11.5705])
})

test('a comma before one corner of a KML ring, which may have been a digit, leaves out only this corner', async () => {
  const at = async (corners: string) => {
    const [record] = await readFile(
      'ring.kml',
      `<kml><Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
    )
    return record && [place(record), record.doubt ?? 'sure']
  }
  const middle = [13.2602, 17.9816]
  const corners = [
    '17.9811,13.2597,0',
    '17.9821,13.2597,0',
    '17.9821,13.2607,0',
    '17.9811,13.2607,0',
    '17.9811,13.2597,0',
  ]
  expect(await at(corners.join(' ').replace('0 17.9811,13.2607', '0 ,7.9811,13.2607'))).toEqual([
    // The middle of the other three corners, inside the shape.
    [13.2602, 17.9819],
    "1 of its corners can't be read and was left out",
  ])
  for (const usual of [corners.join(' '), `,${corners.join(' ,')}`, `,${corners.join(' ')}`])
    expect(await at(usual)).toEqual([middle, 'sure'])
})
