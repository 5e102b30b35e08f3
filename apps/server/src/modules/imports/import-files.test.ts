import { readFile } from 'node:fs/promises'
import type { ImportFile } from '@nollie/contract'
import { IMPORT_PART_BYTES } from '@nollie/contract/imports/file-limits'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { afterAll, expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { startOverpass } from '../../../test/services/overpass.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { cancelsAfterOnePart, importNow } from '../../../test/world/imports.ts'
import { jobsDone } from '../../../test/world/jobs.ts'
import { until } from '../../../test/world/until.ts'
import { sweepFiles } from './import-files.service.ts'

const overpass = await startOverpass()
afterAll(() => overpass.close())
let free = Number.MAX_SAFE_INTEGER

const test = testWith({
  imports: {
    overpass: { url: overpass.url, timeoutMs: 30_000, maxBytes: 200_000 },
    figures: { pauseMs: 0, backoffMs: 5, maxWaitMs: 60_000, sliceMs: 20 },
    freeBytes: async () => free,
  },
})

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('import_areas').execute()
  await app.db.deleteFrom('import_files').execute()
  // A worker from the previous test may still add spots.
  await Promise.all(['import-area', 'read-import-file'].map((kind) => jobsDone(app.db, kind)))
  await app.db.deleteFrom('spots').execute()
  free = Number.MAX_SAFE_INTEGER
})

const OCTETS = { 'content-type': 'application/octet-stream' }

function sendPart(who: Actor, id: string, number: number, content: Buffer) {
  return who.send('PUT', `/api/imports/files/${id}/parts/${number}`, content, { headers: OCTETS })
}

async function sends(who: Actor, name: string, content: Buffer | string): Promise<string> {
  const bytes = Buffer.from(content)
  const { id } = await who.createImportFile({ name, bytes: bytes.length })
  for (let number = 0; number * IMPORT_PART_BYTES < bytes.length; number += 1) {
    const start = number * IMPORT_PART_BYTES
    const response = await sendPart(who, id, number, bytes.subarray(start, start + IMPORT_PART_BYTES))
    expect(response.statusCode, response.body).toBe(200)
  }
  return id
}

function isRead(who: Actor, id: string): Promise<ImportFile> {
  return until(
    async () => {
      const file = await who.getImportFile(id)
      if (file.state === 'reading') throw new Error(`still reading: ${JSON.stringify(file)}`)
      return file
    },
    { interval: 30 },
  )
}

async function previews(who: Actor, name: string, content: Buffer | string) {
  return isRead(who, await sends(who, name, content))
}

const SOURCE = { source: 'City of Lleida', licence: 'CC BY 4.0', url: null }

function ended(who: Actor, id: string) {
  return until(
    async () => {
      const area = await who.getImportArea(id)
      if (['running', 'undoing'].includes(area.state)) throw new Error(`still ${JSON.stringify(area)}`)
      return area
    },
    { interval: 30 },
  )
}

type Feature = { id?: string | number; properties: Record<string, unknown>; at?: [number, number] }

function geojson(features: readonly Feature[], more: object = {}): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...more,
    features: features.map(({ id, properties, at }) => ({
      type: 'Feature',
      ...(id === undefined ? {} : { id }),
      properties,
      geometry: at ? { type: 'Point', coordinates: at } : null,
    })),
  })
}

function parks(count: number, more: Record<string, unknown> = {}): Feature[] {
  return Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    properties: { name: `Skatepark ${n}`, ...more },
    at: [2 + (n % 200) / 50, 41 + Math.floor(n / 200) / 50] as [number, number],
  }))
}

function zip(files: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name)
  archive.end()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    archive.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks)))
  })
}

