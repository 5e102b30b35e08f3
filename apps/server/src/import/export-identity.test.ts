import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { toDatasetName } from '../modules/imports/index.ts'
import { importRecords } from './import.ts'
import { readRecords } from './read-records.ts'

// Tests two exports from the same program and source. The ids in each file start at 1, or there are none.

let it: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'nollie-export-identity-'))
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})

type File = readonly [name: string, text: string]

async function runImport([name, text]: File, source: string) {
  const place = mkdtempSync(join(folder, 'run-'))
  const path = join(place, name)
  writeFileSync(path, text)
  return importRecords({
    db: it.db,
    records: readRecords(path),
    defaults: { source, licence: 'CC0' },
    whole: { dataset: toDatasetName(basename(path)), file: name, file_hash: 'd'.repeat(64) },
    print: () => {},
  })
}

async function listSpots(source: string) {
  const rows = await it.db
    .selectFrom('spots')
    .select(['name', 'latitude', 'longitude'])
    .where('source', '=', source)
    .orderBy('name')
    .execute()
  return rows.map(({ name, latitude, longitude }) => `${name} ${latitude.toFixed(2)} ${longitude.toFixed(2)}`)
}

function umap(name: string, longitude: number) {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'M2NzE',
        properties: { name },
        geometry: { type: 'Point', coordinates: [longitude, -41] },
      },
    ],
  })
}

function arcgis(name: string, longitude: number) {
  return `X,Y,OBJECTID,GLOBAL_ID,NAME\r\n${longitude},-42,1,,${name}\r\n`
}

function qgis(name: string, longitude: number) {
  return `WKT\tfid\tid\tname\n"POINT (${longitude} -43)"\t1\t1\t${name}\n`
}

function organic(name: string, longitude: number) {
  return `<kml><Document><Placemark id="0"><name>${name}</name><Point><coordinates>${longitude},-44</coordinates></Point></Placemark></Document></kml>`
}

function osmand(name: string, longitude: number) {
  return `<gpx><wpt lat="-45" lon="${longitude}"><name>${name}</name><extensions><osmand:id>1</osmand:id></extensions></wpt></gpx>`
}

function japanese(name: string, longitude: number) {
  return `ID,名称,緯度,経度\n001,${name},-46,${longitude}\n`
}

test.for([
  ['uMap', 'Layer 1.geojson', 'Layer 2.geojson', umap, -41],
  ['ArcGIS', 'Skate_North.csv', 'Skate_South.csv', arcgis, -42],
  ['QGIS', 'nord.tsv', 'süd.tsv', qgis, -43],
  ['Organic Maps', 'Berlin.kml', 'Paris.kml', organic, -44],
  ['OsmAnd', 'favorites-skate.gpx', 'favorites-bowls.gpx', osmand, -45],
  ['a Japanese city', '渋谷区.csv', '新宿区.csv', japanese, -46],
] as const)(
  '%s: records with the same id in two files are two spots, and stay two when the files are imported again',
  async ([program, first, second, write, latitude]) => {
    const source = `Exports of ${program}`
    const a: File = [first, write('Skatepark A', -30)]
    const b: File = [second, write('Skatepark B', -29)]
    const both = [`Skatepark A ${latitude}.00 -30.00`, `Skatepark B ${latitude}.00 -29.00`]
    expect(await runImport(a, source)).toMatchObject({ added: 1 })
    expect(await runImport(b, source)).toMatchObject({ added: 1, missing: 0 })
    expect(await listSpots(source)).toEqual(both)
    for (const file of [b, a]) {
      expect(await runImport(file, source)).toMatchObject({ known: 1, updated: 0, conflicts: 0, missing: 0 })
    }
    expect(await listSpots(source)).toEqual(both)
  },
)
