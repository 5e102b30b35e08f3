import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { startWeather } from '../../../test/services/weather.ts'
import { ServiceDown } from '../../platform/fetch/index.ts'
import { askWeather } from './ask-weather.ts'

const service = await startWeather()
const test = testWith({ weather: { url: service.url, key: null } })

test.beforeEach(async ({ app }) => {
  service.answers(null)
  service.is(() => ({}))
  service.asked.length = 0
  await app.db.deleteFrom('weather_cells').execute()
  await app.db.deleteFrom('rate_counts').where('name', '=', 'weather').execute()
})
test.afterAll(() => service.close())

test('a spot is dry, for visitors too', async ({ app, ada, visitor }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const conditions = await visitor.getConditions(spot_id)
  expect(conditions).toEqual({
    time_zone: 'Europe/Madrid',
    ground: { state: 'dry', dry_since: null, dry_from: null, is_covered: false },
    night_light: 'unknown',
    bust: null,
    opening: null,
  })
  expect(await ada.getConditions(spot_id)).toEqual(conditions)
})

test('after rain it shows how long it has been dry, when it will be dry, or that it is wet', async ({
  app,
  ada,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const groundAfter = async (sky: Parameters<typeof service.is>[0]) => {
    await app.db.deleteFrom('weather_cells').execute()
    service.is(sky)
    return (await ada.getConditions(spot_id)).ground
  }
  const since = await groundAfter((hour) => ({ rain: hour > -14 && hour < -10 ? 2 : 0, sun: 400 }))
  expect(since?.state).toBe('dry')
  expect(Date.parse(since?.dry_since ?? '')).toBeLessThan(Date.now())
  const from = await groundAfter((hour) => ({ rain: hour > -3 && hour < 2 ? 2 : 0, sun: 400 }))
  expect(from?.state).toBe('drying')
  expect(Date.parse(from?.dry_from ?? '')).toBeGreaterThan(Date.now())
  expect(await groundAfter(() => ({ rain: 1, sun: 0, humidity: 99 }))).toMatchObject({ state: 'wet' })
})

test('calls the service once per square, with its center, and without any personal data', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await Promise.all([ada, ben, visitor].map((who) => who.getConditions(spot_id)))
  await ada.getConditions(spot_id)
  expect(service.asked).toHaveLength(1)
  const [asked] = service.asked
  const spot = await ada.getSpot(spot_id)
  for (const [name, exact] of [
    ['latitude', spot.latitude],
    ['longitude', spot.longitude],
  ] as const) {
    expect(asked?.get(name)).toMatch(/^-?\d+\.\d\d$/)
    expect(Math.abs(Number(asked?.get(name)) - exact)).toBeLessThan(0.06)
  }
})

test.for([
  ['a failure', '{"error":true,"reason":"Daily API request limit exceeded."}', 429],
  ['a breakdown', 'Bad gateway', 502],
  ['a redirect', '', 302],
  ['a page', '<html></html>', 200],
  ['too much', JSON.stringify({ hourly: 'x'.repeat(1_100_000) }), 200],
  ['no hours', '{"hourly":{"time":[]}}', 200],
] as const)(
  'shows nothing rather than wrong data if the service returns %s',
  async ([, text, status], { app, ada }) => {
    const spot_id = await aSpotRow(app.db, ada.user_id)
    service.answers(text, status)
    expect((await ada.getConditions(spot_id)).ground).toBeNull()
    // The service isn't called again for a few minutes, even if it works again.
    service.answers(null)
    expect((await ada.getConditions(spot_id)).ground).toBeNull()
    expect(service.asked).toHaveLength(1)
    await sql`update weather_cells set asked_at = asked_at - interval '11 minutes'`.execute(app.db)
    expect((await ada.getConditions(spot_id)).ground?.state).toBe('dry')
  },
)

