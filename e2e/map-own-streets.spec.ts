import type { Locator } from '@playwright/test'
import { openMap, pixelsOf, pointOf } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { loadTown, runStreets } from './support/street-files.ts'
import { shareSpot } from './support/share.ts'
import { serveStreets, TOWN } from './support/street-tiles.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 180_000, mode: 'serial' })

const ROAD = '#FFFFFF'
const BUILDING = '#E0E4E4'
const ELSEWHERE = { latitude: 48, longitude: 20 }

let server: Server
test.beforeAll(async () => {
  server = await startServer({ env: { MAP_STYLE_URL: 'auto' } })
})
test.afterAll(() => server.stop())

test('streets an operator loads beside the running server are drawn, and nobody else is asked for them', {
  tag: '@desktop',
}, async ({ page, context }) => {
  expect(await loadTown(server.dataDir)).toMatch(/(Loaded|Replaced) town: \d+ tiles .*, \d+ names/)
  expect(await runStreets(server.dataDir, 'list')).toContain('town  ')
  const outside = await serveStreets(context)
  // Servers look for new street maps every two seconds.
  await expect
    .poll(async () => (await (await page.request.get(`${server.url}/api/map/streets`)).json()).regions.length)
    .toBe(1)
  const map = await openMap(page, TOWN, 15, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'own', { timeout: 30_000 })
  const there = await pointOf(map)
  await expect.poll(() => pixelsOf(page, there, ROAD, 90), { timeout: 30_000 }).toBeGreaterThan(300)
  expect(await pixelsOf(page, there, BUILDING, 90)).toBeGreaterThan(1000)
  await expect(map.getByRole('link', { name: /^© OpenStreetMap contributors, GeoNames/ })).toBeVisible()
  expect(outside.requested).toEqual([])
  await saveScreenshot(page, 'map-own-streets')
})

test('beyond the region public streets come, and where they fail the shipped ground and own streets remain', async ({
  page,
  context,
}) => {
  const outside = await serveStreets(context)
  const map = await openMap(page, ELSEWHERE, 12, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'streets', { timeout: 30_000 })
  outside.fail = true
  await openMap(page, ELSEWHERE, 13, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'shipped', { timeout: 30_000 })
  await expect
    .poll(async () => pixelsOf(page, await pointOf(map), '#E9ECEB', 60), { timeout: 30_000 })
    .toBeGreaterThan(5000)
  await openMap(page, TOWN, 15, '', server.url)
  await expect(map).toHaveAttribute('data-basemap', 'own', { timeout: 30_000 })
  await expect
    .poll(async () => pixelsOf(page, await pointOf(map), ROAD, 90), { timeout: 30_000 })
    .toBeGreaterThan(300)
})

test('a small map without streets says so, shows more of the land and leads to maps outside', {
  tag: '@desktop',
}, async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const { id, latitude, longitude } = await shareSpot(page.request, { latitude: 48.1, longitude: 20.2 })
  await page.goto(`/spots/${id}`)
  const note = page.getByRole('note', { name: 'Street maps elsewhere' })
  await expect(note).toContainText('No street map here yet.', { timeout: 30_000 })
  const at = `${latitude},${longitude}`
  await expect(note.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
    'href',
    new RegExp(`query=${at}$`),
  )
  await expect(note.getByRole('link', { name: 'Apple Maps' })).toHaveAttribute('href', new RegExp(`ll=${at}`))
  await expect(note.getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute(
    'href',
    new RegExp(`mlat=${latitude}&mlon=${longitude}`),
  )
  await note.scrollIntoViewIfNeeded()
  // The note and the pin stand free of each other.
  const edgeOf = async (element: Locator, edge: 'top' | 'bottom') =>
    element.evaluate((it, side) => it.getBoundingClientRect()[side], edge)
  await expect
    .poll(async () => (await edgeOf(page.locator('.map-pin .pin'), 'top')) - (await edgeOf(note, 'bottom')))
    .toBeGreaterThan(6)
  await saveScreenshot(page, 'map-no-streets')

  await page.goto('/share-spot')
  await page.getByLabel('Coordinates').fill(at)
  await expect(note.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
    'href',
    new RegExp(`query=${at}$`),
    { timeout: 30_000 },
  )
})
