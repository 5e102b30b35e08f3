import { gunzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { aSpotRow } from '../../../../test/makers/posts.ts'
import { testWith } from '../../../../test/world/fixtures.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { requireSameLicense } from './member-license.service.ts'
import { isFileDue, type OpenDataDeps, renewOpenData } from './store-open-data.service.ts'

const test = testWith({ memberLicense: null })
const PAGE = '/api/open/spots.geojson?bbox=2.1,41.3,2.3,41.5'

type Spots = {
  features: {
    id: string
    geometry: object
    properties: { name: string; license: string; edited: string[]; sources: object[] }
  }[]
  next: string | null
}

function buildDeps(app: TestApp, members: OpenDataDeps['members'] = null): OpenDataDeps {
  return { db: app.db, files: app.storage.area('open'), publicUrl: new URL('http://localhost:3000'), members }
}

async function anImportedSpot(app: TestApp, name: string, licence = 'ODbL 1.0', source = 'OpenStreetMap') {
  const id = await aSpotRow(app.db, null, name)
  const source_id = `node/${id.slice(-6)}`
  await app.db
    .updateTable('spots')
    .set({ source, source_id, source_licence: licence, source_url: `https://osm.example/${source_id}` })
    .where('id', '=', id)
    .execute()
  return id
}

async function anEdit(app: TestApp, spot_id: string, user_id: string, before: object) {
  await app.db
    .insertInto('spot_edits')
    .values({ id: uuid(), spot_id, user_id, action: 'edit', version: 2, before: JSON.stringify(before) })
    .execute()
}

async function readFile(app: TestApp): Promise<Spots> {
  const { id } = await app.db.selectFrom('open_data_files').select('id').executeTakeFirstOrThrow()
  const bytes = await buffer(
    await app.storage.area('open').read(`${id.replaceAll('-', '')}/spots.geojson.gz`),
  )
  return JSON.parse(gunzipSync(bytes).toString())
}

function names({ features }: Spots) {
  return features.map(({ properties }) => properties.name).toSorted()
}

// Tests share the app, and each has its own spots.
test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('open_data_files').execute()
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).execute()
})

test('pages have imported spots with source, license, and dates, and what people changed', async ({
  app,
  ada,
  visitor,
}) => {
  const osm = await anImportedSpot(app, 'Park')
  await anEdit(app, osm, ada.user_id, { name: 'Skatepark', spot_types: [] })
  const city = await anImportedSpot(app, 'Edited elsewhere', 'CC BY 4.0', 'City')
  await anEdit(app, city, ada.user_id, { name: 'Plaza' })
  await anImportedSpot(app, 'As imported', 'CC BY 4.0', 'City')
  await aSpotRow(app.db, ada.user_id, 'Adas ledge')
  const answer = await visitor.send('GET', PAGE)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/geo+json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300',
  })
  expect(answer.headers['set-cookie']).toBe(undefined)
  const found: Spots = JSON.parse(answer.body)
  expect(names(found)).toEqual(['As imported', 'Park'])
  const park = found.features.find(({ id }) => id === osm)
  expect(park?.geometry).toEqual({ type: 'Point', coordinates: [2.16, 41.38] })
  expect(park?.properties).toMatchObject({
    license: 'ODbL-1.0',
    edited: ['name', 'spot_types'],
    sources: [{ name: 'OpenStreetMap', license: 'ODbL 1.0', date: null }],
    url: `http://localhost:3000/spots/${osm}`,
    created_at: expect.stringMatching(/^\d{4}-/),
    updated_at: expect.stringMatching(/^\d{4}-/),
  })
  expect(answer.body).toContain('© OpenStreetMap contributors')
  expect(answer.body).not.toContain(ada.user_id)
  const again = await visitor.send('GET', PAGE, undefined, {
    headers: { 'if-none-match': String(answer.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a box needs four numbers, may cross the antimeridian, and is divided into pages', async ({
  app,
  visitor,
}) => {
  for (const bbox of ['', '?bbox=1,2,3', '?bbox=2,50,1,40', '?bbox=a,b,c,d']) {
    const { statusCode, headers } = await visitor.send('GET', `/api/open/spots.geojson${bbox}`)
    expect([statusCode, headers['access-control-allow-origin']], bbox).toEqual([400, '*'])
  }
  const forged = await visitor.send('GET', `${PAGE}&cursor=WzEsMl0`)
  expect([forged.statusCode, JSON.parse(forged.body).code]).toEqual([400, 'BAD_CURSOR'])
  const fiji = await anImportedSpot(app, 'Fiji')
  const samoa = await anImportedSpot(app, 'Samoa')
  await app.db.updateTable('spots').set({ latitude: -17, longitude: 179.5 }).where('id', '=', fiji).execute()
  await app.db.updateTable('spots').set({ latitude: -14, longitude: -172 }).where('id', '=', samoa).execute()
  const both = await visitor.send('GET', '/api/open/spots.geojson?bbox=178,-20,-170,-10')
  expect(names(JSON.parse(both.body))).toEqual(['Fiji', 'Samoa'])
  await app.db
    .insertInto('spots')
    .values(
      Array.from({ length: 1003 }, (_, n) => ({
        id: uuid(),
        name: `Spot ${n}`,
        latitude: 10 + n / 1e5,
        longitude: 10,
        created_by: null,
        source: 'List',
        source_id: String(n),
        source_licence: 'CC0',
      })),
    )
    .execute()
  const first = await visitor.send('GET', '/api/open/spots.geojson?bbox=9,9,11,11')
  const page: Spots = JSON.parse(first.body)
  expect(page.features.length).toBe(1000)
  expect(first.headers.link).toBe(`<${String(page.next).replace('http://localhost:3000', '')}>; rel="next"`)
  const next = await visitor.send('GET', String(page.next).replace('http://localhost:3000', ''))
  const rest: Spots = JSON.parse(next.body)
  expect([rest.features.length, rest.next]).toEqual([3, null])
  expect(new Set([...page.features, ...rest.features].map(({ id }) => id)).size).toBe(1003)
})

test('the monthly file has imported spots until the operator chooses a license, and then members’ spots', async ({
  app,
  ada,
  visitor,
}) => {
  const none = await visitor.getOpenData()
  expect(none).toEqual({ member_license: null, file: null })
  await anImportedSpot(app, 'Park')
  await aSpotRow(app.db, ada.user_id, 'Adas ledge')
  await renewOpenData(buildDeps(app))
  expect(names(await readFile(app))).toEqual(['Park'])
  const { file } = await visitor.getOpenData()
  expect(file).toMatchObject({
    spots: 1,
    sources: [{ name: 'OpenStreetMap', license: 'ODbL 1.0', spots: 1 }],
  })
  const sent = await visitor.send('GET', String(file?.path))
  expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload.length]).toEqual([
    200,
    'application/gzip',
    file?.bytes,
  ])
  expect(JSON.parse(gunzipSync(sent.rawPayload).toString()).features.length).toBe(1)
  expect((await visitor.send('GET', '/api/open/files/spots-1999-01.geojson.gz')).statusCode).toBe(404)

  await renewOpenData(buildDeps(app, 'CC0-1.0'))
  const all = await readFile(app)
  expect(names(all)).toEqual(['Adas ledge', 'Park'])
  expect(all.features.map(({ properties }) => properties.license).toSorted()).toEqual(['CC0-1.0', 'ODbL-1.0'])
})

