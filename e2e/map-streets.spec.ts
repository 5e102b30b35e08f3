import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { serveStreets, TOWN } from './support/street-tiles.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test.describe.configure({ mode: 'serial' })

let auto: Server
test.beforeAll(async () => {
  auto = await startServer({ env: { MAP_STYLE_URL: 'auto' } })
})
test.afterAll(() => auto.stop())

test('G-10 public street tiles are drawn in our own style, within the content security policy', async ({
  page,
  context,
}) => {
  const server = await serveStreets(context)
  const map = await openMap(page, TOWN, 15, '', auto.url)
  await expect(map).toHaveAttribute('data-basemap', 'streets')
  expect(server.requested[0]).toBe('/planet')
  const there = await locatePoint(map)
  await expect.poll(() => countPixels(page, there, '#FFFFFF', 90)).toBeGreaterThan(300)
  await expect.poll(() => countPixels(page, there, '#E0E4E4', 90)).toBeGreaterThan(1000)
  await expect(
    map.getByRole('link', { name: /OpenFreeMap © OpenMapTiles Data from OpenStreetMap/ }),
  ).toBeVisible()
  await saveScreenshot(page, 'map-streets')
})

test('the shipped map shows if no server responds, and returns if streets stop loading', async ({
  page,
  context,
}) => {
  const server = await serveStreets(context)
  server.fail = true
  const map = await openMap(page, { latitude: 48, longitude: 20 }, 8, '', auto.url)
  await expect(map).toHaveAttribute('data-basemap', 'shipped')
  await expect
    .poll(async () => countPixels(page, await locatePoint(map), '#E9ECEB', 60))
    .toBeGreaterThan(5000)

  server.fail = false
  await openMap(page, TOWN, 13, '', auto.url)
  await expect(map).toHaveAttribute('data-basemap', 'streets')
  server.fail = true
  const { x, y } = await locatePoint(map)
  await expect(async () => {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 400)
    await page.mouse.down()
    await page.mouse.move(x - 170, y - 120, { steps: 4 })
    await page.mouse.up()
    await expect(map).toHaveAttribute('data-basemap', 'shipped', { timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeEnabled()
})
