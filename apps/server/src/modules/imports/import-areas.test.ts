import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, onTestFinished } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { type FakeElement, type ServerError, startOverpass } from '../../../test/services/overpass.ts'
import { aCheck } from '../../../test/makers/spots.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { jobsDone } from '../../../test/world/jobs.ts'
import { until } from '../../../test/world/until.ts'

const overpass = await startOverpass()
afterAll(() => overpass.close())

const test = testWith({
  imports: {
    overpass: { url: overpass.url, timeoutMs: 30_000, maxBytes: 200_000 },
    figures: { pauseMs: 0, backoffMs: 5, maxWaitMs: 60_000, sliceMs: 20 },
  },
})

const BARCELONA = 'town:41.389,2.159'
const SPAIN = 'country:ES'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('import_areas').execute()
  // A worker from the previous test may still send a request.
  await jobsDone(app.db, 'import-area')
  await app.db.deleteFrom('spots').execute()
  overpass.reset()
})

let ids = 0

function aPark(lat: number, lon: number, more: Partial<FakeElement> = {}): FakeElement {
  ids += 1
  const tags = { leisure: 'pitch', sport: 'skateboard', name: `Skatepark ${ids}`, ...more.tags }
  return { type: 'way', id: ids, lat, lon, country: 'ES', ...more, tags }
}

function ended(who: Actor, id: string) {
  return until(
    async () => {
      const area = await who.getImportArea(id)
      if (['running', 'undoing'].includes(area.state))
        throw new Error(`still ${area.state}: ${JSON.stringify(area)}`)
      return area
    },
    { interval: 20 },
  )
}

async function runs(who: Actor, area: string) {
  return ended(who, (await who.startImportArea({ area })).id)
}

function failing(...errors: (ServerError | null)[]) {
  return overpass.fails((_, count) => errors[count - 1] ?? null)
}

test('imports a town’s skateparks as unverified spots of OpenStreetMap, and nothing twice', async ({
  app,
  mod,
}) => {
  overpass.has([
    aPark(41.39, 2.16, { type: 'node', id: 7, tags: { name: 'Skatepark Nord', lit: 'yes' } }),
    aPark(41.4, 2.17, { id: 7, tags: { name: '' } }),
    aPark(41.41, 2.18, { tags: { access: 'private' } }),
    aPark(41.42, 2.18, { tags: { name: 'Board shop', shop: 'sports' } }),
    aPark(41.39, 2.15, { tags: { sport: 'soccer' } }),
  ])
  const plan = await mod.planImportArea({ area: 'town:41.39,2.16' })
  expect(plan).toEqual({
    area: BARCELONA,
    label: 'Barcelona',
    server: overpass.url.host,
    tiles: 1,
    seconds: 6,
    unfinished_id: null,
  })
  expect(overpass.asked).toEqual([])
  expect(await runs(mod, BARCELONA)).toMatchObject({
    state: 'complete',
    label: 'Barcelona',
    reason: null,
    tiles: 1,
    tiles_done: 1,
    tiles_failed: 0,
    read: 4,
    added: 2,
    updated: 0,
    here: 0,
    refused: 2,
    removed: 0,
    stays: [],
    refusals: expect.toSatisfy((list: object[]) => list.length === 2),
  })
  const [asked] = overpass.asked
  expect(asked?.headers['user-agent']).toBe('Nollie (skate map; +http://localhost:3000/)')
  const spots = await app.db
    .selectFrom('spots')
    .select(['name', 'source', 'source_id', 'source_licence', 'created_by', 'confirmed_at', 'city'])
    .orderBy('source_id')
    .execute()
  expect(spots).toMatchObject([
    { source_id: 'node/7', name: 'Skatepark Nord', source: 'OpenStreetMap', source_licence: 'ODbL 1.0' },
    { source_id: 'way/7', city: 'Barcelona', created_by: null, confirmed_at: null },
  ])
  overpass.has([aPark(41.39, 2.16, { type: 'node', id: 7, tags: { name: 'Skatepark Nou' } })])
  expect(await runs(mod, BARCELONA)).toMatchObject({ read: 1, added: 0, updated: 1, here: 1, refused: 0 })
  expect(await runs(mod, BARCELONA)).toMatchObject({ read: 1, added: 0, updated: 0, here: 1 })
  expect((await mod.listImportAreas()).items).toHaveLength(3)
  expect((await mod.listImportRuns()).items[0]).toMatchObject({ source: 'OpenStreetMap', state: 'complete' })
})