test('a person who requests many squares leaves most of the hourly quota to others', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  // This leaves 50 of the 400 squares.
  await sql`insert into weather_cells (cell, asked_at) select -n, now() from generate_series(1, 350) n`.execute(
    app.db,
  )
  const spots = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const id = await aSpotRow(app.db, ada.user_id)
      await app.db
        .updateTable('spots')
        .set({ latitude: n - 10, longitude: 20 })
        .where('id', '=', id)
        .execute()
      return id
    }),
  )
  const groundsFor = async (who: typeof visitor, some: readonly string[]) => {
    const all = await Promise.all(some.map(async (id) => (await who.getConditions(id)).ground))
    return all.filter((ground) => ground !== null).length
  }
  expect(await groundsFor(ada, spots.slice(0, 20))).toBe(10)
  expect(await groundsFor(ada, spots.slice(0, 20))).toBe(10)
  expect(await groundsFor(ben, spots.slice(20, 24))).toBe(4)
  expect(await groundsFor(visitor, spots.slice(24, 28))).toBe(4)
  expect(await groundsFor(ada, spots.slice(28))).toBe(0)
})

const query = new URLSearchParams({
  latitude: '41.38',
  longitude: '2.17',
  past_hours: '48',
  forecast_hours: '24',
  hourly: 'precipitation,temperature_2m,relative_humidity_2m,wind_speed_10m,shortwave_radiation',
})
type Body = { hourly: Record<string, (number | null)[]> }
const place = [{ latitude: 41.38, longitude: 2.17 }]

test.for([
  ['missing values', (body: Body): void => void (body.hourly.precipitation![3] = null)],
  ['absurd rain', (body: Body): void => void (body.hourly.precipitation![3] = 9_000)],
  ['rain that falls upwards', (body: Body): void => void (body.hourly.precipitation![3] = -1)],
  ['absurd heat', (body: Body): void => void (body.hourly.temperature_2m![3] = 451)],
  ['lists of two lengths', (body: Body): void => void body.hourly.wind_speed_10m!.pop()],
  ['hours out of order', (body: Body): void => void body.hourly.time!.reverse()],
  [
    'hours of last year',
    (body: Body): void => void (body.hourly.time = body.hourly.time!.map((at) => (at ?? 0) - 3.2e7)),
  ],
] as const)('discards %s', async ([, change]) => {
  const body = JSON.parse(service.textFor(query)) as Body
  change(body)
  service.answers(JSON.stringify(body))
  await expect(askWeather({ url: service.url, key: null }, place)).rejects.toThrow(ServiceDown)
})

test('combines several places in one request, and assigns each its own hours', async () => {
  const answers = await askWeather({ url: service.url, key: 'a key' }, [
    ...place,
    { latitude: -33.9, longitude: 151.2 },
  ])
  expect(answers).toHaveLength(2)
  expect(answers[1]).toHaveLength(72)
  expect(service.asked).toHaveLength(1)
  expect(service.asked[0]?.get('apikey')).toBe('a key')
})

test('gives up on a service that never responds', async () => {
  // Its request may arrive after this test ends, so it uses a separate service.
  const silent = await startWeather()
  onTestFinished(() => silent.close())
  silent.falls(true)
  const call = askWeather({ url: silent.url, key: null }, place, { timeoutMs: 50 })
  await expect(call).rejects.toThrow(ServiceDown)
})

test('an invisible spot has no conditions', async ({ app, ada, visitor }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ada.removeSpot(spot_id)
  expect(await getOutcome(visitor.getConditions(spot_id))).toBe('SPOT_NOT_FOUND')
  expect(service.asked).toHaveLength(0)
})

test('a spot is open or closed by local time', async ({ app, ada, visitor }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const opening = async (opening_hours: string | null) => {
    await ada.suggestFacts(spot_id, { facts: { opening_hours } })
    return (await visitor.getConditions(spot_id)).opening
  }
  expect(await opening('24/7')).toEqual({ is_open: true, changes_at: null })
  const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
  const now = new Date().toLocaleDateString('en', { weekday: 'short', timeZone: 'Europe/Madrid' })
  const farAway = days[(days.indexOf(now.slice(0, 2)) + 3) % 7]
  expect(await opening(`${farAway} 10:00-20:00`)).toEqual({ is_open: false, changes_at: null })
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const month = new Date().toLocaleDateString('en', { month: 'short', timeZone: 'Europe/Madrid' })
  const other = months[(months.indexOf(month) + 6) % 12]
  expect([await opening(`${month} 24/7`), await opening(`${other} 24/7`)]).toMatchObject([
    { is_open: true },
    { is_open: false },
  ])
  expect(await opening(null)).toBeNull()
})