test('previews a file, imports it as unverified spots, and undoes the whole import', async ({ app, mod }) => {
  const content = geojson([
    ...parks(3, { source: 'City of Lleida', licence: 'CC BY 4.0' }),
    { properties: { name: 'Board shop', shop: 'sports' }, at: [2.1, 41.3] },
    { properties: { name: 'Lost park' } },
  ])
  const file = await previews(mod, 'parks-2026-11.geojson', content)
  expect(file).toMatchObject({
    state: 'ready',
    problem: null,
    source: 'City of Lleida',
    licence: 'CC BY 4.0',
    read: 5,
    preview: {
      ending: '.geojson',
      dataset: 'parks',
      read: 5,
      added: 3,
      here: 0,
      refused: 2,
      refusals: [
        { kind: 'shop', count: 1, samples: [{ name: 'Board shop', where: 'feature 4' }] },
        { kind: 'no_position', count: 1, samples: [{ name: 'Lost park', why: 'no position' }] },
      ],
    },
  })
  expect(file.preview?.points.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(await app.db.selectFrom('spots').select('id').execute()).toEqual([])
  expect(
    await app.db.selectFrom('import_runs').where('dataset', '=', 'parks').select('id').execute(),
  ).toEqual([])

  expect((await mod.listImportFiles()).items).toMatchObject([{ id: file.id }])
  const area = await ended(mod, (await importNow(mod, file.id)).id)
  expect(area).toMatchObject({
    state: 'complete',
    label: 'parks-2026-11.geojson',
    server: null,
    box: { south: 41, north: 41 },
    tiles: 1,
    tiles_done: 1,
    read: 5,
    added: 3,
    refused: 2,
  })
  expect((await mod.listImportFiles()).items).toEqual([])
  const [spot] = await app.db.selectFrom('spots').select(['id', 'source', 'source_licence']).execute()
  expect(spot).toMatchObject({ source: 'City of Lleida', source_licence: 'CC BY 4.0' })
  expect((await mod.getSpot(spot?.id ?? '')).standing).toMatchObject({ state: 'unverified' })
  expect((await mod.listAudit()).items[0]).toMatchObject({
    act: 'imported_area',
    reason: 'parks-2026-11.geojson',
  })

  // The same file again adds nothing.
  const again = await previews(mod, 'parks-2026-12.geojson', content)
  expect(again.preview).toMatchObject({ added: 0, here: 3 })
  expect(await ended(mod, (await importNow(mod, again.id)).id)).toMatchObject({ added: 0, here: 3 })

  await mod.undoImportArea(area.id)
  expect(await ended(mod, area.id)).toMatchObject({ state: 'undone', removed: 3 })
  expect(await app.db.selectFrom('spots').select('id').where('deleted_at', 'is', null).execute()).toEqual([])
})

test('an admin names the source and the license of a file that doesn’t, before it can be imported', async ({
  app,
  mod,
}) => {
  const file = await previews(mod, 'list.csv', 'name;lat;lon\nPlaza;41.38;2.17\nBowl;41.5;2.2\n')
  expect(file).toMatchObject({
    state: 'ready',
    source: null,
    licence: null,
    preview: { added: 2, refused: 0 },
  })
  expect(await getOutcome(importNow(mod, file.id))).toBe('CONFLICT')
  await mod.previewImportFile(file.id, SOURCE)
  expect(await isRead(mod, file.id)).toMatchObject({ state: 'ready', ...SOURCE, preview: { added: 2 } })
  await ended(mod, (await importNow(mod, file.id)).id)
  expect(await app.db.selectFrom('spots').select(['source', 'source_licence']).execute()).toEqual(
    Array.from({ length: 2 }, () => ({ source: 'City of Lleida', source_licence: 'CC BY 4.0' })),
  )
})

test('sources and licenses are cleaned, whether a file or an admin names them, and blank ones are refused', async ({
  mod,
}) => {
  const named = geojson(parks(2, { source: 'City\u202e list', licence: '\u200b' }))
  const file = await previews(mod, 'named.geojson', named)
  expect(file).toMatchObject({ source: 'City list', licence: null })
  const blank = { ...SOURCE, licence: ' \u200b ' }
  expect(await getOutcome(mod.previewImportFile(file.id, blank))).toBe('BAD_REQUEST')
  const { source, url } = await mod.previewImportFile(file.id, {
    source: 'City\u2066 list',
    licence: 'CC0',
    url: 'https://city.example/\u202eparks',
  })
  expect([source, url]).toEqual(['City list', 'https://city.example/parks'])
})

test('if text can’t be stored, its record is refused, but not the file', async ({ mod, app }) => {
  const odd = [
    { id: 'a\u0000b' },
    { properties: { name: 'Half', source: 'City \ud83d' } },
    { properties: { name: `${'x'.repeat(119)}${'\u{1f6f9}'.repeat(10)}` } },
    { properties: { name: 'Huge', description: 'y'.repeat(70_000) } },
    { properties: { within: 'Park\u202e of \u200bLies' } },
  ]
  const features = parks(6).map((park, n) => ({ ...park, ...odd[n - 1] }))
  const file = await previews(mod, 'text.geojson', geojson(features))
  expect(file).toMatchObject({ state: 'ready', preview: { read: 6, refused: 4, added: 2 } })
  await mod.previewImportFile(file.id, SOURCE)
  await isRead(mod, file.id)
  await ended(mod, (await importNow(mod, file.id)).id)
  const named = await app.db.selectFrom('spots').select('name').orderBy('name').execute()
  expect(named.map(({ name }) => name)).toEqual(['Skate spot at Park of Lies', 'Skatepark 0'])
})

const OSM = `<?xml version="1.0"?><osm version="0.6">
  <node id="1" lat="41.38" lon="2.17"><tag k="leisure" v="skatepark"/><tag k="name" v="Node park"/></node>
  <node id="2" lat="41.5" lon="2.2"/><node id="3" lat="41.5" lon="2.4"/><node id="4" lat="41.7" lon="2.4"/>
  <node id="5" lat="42" lon="2" visible="false"><tag k="sport" v="skateboard"/></node>
  <way id="9"><nd ref="2"/><nd ref="3"/><nd ref="4"/><tag k="sport" v="skateboard"/><tag k="name" v="Way park"/></way>
  <relation id="7"><member type="way" ref="10" role="outer"/><tag k="sport" v="skateboard"/></relation>
  <way id="10"><nd ref="2"/></way>
</osm>`

test.for([
  [
    'parks.kml',
    '<kml><Placemark><name>Park</name><Point><coordinates>2.1,41.3</coordinates></Point></Placemark></kml>',
  ],
  ['parks.gpx', '<gpx><wpt lat="41.3" lon="2.1"><name>Park</name></wpt></gpx>'],
  ['parks.tsv', 'name\tlat\tlon\nPark\t41.3\t2.1\n'],
  [
    'parks.ndjson',
    '{"type":"Feature","properties":{"name":"Park"},"geometry":{"type":"Point","coordinates":[2.1,41.3]}}',
  ],
])('reads %s', async ([name = '', content = ''], { mod }) => {
  expect(await previews(mod, name, content)).toMatchObject({ state: 'ready', preview: { read: 1, added: 1 } })
})

test('reads OpenStreetMap’s XML, whose source and license are known', async ({ mod, app }) => {
  const file = await previews(mod, 'town.osm', OSM)
  expect(file).toMatchObject({ source: 'OpenStreetMap', licence: 'ODbL 1.0', preview: { read: 3, added: 3 } })
  await ended(mod, (await importNow(mod, file.id)).id)
  const { rows } = await sql`select source_id, latitude, longitude from spots order by source_id`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { source_id: 'node/1', latitude: 41.38, longitude: 2.17 },
    { source_id: 'relation/7', latitude: 41.5, longitude: 2.2 },
    { source_id: 'way/9', latitude: 41.6, longitude: 2.3 },
  ])
})

