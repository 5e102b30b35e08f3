import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecords } from '../read-records.ts'
import { validateRecord } from '../validate-record.ts'

// Tests column names in languages and combinations that no table lists, and columns that must never be used as a
// position.

const folder = mkdtempSync(join(tmpdir(), 'nollie-unknown-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(file: string, text: string) {
  const path = join(folder, file)
  writeFileSync(path, text)
  const read: unknown[] = []
  for await (const record of readRecords(path)) {
    const result = validateRecord(record, { source: 'Unknown', licence: 'CC0' })
    read.push(
      'refused' in result
        ? result.refused
        : { name: result.spot.name, at: [result.spot.latitude, result.spot.longitude], doubt: result.doubt },
    )
  }
  return read
}

function table(...rows: string[]): string {
  return rows.join('\n')
}

const RAIL = { name: 'Rail park', at: [52.1234, 20.9876] }

test.for([
  ['name_fi', 'Vĩ độ', 'Kinh độ'],
  ['nimi_fi', 'leveysaste', 'pituusaste'],
  ['Nama', 'Lintang', 'Bujur'],
  ['Назва', 'Широта', 'Довгота'],
  ['Denumire', 'Latitudine', 'Longitudine'],
  ['Naziv', 'Zemljopisna širina', 'Zemljopisna dužina'],
  ['Име', 'Географска ширина', 'Географска дължина'],
  ['naam', 'Geografische breedte', 'Geografische lengte'],
  ['pavadinimas', 'platuma', 'ilguma'],
  ['nimetus', 'laiuskraad', 'pikkuskraad'],
  ['नाम', 'अक्षांश', 'देशांतर'],
  ['نام', 'عرض جغرافیایی', 'طول جغرافیایی'],
  ['שם', 'קו רוחב', 'קו אורך'],
  ['공원명', '위도', '경도'],
  ['시설명칭', '위도', '경도'],
  ['ADI', 'ENLEM', 'BOYLAM'],
  ['NAZWA', 'SZEROKOSC GEOGRAFICZNA', 'DLUGOSC GEOGRAFICZNA'],
  ['名稱', '緯度座標', '經度座標'],
  ['name', 'Latitud', 'Longhitud'],
  ['SITENAME', 'Latitude (N)', 'Longitude (E)'],
  ['FAC_NAME', 'Latitude °N', 'Longitude °E'],
])('reads the columns %s, %s, and %s', async ([name, latitude, longitude]) => {
  const text = table(`${name};${latitude};${longitude}`, 'Rail park;52,1234;20,9876')
  expect(await read('names.csv', text)).toEqual([{ ...RAIL, doubt: null }])
})

test.for([
  ['LATITUD_SUR', 'LONGITUD_OESTE', '33.4412', '70.6301'],
  ['Latitud Sur', 'Longitud Oeste', '-33.4412', '-70.6301'],
  ['Latitude (S)', 'Longitude (W)', '33.4412', '70.6301'],
  ['Latitude (°N)', 'Longitude (°E)', '-33.4412', '-70.6301'],
])('reads the hemispheres from columns with the names %s and %s', async ([latitude, longitude, lat, lng]) => {
  const text = table(`name,${latitude},${longitude}`, `Rail park,${lat},${lng}`)
  expect(await read('sides.csv', text)).toEqual([
    { name: 'Rail park', at: [-33.4412, -70.6301], doubt: null },
  ])
})

test.for([
  ['_Record the location_latitude', '_Record the location_longitude'],
  ['site-gps-Latitude', 'site-gps-Longitude'],
  ['skateparkLat', 'skateparkLng'],
  ['cdb_lat', 'cdb_lng'],
  ['ציר Y', 'ציר X'],
])('reads %s and %s, and asks a person to check', async ([latitude, longitude]) => {
  const text = table(`name,${latitude},${longitude}`, 'Rail park,52.1234,20.9876')
  expect(await read('pairs.csv', text)).toEqual([
    { ...RAIL, doubt: expect.stringContaining(`"${latitude}" and "${longitude}"`) },
  ])
})

test.for([
  ['geo_ref', 'POINT (20.9876 52.1234)'],
  ['gm_pos', '52.1234, 20.9876'],
  ['pin', '(52.1234°, 20.9876°)'],
  ['Location 1', '1 Field Street\nSeattle, WA\n(52.1234, 20.9876)'],
])(
  'reads a position in a column with the unknown name %s, and asks a person to check',
  async ([column, value]) => {
    expect(await read('points.csv', table(`name,${column}`, `Rail park,"${value}"`))).toEqual([
      { ...RAIL, doubt: expect.stringContaining(`"${column}"`) },
    ])
  },
)

test.for([
  ['lat_south,lat_north,lon_west,lon_east', '52.1234,52.2345,20.8765,20.9876'],
  ['city_latitude,city_longitude', '52.1234,20.9876'],
  ['gcj_lat,gcj_lng', '39.9123,116.4123'],
  ['owner_lat,owner_lng', '52.1234,20.9876'],
  ['lat_w,lon_w', '52.1234,20.9876'],
  ['tile x,tile y', '34,21'],
  ['nearest_stop', 'POINT(20.9876 52.1234)'],
  ['parking', '"52.1234, 20.9876"'],
  ['location', '20.9876 52.1234 20.9886 52.1244'],
  ['lat,lon', '4 2.1234,20.9876'],
])('does not take the position of something else from %s', async ([columns, values]) => {
  expect(await read('else.csv', table(`name,${columns}`, `Rail park,${values}`))).toEqual([
    expect.stringMatching(/no position|can't be read/),
  ])
})

test('refuses positions in unknown columns that are far apart', async () => {
  const columns = 'name,entrance_lat,entrance_lng,bowl_lat,bowl_lng'
  expect(await read('far.csv', table(columns, 'A,52.1234,20.9876,52.2234,20.9876'))).toEqual([
    expect.stringContaining('11.1 km apart'),
  ])
  expect(await read('near.csv', table(columns, 'Rail park,52.1234,20.9876,52.1235,20.9876'))).toEqual([
    { ...RAIL, doubt: expect.stringContaining('entrance_lat') },
  ])
})

test('asks about a width and a length that may be meters', async () => {
  expect(await read('size.csv', table('Name;Breite;Länge', 'Rail park;12,5;30,0'))).toEqual([
    { name: 'Rail park', at: [12.5, 30], doubt: expect.stringContaining('width') },
  ])
  expect(await read('angle.csv', table('Name;Breite;Länge', 'Rail park;52,1234;20,9876'))).toEqual([
    { ...RAIL, doubt: null },
  ])
})

test.for([
  ['nazwa;X_1992;Y_1992', 'S;486123.5;637123.1'],
  ['NOMBRE;ESTE;NORTE', 'S;348000;6298000'],
  ['시설명;좌표정보(X);좌표정보(Y)', 'S;199000.5;451000.1'],
] as const)(
  'refuses meters in columns with unknown names before the first record: %s',
  async ([header, row]) => {
    await expect(read('grid.csv', table(header, row))).rejects.toThrow(/are not degrees.*\n.*ogr2ogr/)
  },
)

test.for([
  ['degrees beside meters', 'name,X,Y,coords', 'Rail park,637123,486123,"52.1234, 20.9876"'],
  ['spaces in degrees', 'name,lat,lon', 'Rail park,52 07 24.24,20 59 15.36'],
  ['hyphens in degrees', 'name,lat,lon', 'Rail park,52-07-24.24,20-59-15.36'],
  ['zeros of a fixed width', 'name;lat;lon', 'Rail park;00000052,1234;00000020,9876'],
  ['altitude and accuracy', 'name,location', 'Rail park,52.1234 20.9876 1900.5 4.9'],
  ['a plural', 'name;Coordenadas geográficas', 'Rail park;"52,1234; 20,9876"'],
  ['text in the first of two positions', 'name,location,point', 'Rail park,Field Street,"52.1234, 20.9876"'],
  ['a title', 'Skateparks 2026;;\n;;\nname;lat;lon', 'Rail park;52.1234;20.9876'],
  ['a title without separators', 'Skateparks 2026\n\nname;lat;lon', 'Rail park;52.1234;20.9876'],
] as const)('reads a table with %s', async ([, header, row]) => {
  const [found] = await read('table.csv', table(header, row))
  expect(found).toEqual({
    name: 'Rail park',
    at: [expect.closeTo(52.1234, 5), expect.closeTo(20.9876, 5)],
    doubt: null,
  })
})

test('reads lines that end with a carriage return only', async () => {
  expect(await read('returns.csv', 'name,lat,lon\rRail park,52.1234,20.9876\rA,0,0\r')).toEqual([
    { ...RAIL, doubt: null },
    'no position (0,0)',
  ])
})
