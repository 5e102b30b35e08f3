import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint } from './support/map.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const SEA = '#C3DAE6'
const LAND = { light: '#E9ECEB', dark: '#16191C' }

test('G-10 the shipped map contacts only its own server', async ({ page, baseURL }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL && request.url().startsWith('http'))
      strangers.push(request.url())
  })
  const tiles: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('world.pmtiles')) tiles.push(response.status())
  })
  const map = await openMap(page, { latitude: 48, longitude: 20 }, 9)
  await expect
    .poll(async () => countPixels(page, await locatePoint(map), LAND.light, 60))
    .toBeGreaterThan(5000)
  expect(strangers).toEqual([])
  expect(new Set(tiles)).toEqual(new Set([206]))
  await expect(map).toHaveAttribute('data-basemap', 'shipped')
})

test('the shipped map loads even if its server was unavailable at first', async ({ page }) => {
  await page.route('**/basemap/world.pmtiles', (route) => route.abort())
  const map = await openMap(page, { latitude: 40, longitude: -40 }, 5)
  const sea = async () => countPixels(page, await locatePoint(map), SEA, 60)
  await page.waitForTimeout(1_000)
  expect(await sea()).toBe(0)
  await page.unroute('**/basemap/world.pmtiles')
  await expect.poll(sea).toBeGreaterThan(5000)
})

test('the map follows theme changes while it is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const map = await openMap(page, { latitude: 48, longitude: 20 }, 7)
  const land = async (colour: string) => countPixels(page, await locatePoint(map), colour, 60)
  await expect.poll(() => land(LAND.light)).toBeGreaterThan(5000)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => land(LAND.dark)).toBeGreaterThan(5000)
})