test.for([
  ['broken.geojson', '{"type":"FeatureCollection","features":[{', 'broken.geojson'],
  ['page.kml', '<!DOCTYPE html><html></html>', 'DOCTYPE'],
  ['empty.gpx', '<gpx><trk/></gpx>', 'empty.gpx has no spots: no waypoints; it has 1 track.'],
  ['other.osm', '<html><body>Busy</body></html>', 'no nodes, ways, or relations'],
  ['noise.osm.pbf', 'not an extract at all', 'noise.osm.pbf'],
  ['not.kmz', 'PK but no archive', 'not.kmz is not KMZ'],
])('refuses %s with a reason that names the file', async ([name = '', content = '', why = ''], { mod }) => {
  const file = await previews(mod, name, content)
  expect(file).toMatchObject({ state: 'refused', preview: null })
  expect(file.problem).toContain(why)
  expect(file.problem).not.toMatch(/\/|upload\./)
  expect(await getOutcome(importNow(mod, file.id))).toBe('CONFLICT')
})

test('refuses an archive that unpacks to gigabytes, without unpacking it', async ({ mod }) => {
  const packed = await zip({ 'doc.kml': '<kml/>' })
  // The archive's directory claims that the map is 3 GB.
  const at = packed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  packed.writeUInt32LE(3 * 1024 ** 3, at + 24)
  const file = await previews(mod, 'bomb.kmz', packed)
  expect(file).toMatchObject({ state: 'refused', problem: 'bomb.kmz is larger than 2 GB when unpacked.' })
})

test('refuses files that are too large, don’t fit on the disk, or have an unknown format', async ({
  mod,
  app,
}) => {
  expect(await getOutcome(mod.createImportFile({ name: 'a.geojson', bytes: 1_000_000_001 }))).toBe(
    'BAD_REQUEST',
  )
  expect(await getOutcome(mod.createImportFile({ name: 'a.docx', bytes: 10 }))).toBe('WRONG_TYPE')
  free = 1_200_000_000
  expect(await getOutcome(mod.createImportFile({ name: 'a.geojson', bytes: 500_000_000 }))).toBe(
    'STORAGE_FULL',
  )
  free = 2_000_000_000
  expect(await getOutcome(mod.createImportFile({ name: 'a.geojson', bytes: 500_000_000 }))).toBe('done')
  expect(await app.db.selectFrom('import_files').select('id').execute()).toHaveLength(1)
})

