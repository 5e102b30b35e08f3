import { sql } from 'kysely'
import { expect } from 'vitest'
import { testWith } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { startWeather } from '../../../test/services/weather.ts'
import { locateSun } from '../conditions/index.ts'

const service = await startWeather()
const test = testWith({ weather: { url: service.url, key: null } })

test.afterAll(() => service.close())

type Db = Parameters<typeof aSpotRow>[0]
type Point = { latitude: number; longitude: number }

async function aSpotAt(db: Db, owner: string, name: string, { latitude, longitude }: Point): Promise<string> {
  const id = await aSpotRow(db, owner, name)
  await db.updateTable('spots').set({ latitude, longitude }).where('id', '=', id).execute()
  return id
}

/** Returns the zoom-11 tile of a position. Views request weather at that zoom level. */
function toTile({ latitude, longitude }: Point) {
  const tiles = 2 ** 11
  const sine = Math.sin((latitude * Math.PI) / 180)
  const x = Math.floor(((longitude + 180) / 360) * tiles)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles)
  return { z: 11, x0: x, x1: x, y0: y, y1: y }
}

/** Stores statistics with the same chance for every hour, based on a number of reports. */
function storeClock(db: Db, spot_id: string, chance: number, reports = 5) {
  return sql`
  insert into bust_clocks (spot_id, time_zone, sessions, kicked, chances, certainties, windows, holidays, holidays_until)
  select ${spot_id}::uuid, 'UTC', array_fill(1::smallint, array[${reports}::int]) || zeros[${reports}::int + 1:], zeros,
    array_fill(${chance}::smallint, array[168]), zeros, '[]', '{}', current_date
  from (select array_fill(0::smallint, array[168]) as zeros) z
  on conflict (spot_id) do update set chances = excluded.chances, sessions = excluded.sessions`.execute(db)
}

test('the filter finds skateable spots: light, not wet, and unlikely to get people kicked out', async ({
  app,
  ada,
  visitor,
}) => {
  const noon = locateSun(new Date())
  const midnight = {
    latitude: -noon.latitude,
    longitude: noon.longitude > 0 ? noon.longitude - 180 : noon.longitude + 180,
  }
  const light = await aSpotAt(app.db, ada.user_id, 'At noon', noon)
  await aSpotAt(app.db, ada.user_id, 'At midnight', midnight)
  const names = async (at: Point, filters: object = { now: 'skateable' }) => {
    const list = await visitor.listSpots({ ...toTile(at), ...filters })
    const map = await visitor.getMap({ ...toTile(at), ...filters })
    const found = list.items.map(({ name }) => name)
    expect(map.names.split('\n').filter(Boolean).toSorted()).toEqual(found.toSorted())
    return found
  }
  expect(await names(midnight, {})).toEqual(['At midnight'])
  expect(service.asked).toHaveLength(0)
  expect(await names(noon)).toEqual(['At noon'])
  expect(await names(midnight)).toEqual([])
  expect(await visitor.boundsOfSpots({ now: 'skateable' })).toMatchObject({ count: 1 })

  await storeClock(app.db, light, 80, 4)
  expect(await names(noon)).toEqual(['At noon'])
  await storeClock(app.db, light, 80)
  expect(await names(noon)).toEqual([])
  await storeClock(app.db, light, 20)
  expect(await names(noon)).toEqual(['At noon'])
  expect((await ada.getConditions(light)).bust).toMatchObject({ chance: 20 })

  await app.db.deleteFrom('weather_cells').execute()
  service.is(() => ({ rain: 2 }))
  expect(await names(noon)).toEqual([])
  expect(await names(noon, {})).toEqual(['At noon'])
  // Outdated weather is ignored.
  await sql`update weather_cells set fetched_at = fetched_at - interval '7 hours'`.execute(app.db)
  expect(await names(noon)).toEqual(['At noon'])
})