test('a file is renewed every month, and as soon as one of its spots is withdrawn', async ({ app, ada }) => {
  const deps = buildDeps(app)
  const park = await anImportedSpot(app, 'Park')
  const stored = async () => {
    const keys: string[] = []
    for await (const key of app.storage.area('open').keys()) keys.push(key)
    return keys
  }
  await app.storage.area('open').put('0123456789abcdef0123456789abcdef/spots.geojson.gz', Buffer.from('left'))
  await renewOpenData(deps)
  const [first, ...others] = await stored()
  expect(others).toEqual([])
  await renewOpenData(deps)
  expect(await stored()).toEqual([first])
  expect(await isFileDue(deps, new Date(Date.now() + 32 * 86_400_000))).toBe(true)

  const withdraw = [
    { audience: 'members' as const, created_by: ada.user_id },
    { audience: 'everybody' as const, deleted_at: new Date() },
  ]
  for (const change of withdraw) {
    await app.db
      .updateTable('spots')
      .set({ deleted_at: null, audience: 'everybody' })
      .where('id', '=', park)
      .execute()
    await app.db.deleteFrom('open_data_files').execute()
    await renewOpenData(deps)
    expect(names(await readFile(app))).toEqual(['Park'])
    await app.db.updateTable('spots').set(change).where('id', '=', park).execute()
    await renewOpenData(deps)
    expect(names(await readFile(app))).toEqual([])
  }
})

test('a file is renewed after a spot was permanently deleted without a trace', async ({ app }) => {
  const deps = buildDeps(app)
  await anImportedSpot(app, 'Park')
  const [undone, left] = [await anImportedSpot(app, 'Undone'), await anImportedSpot(app, 'Left')]
  await renewOpenData(deps)
  expect(names(await readFile(app))).toEqual(['Left', 'Park', 'Undone'])
  await app.db.deleteFrom('spots').where('id', '=', undone).execute()
  await renewOpenData(deps)
  expect(names(await readFile(app))).toEqual(['Left', 'Park'])
  const now = new Date()
  await app.db.updateTable('spots').set({ deleted_at: now, purged_at: now }).where('id', '=', left).execute()
  await renewOpenData(deps)
  expect(names(await readFile(app))).toEqual(['Park'])
  expect(await isFileDue(deps)).toBe(false)
})

test('the license for members’ spots can’t be replaced', async ({ app }) => {
  await requireSameLicense(buildDeps(app))
  await requireSameLicense(buildDeps(app, 'ODbL-1.0'))
  await requireSameLicense(buildDeps(app, 'ODbL-1.0'))
  await expect(requireSameLicense(buildDeps(app, 'CC0-1.0'))).rejects.toThrow('Set it back to ODbL-1.0')
})