test('parts arrive in order and once, even if a response was lost', async ({ app, mod, ada, visitor }) => {
  const long = parks(5, { description: 'x'.repeat(900_000) })
  const content = Buffer.from(geojson([...parks(1), ...long]))
  const { id } = await mod.createImportFile({ name: 'a.geojson', bytes: content.length })
  const [one, two] = [content.subarray(0, IMPORT_PART_BYTES), content.subarray(IMPORT_PART_BYTES)]
  expect((await sendPart(mod, id, 1, two)).statusCode).toBe(409)
  expect((await sendPart(mod, id, 0, two)).statusCode).toBe(409)
  expect((await sendPart(mod, id, 0, content)).statusCode).toBe(413)
  expect((await sendPart(ada, id, 0, one)).statusCode).toBe(403)
  expect(
    (await visitor.send('PUT', `/api/imports/files/${id}/parts/0`, one, { headers: OCTETS })).statusCode,
  ).toBe(401)
  for (const _ of [1, 2])
    expect((await sendPart(mod, id, 0, one)).json()).toMatchObject({ arrived: one.length })
  expect(await getOutcome(mod.previewImportFile(id, SOURCE))).toBe('CONFLICT')
  expect((await sendPart(mod, id, 1, two)).json()).toMatchObject({
    state: 'reading',
    arrived: content.length,
  })
  expect((await sendPart(mod, id, 1, two)).statusCode).toBe(200)
  expect(await isRead(mod, id)).toMatchObject({ state: 'ready', preview: { added: 1, refused: 5 } })

  // A week later, the file and its bytes are deleted, and an import of it says so.
  const store = app.storage.area('imports')
  const parts = () => store.files(id.replaceAll('-', ''))
  expect(await parts()).toHaveLength(2)
  await sql`update import_files set moved_at = now() - interval '8 days' where id = ${id}`.execute(app.db)
  await sweepFiles({ db: app.db, files: store })
  expect(await parts()).toEqual([])
  expect(await getOutcome(mod.getImportFile(id))).toBe('NOT_FOUND')
})

test('an import whose file was deleted stops with that reason, and a new upload creates no duplicates', async ({
  app,
  mod,
}) => {
  const content = geojson(parks(2_500, { source: 'Big list', licence: 'CC0' }))
  const file = await previews(mod, 'big.geojson', content)
  expect(file.preview).toMatchObject({ read: 2_500, added: 2_500 })
  expect(file.preview?.points.length).toBeLessThanOrEqual(400)
  const id = await cancelsAfterOnePart(app, mod, file.id)
  const stopped = await mod.getImportArea(id)
  expect(stopped).toMatchObject({ state: 'cancelled', tiles: 3, tiles_done: 1 })
  await app.storage.area('imports').removeKey(file.id.replaceAll('-', ''))
  await mod.retryImportArea(id)
  expect(await ended(mod, id)).toMatchObject({ state: 'stopped', reason: 'no_file' })
  const second = await previews(mod, 'big.geojson', content)
  expect(second.preview?.here).toBe(1_000)
  await ended(mod, (await importNow(mod, second.id)).id)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from spots`.execute(app.db)
  expect(rows[0]?.count).toBe(2_500)
})

test('only admins may upload, preview, and import', async ({ mod, ada }) => {
  const { id } = await mod.createImportFile({ name: 'a.csv', bytes: 10 })
  for (const act of [
    () => ada.createImportFile({ name: 'a.csv', bytes: 10 }),
    () => ada.listImportFiles(),
    () => ada.getImportFile(id),
    () => ada.previewImportFile(id, SOURCE),
    () => ada.startImportFile(id, { version: 1 }),
    () => ada.deleteImportFile(id),
  ])
    expect(await getOutcome(act() as Promise<unknown>)).toBe('NOT_ALLOWED')
})

test('real park data from two countries is read the same way as on the command line', async ({
  mod,
  skip,
}) => {
  const data = new URL('../../../../../../shared/data/skateparks-us-au.geojson', import.meta.url)
  const content = await readFile(data).catch(() => null)
  if (!content) return skip('The file with the skateparks of the United States and Australia is missing.')
  const file = await previews(mod, 'skateparks-us-au.geojson', content)
  expect(file.preview).toMatchObject({ read: 4_503 })
  expect(file.preview?.points.length).toBeLessThanOrEqual(400)
})
