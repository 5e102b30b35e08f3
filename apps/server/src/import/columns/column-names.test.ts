import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecords } from '../read-records.ts'
import { validateRecord } from '../validate-record.ts'

// Tests columns with multi-word names, columns in national grids, and Esri's JSON.

const folder = mkdtempSync(join(tmpdir(), 'nollie-columns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(file: string, text: string) {
  const path = join(folder, file)
  writeFileSync(path, text)
  const read: unknown[] = []
  let why = ''
  const records = readRecords(path, undefined, (reason) => {
    why = reason
  })
  for await (const record of records) {
    const result = validateRecord(record, { source: 'Columns', licence: 'CC0' })
    read.push(
      'refused' in result
        ? result.refused
        : [result.spot.name, result.spot.latitude, result.spot.longitude].join(' '),
    )
  }
  return why || read
}

function table(...rows: string[]): string {
  return rows.join('\r\n')
}

test.for([
  ['Latitude (decimal degrees)', 'Longitude (decimal degrees)'],
  ['Latitud (Y)', 'Longitud (X)'],
  ['Lat [WGS 84]', 'Lon [WGS 84]'],
  ['緯度（10進法）', '経度（10進法）'],
  ['緯度（世界測地系）', '経度（世界測地系）'],
  ['Szerokość geograficzna', 'Długość geograficzna'],
  ['Latitud geográfica', 'Longitud geográfica'],
  ['latitude géographique', 'longitude géographique'],
  ['Geographische Breite', 'Geographische Länge'],
  ['위도', '경도'],
  ['緯度', '經度'],
  ['緯度(度)', '経度(度)'],
  ['Breedtegraad', 'Lengtegraad'],
  ['Zeměpisná šířka', 'Zeměpisná délka'],
  ['Leveysaste', 'Pituusaste'],
  ['Földrajzi szélesség', 'Földrajzi hosszúság'],
  ['ละติจูด', 'ลองจิจูด'],
  ['خط العرض', 'خط الطول'],
  ['COORD_Y', 'COORD_X'],
  ['Coordenada Y', 'Coordenada X'],
])('reads the axes from columns with the names %s and %s', async ([latitude, longitude]) => {
  expect(await read('a.csv', table(`name;${latitude};${longitude}`, 'Rail;52,5;13,4'))).toEqual([
    'Rail 52.5 13.4',
  ])
})

test.for([
  'Latitude (Tokyo datum)',
  'Latitude (NAD27)',
  'Latitude 2',
  'Latitude error',
  '緯度（日本測地系）',
])('does not take an old datum or another number for the position: %s', async (latitude) => {
  const longitude = latitude.replace('Latitude', 'Longitude').replace('緯度', '経度')
  expect(await read('a.csv', table(`name;${latitude};${longitude}`, 'Rail;52,5;13,4'))).toEqual([
    'no position',
  ])
})

test.for([
  'Nom du lieu',
  "Nom de l'équipement",
  'Name of Facility',
  'SkateparkName',
  'Name der Anlage',
  'Nombre del parque',
  'Nazwa obiektu',
  'Название площадки',
  '施設名',
  'スポット名',
  '地点名称',
  '시설명',
  'placeLabel',
  'Navn på anlegg',
])('reads the name from a column with the name %s', async (name) => {
  expect(await read('a.csv', table(`${name};lat;lng`, 'Rail;52,5;13,4'))).toEqual(['Rail 52.5 13.4'])
})

test.for(['Name of owner', 'Nom du propriétaire', 'Contact name', 'Park', 'Nombre de plazas', '担当者名'])(
  'a column of other names is not the spot’s name: %s',
  async (name) => {
    const text = table(`${name};title;lat;lng`, 'Ada;Rail;52,5;13,4')
    expect(await read('a.csv', text)).toEqual(['Rail 52.5 13.4'])
  },
)

test.for([
  ['coordonneesXY', '[13.4, 52.5]'],
  ['_geojson', '{""type"":""Point"",""coordinates"":[13.4,52.5]}'],
])('reads a position with the longitude first from a column with the name %s', async ([column, text]) => {
  expect(await read('a.csv', table(`name;${column}`, `Rail;"${text}"`))).toEqual(['Rail 52.5 13.4'])
})

test.for([
  { spot: { name: 'Rail', lat: 52.5, lng: 13.4 }, author: { name: 'Ada' } },
  { facility: { Title: 'Rail', Location: { lat: 52.5, lng: 13.4 } } },
  { title: { rendered: 'x', de: 'Rail' }, lat: 52.5, lng: 13.4, name: 'Rail' },
])('reads the fields of a spot from nested objects and by synonyms: %j', async (properties) => {
  const feature = { type: 'Feature', properties, geometry: null }
  expect(await read('nested.ndjson', JSON.stringify(feature))).toEqual(['Rail 52.5 13.4'])
})

test.for([
  ['item', 'itemLabel', 'coord'],
  ['place', 'placeLabel', 'coordinate_location'],
])('reads the results of a query to Wikidata with the column %s', async ([item, label, position]) => {
  const row = 'http://www.wikidata.org/entity/Q1,Rail,Point(13.4 52.5)'
  expect(await read('query.csv', table(`${item},${label},${position}`, row))).toEqual(['Rail 52.5 13.4'])
})

test.for([
  ['Easting', 'Northing', '430000', '434000'],
  ['E', 'N', '2600000', '1200000'],
  ['Rechtswert', 'Hochwert', '4468000,5', '5332000,1'],
  ['COORDENADA-X', 'COORDENADA-Y', '439000', '4474000'],
  ['UTM X', 'UTM Y', '439000', '4474000'],
] as const)('refuses a file in a national grid before its first record: %s', async ([x, y, east, north]) => {
  const text = table(`name;${x};${y}`, `Rail;${east};${north}`, `Ledge;${east};${north}`)
  await expect(read('grid.csv', text)).rejects.toThrow(/are not degrees.*\n.*ogr2ogr/)
})

test('numbers in a national grid are never read as degrees, and degrees beside them take precedence', async () => {
  expect(await read('small.csv', table('name;easting;northing', 'Rail;13;52'))).toEqual(['no position'])
  expect(
    await read('both.csv', table('name;easting;northing;lat;lng', 'Rail;430000;434000;52.5;13.4')),
  ).toEqual(['Rail 52.5 13.4'])
})

test('empty rows of a spreadsheet are not records', async () => {
  expect(await read('rows.csv', table('name,lat,lng', 'Rail,52.5,13.4', ',,', ' ,"",', ',,'))).toEqual([
    'Rail 52.5 13.4',
  ])
  expect(await read('none.csv', table('name,lat,lng', ',,', ',,'))).toBe('no rows below its header')
})

const ring = [
  [13.3, 52.4],
  [13.3, 52.6],
  [13.5, 52.6],
  [13.5, 52.4],
  [13.3, 52.4],
]

test.for([
  ['a point', { x: 13.4, y: 52.5 }, 'Rail 52.5 13.4'],
  ['points', { points: [[13.4, 52.5]] }, 'Rail 52.5 13.4'],
  ['a polygon', { rings: [ring] }, 'Rail 52.5 13.4'],
  ['a line', { paths: [ring] }, 'no position'],
  ['an empty point', { x: 'NaN', y: 'NaN' }, "its coordinates can't be read"],
  ['half a point', { x: 13.4 }, "its coordinates can't be read"],
] as const)('reads %s in Esri’s JSON', async ([, geometry, expected]) => {
  const features = [{ attributes: { OBJECTID: 1, NAME: 'Rail' }, geometry }]
  const file = JSON.stringify({ spatialReference: { wkid: 4326 }, features })
  expect(await read('esri.json', file)).toEqual([expected])
})
