import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/world/app.ts'
import {
  type Extract,
  REAL_EXTRACT,
  tileAt,
  tileFeature,
  tileLayer,
  writeExtract,
  writeMbtiles,
  writePmtiles,
} from '../../test/makers/street-files.ts'
import { findStreets, readTile, selectRegions } from '../modules/streets/index.ts'
import { loadStreets, regionName, removeStreets } from './load.ts'

function findProgram(name: string): string | null {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

const TILEMAKER = findProgram('tilemaker')

let it: TestApp
let files: string
beforeAll(async () => {
  it = await testApp()
  files = mkdtempSync(path.join(tmpdir(), 'nollie-streets-'))
})
afterAll(async () => {
  await it.close()
  rmSync(files, { recursive: true, force: true })
})
afterEach(async () => {
  for (const { name } of await selectRegions(it.db)) await removeStreets(it.db, it.dataDir, name)
})

function load(file: string, name?: string, tilemaker = TILEMAKER) {
  return loadStreets({ db: it.db, dataDir: it.dataDir, file, name, tilemaker, print: () => undefined })
}

async function namesFor(q: string) {
  return (await findStreets(it.db, q)).items.map(({ name, kind }) => `${kind} ${name}`)
}

function inMap() {
  return readdirSync(path.join(it.dataDir, 'map'))
}

const POINT = { lon: 7.42, lat: 43.735 }
const BOUNDS = '7.4,43.7,7.5,43.8'

function at(z: number) {
  return tileAt(z, POINT.lon, POINT.lat)
}

async function fetchTile({ z, x, y }: { z: number; x: number; y: number }) {
  // A running server checks for new regions every two seconds.
  const { version } = (await it.app.inject('/api/map/streets')).json()
  const answer = await it.app.inject({ url: `/api/map/streets/${version}/${z}/${x}/${y}` })
  return answer.statusCode === 200 ? readTile(answer.rawPayload) : []
}

async function listLayers(tile: { z: number; x: number; y: number }) {
  return (await fetchTile(tile)).map(({ name }) => name).sort()
}

async function settled(look: () => Promise<void>) {
  await expect.poll(() => look().then(() => true)).toBe(true)
}

function openMapTiles(street: string, sea: boolean) {
  return [6, 10, 14].map((z) => ({
    ...at(z),
    layers: [
      tileLayer('transportation', tileFeature('line', { class: 'minor' })),
      tileLayer(
        'transportation_name',
        tileFeature('line', { class: 'minor', name: street, 'name:latin': street, name_en: 'Long Street' }),
      ),
      tileLayer('place', tileFeature('point', { class: 'suburb', name: 'La Condamine' })),
      tileLayer('poi', tileFeature('point', { class: 'pitch', subclass: 'skateboard', name: 'Bowl' })),
      ...(sea ? [tileLayer('water', tileFeature('area', { class: 'ocean' }))] : []),
    ],
  }))
}

test('converts tiles of the OpenMapTiles schema to an archive and an index, with their attribution', async () => {
  const file = path.join(files, 'Côte d’Azur.mbtiles')
  writeMbtiles(file, openMapTiles('Rue Longue', true), {
    bounds: BOUNDS,
    attribution: '<a href="https://x.example">&copy; OpenMapTiles</a> © OpenStreetMap contributors',
  })
  const loaded = await load(file)
  expect(loaded).toMatchObject({ name: 'cote-d-azur', tiles: 2, minZoom: 7, maxZoom: 14, replaced: false })
  const [region] = await selectRegions(it.db)
  expect(region?.attribution).toBe('© OpenMapTiles © OpenStreetMap contributors')
  expect(await namesFor('long')).toEqual(['street Rue Longue'])
  expect(await namesFor('condamine')).toEqual(['place La Condamine'])
  expect(await namesFor('bowl')).toEqual(['skatepark Bowl'])
  const { items } = await findStreets(it.db, 'rue longue')
  expect(items[0]?.latitude).toBeCloseTo(POINT.lat, 1)
  expect(items[0]?.longitude).toBeCloseTo(POINT.lon, 1)
  // Tiles with sea have land too.
  await settled(async () => expect(await listLayers(at(14))).toContain('ground'))
  expect(inMap()).toEqual([expect.stringMatching(/^cote-d-azur-[0-9a-f]{16}\.pmtiles$/)])
})

test('if tiles have no sea, the bundled map shows the ground', async () => {
  const file = path.join(files, 'inland.mbtiles')
  writeMbtiles(file, openMapTiles('Rue Longue', false), { bounds: BOUNDS })
  await load(file)
  await settled(async () =>
    expect(await listLayers(at(14))).toEqual(['place', 'poi', 'transportation', 'transportation_name']),
  )
})

test('converts tiles of the Protomaps schema to our layers', async () => {
  const file = path.join(files, 'protomaps.pmtiles')
  await writePmtiles(
    file,
    [
      {
        ...at(15),
        layers: [
          tileLayer('earth', tileFeature('area', { kind: 'earth' })),
          tileLayer(
            'roads',
            tileFeature('line', { kind: 'major_road', kind_detail: 'primary', name: 'Avenue Une' }),
            tileFeature('line', { kind: 'path', kind_detail: 'steps' }),
          ),
          tileLayer(
            'water',
            tileFeature('area', { kind: 'ocean' }),
            tileFeature('point', { kind: 'sea', name: 'Mer' }),
          ),
          tileLayer(
            'landuse',
            tileFeature('area', { kind: 'park' }),
            tileFeature('area', { kind: 'pitch', sport: 'skateboard' }),
          ),
          tileLayer('buildings', tileFeature('area', { kind: 'building' })),
          tileLayer(
            'places',
            tileFeature('point', {
              kind: 'locality',
              kind_detail: 'city',
              name: 'Monaco',
              population: 38000,
            }),
          ),
          tileLayer(
            'pois',
            tileFeature('point', { kind: 'station', name: 'Gare' }),
            tileFeature('point', { kind: 'cafe', name: 'Café' }),
          ),
          tileLayer('boundaries', tileFeature('line', { kind: 'country', kind_detail: 2 })),
        ],
      },
    ],
    { bounds: BOUNDS },
  )
  expect(await load(file)).toMatchObject({ tiles: 1, maxZoom: 15 })
  await settled(async () => expect(await listLayers(at(15))).toContain('ground'))
  const layers = await fetchTile(at(15))
  const getTags = (name: string) =>
    layers.find((layer) => layer.name === name)?.features.map(({ tags }) => tags)
  expect(getTags('transportation')).toEqual([{ class: 'primary' }, { class: 'path', subclass: 'steps' }])
  expect(getTags('landuse')).toEqual([{ class: 'skatepark' }])
  expect(getTags('boundary')).toEqual([{ admin_level: 2, maritime: 0 }])
  expect(await listLayers(at(15))).toEqual([
    'boundary',
    'building',
    'ground',
    'landuse',
    'park',
    'place',
    'poi',
    'transportation',
    'transportation_name',
    'water',
    'water_name',
  ])
  expect(await namesFor('avenue')).toEqual(['street Avenue Une'])
  expect(await namesFor('gare')).toEqual(['station Gare'])
  expect(await namesFor('café')).toEqual([])
})

test('replaces a region immediately without a restart; neighboring regions share a tile', async () => {
  const [first, second, other] = ['a.mbtiles', 'a2.mbtiles', 'b.mbtiles'].map((name) =>
    path.join(files, name),
  )
  writeMbtiles(first as string, openMapTiles('Rue Vieille', false), { bounds: BOUNDS })
  writeMbtiles(second as string, openMapTiles('Rue Neuve', false), { bounds: BOUNDS })
  writeMbtiles(other as string, openMapTiles('Rue Voisine', false), { bounds: '7.41,43.7,7.6,43.8' })
  await load(first as string, 'town')
  const streets = async () => {
    const layer = (await fetchTile(at(14))).find(({ name }) => name === 'transportation_name')
    return layer?.features.map(({ tags }) => tags.name).sort()
  }
  await settled(async () => expect(await streets()).toEqual(['Rue Vieille']))
  expect(await load(second as string, 'town')).toMatchObject({ replaced: true })
  await settled(async () => expect(await streets()).toEqual(['Rue Neuve']))
  expect(await namesFor('vieille')).toEqual([])
  expect(inMap()).toHaveLength(1)
  await load(other as string, 'neighbour')
  await settled(async () => expect(await streets()).toEqual(['Rue Neuve', 'Rue Voisine']))
  await removeStreets(it.db, it.dataDir, 'town')
  await settled(async () => expect(await streets()).toEqual(['Rue Voisine']))
  expect(inMap()).toHaveLength(1)
})

test('refuses an unusable file with a readable message, and leaves nothing behind', async () => {
  const broken = path.join(files, 'broken.osm.pbf')
  writeFileSync(broken, 'no extract at all, but long enough to look at')
  await expect(load(broken, undefined, '/bin/true')).rejects.toThrow(/can't be read: It is not an \.osm\.pbf/)
  const notTiles = path.join(files, 'not.mbtiles')
  writeFileSync(notTiles, 'nothing')
  await expect(load(notTiles)).rejects.toThrow(/can't be read/)
  const foreign = path.join(files, 'foreign.mbtiles')
  writeMbtiles(
    foreign,
    [{ ...at(14), layers: [tileLayer('trees', tileFeature('point', { kind: 'oak' }))] }],
    { bounds: BOUNDS },
  )
  await expect(load(foreign)).rejects.toThrow(/neither the OpenMapTiles nor the Protomaps schema.*trees/)
  await expect(load(path.join(files, 'none.mbtiles'))).rejects.toThrow('There is no file')
  await expect(load(foreign, 'Town Hall')).rejects.toThrow('--name NAME')
  await expect(load(broken, undefined, null)).rejects.toThrow('apt-get install tilemaker')
  await expect(removeStreets(it.db, it.dataDir, 'nowhere')).rejects.toThrow('no region nowhere')
  expect(await selectRegions(it.db)).toEqual([])
  expect(inMap()).toEqual([])
})

test('a region is named after its file', () => {
  expect(regionName('/maps/monaco.osm.pbf')).toBe('monaco')
  expect(regionName('Île-de-France latest.OSM.PBF')).toBe('ile-de-france-latest')
  expect(regionName('planet_14.pmtiles')).toBe('planet_14')
})

/** A town on an island: a street of two ways with stairs, a park, a skatepark, a station, and the coast all around. */
const ISLAND: Extract = {
  box: { west: 10, south: 50, east: 10.02, north: 50.02 },
  nodes: [
    { id: 1, lon: 10.002, lat: 50.01 },
    { id: 2, lon: 10.008, lat: 50.01 },
    { id: 3, lon: 10.014, lat: 50.011 },
    { id: 4, lon: 10.001, lat: 50.001 },
    { id: 5, lon: 10.019, lat: 50.001 },
    { id: 6, lon: 10.019, lat: 50.019 },
    { id: 7, lon: 10.001, lat: 50.019 },
    { id: 8, lon: 10.01, lat: 50.012 },
    { id: 9, lon: 10.012, lat: 50.012 },
    { id: 10, lon: 10.012, lat: 50.014 },
    { id: 11, lon: 10.01, lat: 50.008, tags: { railway: 'station', name: 'Inselbahnhof' } },
    {
      id: 12,
      lon: 10.01,
      lat: 50.01,
      tags: { place: 'town', name: 'Nordeiland', 'name:fr': 'Île du Nord', old_name: 'Alt Eiland' },
    },
  ],
  ways: [
    { id: 20, refs: [1, 2], tags: { highway: 'residential', name: 'Lange Straße', surface: 'sett' } },
    { id: 21, refs: [2, 3], tags: { highway: 'steps', name: 'Lange Straße' } },
    { id: 22, refs: [8, 9, 10, 8], tags: {} },
    { id: 23, refs: [8, 9, 10, 8], tags: { leisure: 'pitch', sport: 'skateboard;bmx', name: 'Betonbowl' } },
    { id: 24, refs: [4, 5, 6, 7, 4], tags: { natural: 'coastline' } },
    { id: 25, refs: [1, 8], tags: { building: 'yes' } },
  ],
  relations: [{ id: 30, outer: [22], tags: { type: 'multipolygon', leisure: 'park', name: 'Volkspark' } }],
}

test.skipIf(!TILEMAKER)('an extract becomes tiles and an index (needs tilemaker)', async () => {
  const file = path.join(files, 'island.osm.pbf')
  writeExtract(file, ISLAND)
  expect(await load(file)).toMatchObject({ name: 'island', maxZoom: 14 })
  expect(await namesFor('lange')).toEqual(['street Lange Straße'])
  expect(await namesFor('strasse')).toEqual(['street Lange Straße'])
  expect(await namesFor('alt eiland')).toEqual(['place Nordeiland'])
  expect(await namesFor('île')).toEqual(['place Nordeiland'])
  expect(await namesFor('volks')).toEqual(['park Volkspark'])
  expect(await namesFor('beton')).toEqual(['skatepark Betonbowl'])
  expect(await namesFor('insel')).toEqual(['station Inselbahnhof'])
  const { items } = await findStreets(it.db, 'lange')
  expect(items[0]?.bounds).toEqual({ west: 10.002, south: 50.01, east: 10.014, north: 50.011 })
  const middle = tileAt(14, 10.009, 50.01)
  await settled(async () => expect(await listLayers(middle)).toContain('transportation'))
  const layers = await fetchTile(middle)
  const getTags = (name: string) =>
    layers.find((layer) => layer.name === name)?.features.map(({ tags }) => tags) ?? []
  expect(getTags('transportation')).toContainEqual({
    class: 'minor',
    subclass: 'residential',
    surface: 'rough',
  })
  expect(getTags('transportation')).toContainEqual({ class: 'path', subclass: 'steps' })
  expect(getTags('landuse')).toContainEqual({ class: 'skatepark' })
  expect(getTags('water')).toContainEqual({ class: 'ocean' })
  expect(getTags('ground')).toEqual([{ class: 'land' }])
  expect(inMap()).toHaveLength(1)
})

test.skipIf(!TILEMAKER || !existsSync(REAL_EXTRACT))(
  'a real extract, Monaco, becomes tiles and an index (needs tilemaker and the extract)',
  async () => {
    const loaded = await load(REAL_EXTRACT)
    expect(loaded.rows).toBeGreaterThan(300)
    expect(await namesFor('rue grim')).toEqual(['street Rue Grimaldi'])
    expect((await namesFor('monte carlo'))[0]).toBe('place Monte-Carlo')
    const { items } = await findStreets(it.db, 'mini ramp')
    expect(items).toContainEqual(expect.objectContaining({ kind: 'skatepark', city: expect.any(String) }))
    const harbour = tileAt(14, 7.4225, 43.735)
    await settled(async () => expect(await listLayers(harbour)).toContain('transportation'))
    const layers = await listLayers(harbour)
    expect(layers).toEqual(
      expect.arrayContaining(['building', 'ground', 'landuse', 'park', 'transportation_name', 'water']),
    )
  },
)