test('imports a country in tiles with one request at a time, and only what is inside its boundary', async ({
  mod,
}) => {
  overpass.has([
    aPark(40.4, -3.7),
    aPark(28.1, -15.4),
    aPark(39.57, 2.65),
    aPark(38.72, -9.14, { country: 'PT' }),
    // On the border of two tiles, so both responses have it.
    aPark(40, -3.7),
  ])
  const area = await runs(mod, SPAIN)
  expect(area).toMatchObject({ state: 'complete', added: 4, read: 4, here: 0, label: 'Spain' })
  expect(area.tiles).toBeGreaterThan(8)
  expect(area.tiles).toBeLessThan(30)
  expect(overpass.asked).toHaveLength(area.tiles)
  expect(overpass.getMostActive()).toBe(1)
  expect(new Set(overpass.asked.map(({ country }) => country))).toEqual(new Set(['ES']))
})

test('splits a tile that is too much for the server, until the parts work', async ({ mod }) => {
  const parks = [aPark(41.2, 2.0), aPark(41.5, 2.3), aPark(41.35, 2.12)]
  for (const error of [{ kind: 'remark' }, { kind: 'huge' }] as const) {
    overpass.reset()
    overpass.has(parks)
    overpass.fails(({ box: [south, , north] }) => (north - south > 0.2 ? error : null))
    const area = await runs(mod, 'box:1.9,41.1,2.4,41.6')
    expect(area, error.kind).toMatchObject({ state: 'complete', tiles: 16, tiles_done: 16, read: 3 })
    // The box and its quarters fail.
    expect(overpass.asked, error.kind).toHaveLength(21)
  }
  expect((await mod.listImportAreas()).items.map(({ added }) => added)).toEqual([0, 3])
})

test('imports the rest if the server can’t answer for a part, and a retry asks for that part only', async ({
  mod,
}) => {
  overpass.has([aPark(41.11, 1.91), aPark(41.59, 2.39)])
  overpass.fails(({ box: [south, west] }) => (south < 41.12 && west < 1.92 ? { kind: 'remark' } : null))
  const area = await runs(mod, 'box:1.9,41.1,2.4,41.6')
  expect(area).toMatchObject({ state: 'partial', added: 1, tiles_failed: 1 })
  overpass.fails(() => null)
  const before = overpass.asked.length
  await mod.retryImportArea(area.id)
  expect(await ended(mod, area.id)).toMatchObject({ state: 'complete', added: 2, tiles_failed: 0 })
  expect(overpass.asked.length - before).toBe(1)
  expect(await getOutcome(mod.retryImportArea(area.id))).toBe('CONFLICT')
})

test('waits as long as a busy server asks, and shows until when', async ({ app, mod }) => {
  overpass.has([aPark(41.39, 2.16)])
  failing({ kind: 'limited', retryAfter: '40' })
  const begun = Date.now()
  const { id } = await mod.startImportArea({ area: BARCELONA })
  const waiting = await until(async () => {
    const area = await mod.getImportArea(id)
    if (area.waits_until === null) throw new Error('does not wait yet')
    return area
  })
  const waitsUntil = new Date(waiting.waits_until ?? 0).getTime()
  expect(waitsUntil).toBeGreaterThanOrEqual(begun + 40_000)
  expect(waitsUntil).toBeLessThanOrEqual(Date.now() + 40_000)
  expect(waiting.state).toBe('running')
  await sql`update import_areas set waits_until = now()`.execute(app.db)
  expect(await ended(mod, id)).toMatchObject({ state: 'complete', added: 1, waits_until: null })
})

