import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecords } from './read-records.ts'
import { validateRecord } from './validate-record.ts'

// Tests files as spreadsheets, portals, and programs export them. Each has the expected names and positions, or null if
// it must be refused.

const folder = mkdtempSync(join(tmpdir(), 'nollie-fresh-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(file: string, content: string | object) {
  const path = join(folder, file)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const spots: unknown[] = []
  for await (const record of readRecords(path)) {
    const result = validateRecord(record, { source: 'Fresh', licence: 'CC0' })
    const { name, latitude, longitude } = 'spot' in result ? result.spot : {}
    spots.push(name === undefined ? null : [name, latitude, longitude])
  }
  return spots
}

type Case = readonly [what: string, file: string, content: string | object, expected: unknown[]]

const CASES: readonly Case[] = [
  [
    'decimal commas and an empty longitude',
    'numbers.csv',
    'Name;Latitude;Longitude\nRail;52,5;\nBank;52,5;13,4\n',
    [null, ['Bank', 52.5, 13.4]],
  ],
  [
    'a name in an object of WordPress',
    'posts.json',
    [{ id: 7, title: { rendered: 'Kona' }, acf: { map: { lat: 30.3, lng: -81.6 } } }],
    [['Kona', 30.3, -81.6]],
  ],
  [
    'single values in lists',
    'airtable.json',
    { records: [{ id: 'r1', fields: { Name: 'Bowl', Lat: [1.5], Lng: [2.5] } }] },
    [['Bowl', 1.5, 2.5]],
  ],
  [
    'Norwegian and Dutch columns',
    'words.csv',
    'Navn på anlegg;Coördinaten\nRampen;"59.91, 10.75"\n',
    [['Rampen', 59.91, 10.75]],
  ],
  ['short words', 'short.csv', 'Nazwa;Szer. geogr.;Dł. geogr.\nBowl;52,2;21,0\n', [['Bowl', 52.2, 21]]],
  [
    'a place in Chinese',
    'place.csv',
    '场所,纬度,经度\n滑板公园,31.23,121.47\n',
    [['滑板公园', 31.23, 121.47]],
  ],
  [
    'typed values of Notion',
    'notion.json',
    {
      results: [
        {
          object: 'page',
          properties: {
            Name: { type: 'title', title: [{ type: 'text', plain_text: 'Bowl', text: { content: 'Bowl' } }] },
            Lat: { type: 'number', number: 1.5 },
            Lng: { type: 'number', number: 2.5 },
          },
        },
      ],
    },
    [['Bowl', 1.5, 2.5]],
  ],
  [
    'typed values of Firestore and DynamoDB',
    'typed.json',
    {
      documents: [
        {
          fields: {
            name: { stringValue: 'Bowl' },
            position: { geoPointValue: { latitude: 1.5, longitude: 2.5 } },
          },
        },
        { name: { S: 'Rail' }, lat: { N: '3.5' }, lng: { N: '4.5' } },
      ],
    },
    [
      ['Bowl', 1.5, 2.5],
      ['Rail', 3.5, 4.5],
    ],
  ],
  [
    'a link of a map that was dragged around the world',
    'link.csv',
    'name,link\nBowl,"https://maps.apple.com/?ll=-16.5,190.5"\n',
    [['Bowl', -16.5, -169.5]],
  ],
  [
    'a Czech name',
    'cz.csv',
    'Název hřiště;Zeměp. šířka;Zeměp. délka\nBowl;49,19;16,6\n',
    [['Bowl', 49.19, 16.6]],
  ],
  [
    'numbered columns of Epicollect, of which one record is empty',
    'epicollect.csv',
    'title,lat_2_Position,long_2_Position\nBowl,,\nRail,-34.6101,-58.3801\n',
    [null, ['Rail', -34.6101, -58.3801]],
  ],
  [
    'decimal commas with sides in a Spanish column',
    'ubicacion.csv',
    'nombre;ubicación\nBowl;"34,61 S 58,38 W"\nRail;Detrás de la plaza\n',
    [['Bowl', -34.61, -58.38], null],
  ],
]

test.for(CASES)('reads %s', async ([, file, content, expected]) => {
  expect(await read(file, content)).toEqual(expected)
})

test.for([
  ['Anläggning', 'Adress', 'Ort'],
  ['Equipament', 'Adreça', 'Població'],
  ['Obiekt', 'Adres', 'Miejscowość'],
])('reads the name, the address, and the town in the columns %s, %s, and %s', async (columns) => {
  const path = join(folder, 'columns.csv')
  writeFileSync(path, `${columns.join(';')};Lat;Lon\nRampen;Gatan 1;Malmö;55,6;13,0\n`)
  for await (const { properties } of readRecords(path))
    expect(properties).toMatchObject({ name: 'Rampen', address: 'Gatan 1', city: 'Malmö' })
  expect.assertions(1)
})
