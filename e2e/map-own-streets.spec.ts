import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { loadTown, runStreets } from './support/street-files.ts'
import { serveStreets, TOWN } from './support/street-tiles.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test.describe.configure({ mode: 'serial' })

const ROAD = '#FFFFFF'
const BUILDING = '#E0E4E4'
const ELSEWHERE = { latitude: 48, longitude: 20 }

let server: Server
test.beforeAll(async () => {
  server = await startServer({ env: { MAP_STYLE_URL: 'auto' } })
})
test.afterAll(() => server.stop())

test('streets loaded by the operator are drawn, without contacting other servers', async ({
  page,
  context,
}) => {
  expect(await loadTown(server.dataDir)).toMatch(/(Loaded|Replaced) town: \d+ tiles .*, \d+ names/)
  expect(await runStreets(server.dataDir, 'list')).toContain('town  ')
  const outside = await serveStreets(context)
  // Servers look for new street maps every two seconds.
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}/api/map/streets`)).json()).regions.length)
    .toBe(1)
  const map = await openMap(page, TOWN, 15, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'own')
  const there = await locatePoint(map)
  await expect.poll(() => countPixels(page, there, ROAD, 90)).toBeGreaterThan(300)
  await expect.poll(() => countPixels(page, there, BUILDING, 90)).toBeGreaterThan(1000)
  await expect(map.getByRole('link', { name: /^© OpenStreetMap contributors, GeoNames/ })).toBeVisible()
  expect(outside.requested).toEqual([])
  await saveScreenshot(page, 'map-own-streets')
})

test('outside the region, public streets load; if they fail, the shipped map and own streets remain', async ({
  page,
  context,
}) => {
  const outside = await serveStreets(context)
  const map = await openMap(page, ELSEWHERE, 12, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'streets')
  outside.fail = true
  await openMap(page, ELSEWHERE, 13, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'shipped')
  await expect
    .poll(async () => countPixels(page, await locatePoint(map), '#E9ECEB', 60))
    .toBeGreaterThan(5000)
  await openMap(page, TOWN, 15, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'own')
  await expect.poll(async () => countPixels(page, await locatePoint(map), ROAD, 90)).toBeGreaterThan(300)
})