test('continues after a server was busy, cut the connection, or answered a web page', async ({ mod }) => {
  overpass.has([aPark(41.39, 2.16)])
  failing(
    ...([
      { kind: 'limited' },
      { kind: 'busy' },
      { kind: 'cut' },
      { kind: 'limited', retryAfter: 'x' },
    ] as const),
    ...([{ kind: 'limited', retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' }] as const),
  )
  expect(await runs(mod, BARCELONA)).toMatchObject({ state: 'complete', added: 1 })
  expect(overpass.asked).toHaveLength(6)
  overpass.reset()
  failing({ kind: 'html' }, { kind: 'text', body: '{"elements":[' })
  expect(await runs(mod, BARCELONA)).toMatchObject({ state: 'complete', read: 0 })
})

test.for<[ServerError, string, number]>([
  [{ kind: 'html' }, 'not_overpass', 3],
  [{ kind: 'text', body: '{"elements":[' }, 'not_overpass', 3],
  [{ kind: 'text', body: '[]' }, 'not_overpass', 3],
  [{ kind: 'status', status: 404 }, 'not_overpass', 3],
  [{ kind: 'status', status: 403 }, 'denied', 1],
  [{ kind: 'status', status: 500 }, 'unreachable', 6],
  [{ kind: 'cut' }, 'unreachable', 6],
  [{ kind: 'limited', retryAfter: '0' }, 'busy', 12],
  [{ kind: 'busy' }, 'busy', 12],
])(
  'stops after repeated failures %o with reason %s, and a retry continues',
  async ([error, reason, times], { mod }) => {
    overpass.has([aPark(41.39, 2.16)])
    overpass.fails(() => error)
    const area = await runs(mod, BARCELONA)
    expect(area).toMatchObject({ state: 'stopped', reason, added: 0 })
    expect(overpass.asked).toHaveLength(times)
    expect((await mod.listImportRuns()).items[0]).toMatchObject({ state: 'failed' })
    expect(await mod.cancelImportArea(area.id)).toMatchObject({ state: 'cancelled', reason: null })
    overpass.fails(() => null)
    await mod.retryImportArea(area.id)
    expect(await ended(mod, area.id)).toMatchObject({ state: 'complete', reason: null, added: 1 })
  },
)

test('says that a server has no boundary for the country, instead of finding nothing', async ({ mod }) => {
  overpass.has([aPark(40.4, -3.7)])
  overpass.knows(['FR'])
  expect(await runs(mod, SPAIN)).toMatchObject({ state: 'stopped', reason: 'no_boundary', added: 0 })
  expect(overpass.asked).toHaveLength(1)
})

test('two admins start the same area at the same time, and one import runs', async ({ mod }) => {
  overpass.fails(() => ({ kind: 'limited', retryAfter: '30' }))
  const [one, two, three] = await Promise.all(
    [BARCELONA, 'town:41.39,2.16', BARCELONA].map((area) => mod.startImportArea({ area })),
  )
  expect(one?.id).toBe(two?.id)
  expect(one?.id).toBe(three?.id)
  expect((await mod.listImportAreas()).items).toHaveLength(1)
  expect((await mod.planImportArea({ area: BARCELONA })).unfinished_id).toBe(one?.id)
  await mod.cancelImportArea(one?.id ?? '')
  expect((await mod.startImportArea({ area: BARCELONA })).id).not.toBe(one?.id)
})

test('cancels an import, whose spots stay, and continues it later', async ({ mod }) => {
  overpass.has([aPark(40.4, -3.7), aPark(28.1, -15.4)])
  overpass.fails((_, count) => (count > 4 ? { kind: 'limited', retryAfter: '60' } : null))
  const { id } = await mod.startImportArea({ area: SPAIN })
  await until(() => expect(overpass.asked.length).toBeGreaterThan(4))
  expect(await getOutcome(mod.undoImportArea(id))).toBe('CONFLICT')
  expect(await mod.cancelImportArea(id)).toMatchObject({ state: 'cancelled', waits_until: null })
  expect(await mod.cancelImportArea(id)).toMatchObject({ state: 'cancelled' })
  overpass.fails(() => null)
  await mod.retryImportArea(id)
  const area = await ended(mod, id)
  expect(area).toMatchObject({ state: 'complete', added: 2 })
  expect(await getOutcome(mod.cancelImportArea(id))).toBe('CONFLICT')
  // One request was refused; no finished tile was requested again.
  expect(overpass.asked).toHaveLength(area.tiles + 1)
})

test('undoes an import except for spots that people have done something with, and can add them again', async ({
  app,
  mod,
  ada,
}) => {
  const parks = Array.from({ length: 6 }, (_, n) =>
    aPark(41.37 + n / 100, 2.15, { tags: { surface: 'concrete' } }),
  )
  overpass.has(parks)
  const area = await runs(mod, BARCELONA)
  expect(area.added).toBe(6)
  const spots = await app.db.selectFrom('spots').select(['id', 'name']).orderBy('latitude').execute()
  const [saved, edited, checked, voted] = spots.map(({ id }) => id)
  await ada.saveSpot(saved ?? '')
  await mod.editSpot(edited ?? '', { name: 'Better name' }, { version: 1 })
  await aCheck(app.db, ada.user_id, checked ?? '')
  await sql`with facts as (
      insert into spot_facts (spot_id, qk) select id, qk from spots where id = ${voted} on conflict do nothing
    ), suggestion as (
      insert into fact_suggestions (id, spot_id, source, fields, patch)
      values (${uuid()}, ${voted}, 'OpenStreetMap', '{surface}', '{"surface": 1}') returning id
    )
    insert into fact_votes (suggestion_id, user_id, agrees) select id, ${ada.user_id}, true from suggestion`.execute(
    app.db,
  )
  await mod.undoImportArea(area.id)
  const undone = await ended(mod, area.id)
  expect(undone).toMatchObject({ state: 'undone', removed: 2 })
  expect(undone.stays).toHaveLength(3)
  for (const [kind, count] of Object.entries({ saves: 1, edits: 2, reports: 1 }))
    expect(undone.stays).toContainEqual({ kind, count })
  const left = await app.db.selectFrom('spots').select('id').execute()
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([saved, edited, checked, voted]))
  expect(await mod.undoImportArea(area.id)).toMatchObject({ state: 'undone', removed: 2 })
  expect(await runs(mod, BARCELONA)).toMatchObject({ added: 2, here: 4 })
})

test('an undo leaves spots of other imports, and spots that moderators have deleted stay deleted', async ({
  app,
  mod,
}) => {
  overpass.has([aPark(41.39, 2.16)])
  await runs(mod, BARCELONA)
  overpass.has(Array.from({ length: 2 }, (_, n) => aPark(41.4 + n / 100, 2.16)))
  const second = await runs(mod, 'box:2.1,41.3,2.2,41.5')
  const added = await app.db
    .selectFrom('import_records')
    .innerJoin('import_areas', 'import_areas.run_id', 'import_records.added_run_id')
    .select('spot_id')
    .where('import_areas.id', '=', second.id)
    .execute()
  await mod.removeSpot(added[0]?.spot_id ?? '')
  await mod.undoImportArea(second.id)
  expect(await ended(mod, second.id)).toMatchObject({ removed: 1, stays: [] })
  const here = await app.db.selectFrom('spots').select('id').where('deleted_at', 'is', null).execute()
  expect(here).toHaveLength(1)
  expect(await runs(mod, 'box:2.1,41.3,2.2,41.5')).toMatchObject({ added: 1, here: 1 })
})

test('admins’ actions are in the audit log, and others are refused', async ({ mod, ada, visitor }) => {
  overpass.has([aPark(41.39, 2.16)])
  const area = await runs(mod, BARCELONA)
  await mod.undoImportArea(area.id)
  await ended(mod, area.id)
  const log = (await mod.listAudit()).items
  expect(log.slice(0, 2)).toMatchObject([
    { act: 'undid_import', reason: 'Barcelona' },
    { act: 'imported_area', reason: 'Barcelona' },
  ])
  const before = overpass.asked.length
  expect(await getOutcome(ada.startImportArea({ area: BARCELONA }))).toBe('NOT_ALLOWED')
  expect(await getOutcome(visitor.startImportArea({ area: BARCELONA }))).toBe('SESSION_MISSING')
  expect(overpass.asked).toHaveLength(before)
})

test.for([
  ['town:0,-140', 'AREA_UNKNOWN'],
  ['country:AQ', 'AREA_UNKNOWN'],
  ['country:XX', 'AREA_UNKNOWN'],
  ['box:2,41,1,42', 'AREA_UNKNOWN'],
  ['box:-180,-85,180,85', 'AREA_TOO_LARGE'],
  ['country:es', 'BAD_REQUEST'],
  ['box:1,2,3', 'BAD_REQUEST'],
])('refuses the area %s with %s', async ([area = '', code = ''], { mod }) => {
  expect(await getOutcome(mod.planImportArea({ area }))).toBe(code)
  expect(await getOutcome(mod.startImportArea({ area }))).toBe(code)
  onTestFinished(() => expect(overpass.asked).toEqual([]))
})