test('considers known roofs, surfaces, and lights: the ground under a roof stays dry, and lamps give light', async ({
  app,
  ada,
  visitor,
}) => {
  const noon = locateSun(new Date())
  const midnight = { latitude: -noon.latitude, longitude: noon.longitude - Math.sign(noon.longitude) * 180 }
  const [roofed, open] = [
    await aSpotAt(app.db, ada.user_id, 'Roofed', noon),
    await aSpotAt(app.db, ada.user_id, 'Open', noon),
  ]
  const lit = await aSpotAt(app.db, ada.user_id, 'Lit', midnight)
  await aSpotAt(app.db, ada.user_id, 'Dark', midnight)
  const know = (spot_id: string, facts: object) => ada.suggestFacts(spot_id, { facts, obstacles: [] })
  const names = async (at: Point) => {
    const { items } = await visitor.listSpots({ ...toTile(at), now: 'skateable' })
    return items.map(({ name }) => name).filter((name) => /^(Roofed|Open|Lit|Dark)$/.test(name))
  }
  await know(lit, { light_at_night: 'partial' })
  await app.db.deleteFrom('weather_cells').execute()
  service.is(() => ({}))
  expect(await names(midnight)).toEqual(['Lit'])
  expect((await visitor.getConditions(lit)).night_light).toBe('lit')

  await know(roofed, { roof: 'full' })
  await app.db.deleteFrom('weather_cells').execute()
  service.is(() => ({ rain: 2 }))
  expect(await names(noon)).toEqual(['Roofed'])
  expect((await visitor.getConditions(roofed)).ground).toMatchObject({ state: 'dry', is_covered: true })
  expect((await visitor.getConditions(open)).ground).toMatchObject({ state: 'wet' })

  // Wet according to the stored drying times for smooth and rough ground.
  const wet = (column: 'wet_fast' | 'wet_slow') =>
    app.db
      .updateTable('weather_cells')
      .set({ wet_fast: '{}', wet_normal: '{}', wet_slow: '{}', [column]: '{[-infinity,infinity)}' })
      .execute()
  await know(open, { surface: 'smooth' })
  await wet('wet_fast')
  expect(await names(noon)).toEqual(['Roofed'])
  await wet('wet_slow')
  expect((await names(noon)).toSorted()).toEqual(['Open', 'Roofed'])
  await know(open, { surface: 'crusty' })
  expect(await names(noon)).toEqual(['Roofed'])

  // Dry, but closed at this hour. Unknown opening hours don't exclude a spot.
  const openIn = (minutes: string | null) =>
    app.db
      .updateTable('spot_facts')
      .set({
        open_minutes: minutes,
        opening_hours: minutes && 'Mo 01:00-02:00',
        time_zone: minutes && 'UTC',
      })
      .where('spot_id', '=', roofed)
      .execute()
  await openIn('{}')
  expect(await names(noon)).toEqual([])
  await openIn('{[0,10080)}')
  expect(await names(noon)).toEqual(['Roofed'])
  // Open only this month, and open in every month but this one.
  const month = new Date().getUTCMonth() + 1
  await openIn(`{[${month * 10_080},${(month + 1) * 10_080})}`)
  expect(await names(noon)).toEqual(['Roofed'])
  await openIn(`{[10080,${month * 10_080}),[${(month + 1) * 10_080},131040)}`)
  expect(await names(noon)).toEqual([])
  await openIn(null)

  // Dry, but people usually get kicked out at this hour.
  await app.db.updateTable('spots').set({ spot_state: 'skatestopped' }).where('id', '=', roofed).execute()
  expect(await names(noon)).toEqual([])
})

test('a search for skateable spots is never answered with 304, even if the map’s version is unchanged', async ({
  app,
  visitor,
}) => {
  // The spots of earlier tests may still be waiting to be counted, which changes the version.
  await spotsCounted(app.db)
  const at = toTile(locateSun(new Date()))
  const query = new URLSearchParams(Object.entries(at).map(([name, value]) => [name, String(value)]))
  const first = await visitor.send('GET', `/api/map?${query}`)
  const tag = { 'if-none-match': String(first.headers.etag) }
  const plain = await visitor.send('GET', `/api/map?${query}`, undefined, { headers: tag })
  const now = await visitor.send('GET', `/api/map?${query}&now=skateable`, undefined, { headers: tag })
  expect([plain.statusCode, now.statusCode]).toEqual([304, 200])
})

test('an unresponsive service doesn’t delay the map for long, and its spots stay', async ({
  app,
  ada,
  visitor,
}) => {
  const noon = locateSun(new Date())
  await aSpotAt(app.db, ada.user_id, 'Nearby', { latitude: noon.latitude, longitude: noon.longitude })
  await app.db.deleteFrom('weather_cells').execute()
  service.falls(true)
  const { items } = await visitor.listSpots({ ...toTile(noon), now: 'skateable' })
  expect(items.map(({ name }) => name)).toContain('Nearby')
  service.falls(false)
})
