import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap, viewInAddress } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const PARIS = { latitude: 48.85, longitude: 2.35 }

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search spots' })
}

function isAt(page: Page, latitude: number, longitude: number) {
  return expect
    .poll(() =>
      Math.hypot(viewInAddress(page).latitude - latitude, viewInAddress(page).longitude - longitude),
    )
    .toBeLessThan(0.1)
}

test('MAP-21 MAP-31 API-74 places are suggested in groups from two letters, in any language', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const tag = randomUUID().slice(0, 8)
  await shareSpot(page.request, { latitude: 48.8, longitude: 2.3, name: `Munchkin ${tag}` })
  await openMap(page, PARIS, 11)
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/places/search')) requested.push(request.url())
  })
  await field(page).pressSequentially('m', { delay: 20 })
  await page.waitForTimeout(600)
  expect(requested).toEqual([])
  // Fast typing doesn't send a request for each letter, but a pause on a busy machine may cause an extra one.
  await field(page).pressSequentially('ünchen', { delay: 20 })
  const option = page.getByRole('option', { name: 'München Munich, Bavaria, Germany' })
  await expect(option).toBeVisible()
  expect(requested.length).toBeLessThan(5)
  await expect.poll(() => requested.at(-1)).toContain('q=m%C3%BCnchen&')
  await field(page).fill('munch')
  await expect(page.getByText('Spots', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Places', { exact: true })).toBeVisible()
  await saveScreenshot(page, 'place-search')
  await expectAccessible(page)
  expect(viewInAddress(page)).toMatchObject(PARIS)

  await field(page).fill('München')
  await option.click()
  await isAt(page, 48.137, 11.575)
  await expect(field(page)).toHaveValue('München')
  // A place isn't a filter: all spots there are shown.
  expect(new URL(page.url()).searchParams.get('q')).toBeNull()
})

test('arrow keys move through the suggestions both ways, and back to the typed text', async ({ page }) => {
  await openMap(page, PARIS, 11)
  await field(page).fill('Berlin')
  const options = page.getByRole('option')
  await expect(options.nth(1)).toBeVisible()
  const selected = () =>
    options.evaluateAll((rows) => rows.findIndex((row) => row.getAttribute('aria-selected') === 'true'))
  const last = (await options.count()) - 1
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', -1],
    ['ArrowUp', last],
  ] as const) {
    await field(page).press(key)
    await expect.poll(selected).toBe(at)
  }
})

test('MAP-29 MAP-33 G-11 an empty search, no results, and a failure show the specified texts', async ({
  page,
}) => {
  await openMap(page, PARIS, 11)
  await field(page).focus()
  await page.keyboard.press('Enter')
  await expect(findToast(page)).toContainText('Search error')
  await expect(findToast(page)).toContainText('Please enter a location to search')
  await field(page).fill('Xqzwvv Qqqqk')
  await page.keyboard.press('Enter')
  await expect(findToast(page)).toContainText('Location not found')
  await expect(findToast(page)).toContainText('Please try a different search term')
  await page.route('**/api/places/search?*', (route) => route.fulfill({ status: 500 }))
  await field(page).fill('Zzywvv Qqqqk')
  await page.keyboard.press('Enter')
  await expect(findToast(page)).toContainText('Search failed')
})

test('MAP-30 a search before the map has loaded asks for patience, and runs afterwards', async ({ page }) => {
  let build: () => void = () => {}
  const building = new Promise<void>((resolve) => {
    build = resolve
  })
  await page.route(/\/assets\/engine-[^/]+\.js$/, async (route) => {
    await building
    await route.fallback()
  })
  await page.goto('/spots?at=48.85,2.35,11')
  await field(page).fill('Barcelona')
  await page.keyboard.press('Enter')
  await expect(findToast(page)).toContainText('Maps not loaded')
  await expect(findToast(page)).toContainText('Please wait for maps to load and try again.')
  build()
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  await isAt(page, 41.39, 2.16)
})

test('Enter goes to a town without spots; coordinates, codes and links go to their position', async ({
  page,
}) => {
  await openMap(page, PARIS, 11)
  await field(page).fill('Ulaanbaatar')
  await page.keyboard.press('Enter')
  await isAt(page, 47.91, 106.88)
  for (const [typed, latitude, longitude] of [
    [`48°51'0"N 2°21'0"E`, 48.85, 2.35],
    ['https://www.openstreetmap.org/#map=17/41.3833/2.1668', 41.3833, 2.1668],
    ['8FW4V900+', 48.875, 2.325],
  ] as const) {
    await field(page).fill(typed)
    await page.getByRole('option', { name: /^Go to/ }).click()
    await isAt(page, latitude, longitude)
  }
})

test('G-27 the same field finds the place on the share form', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.goto('/share-spot')
  const places = page.getByRole('combobox', { name: 'Search places' })
  await places.fill('Lisbo')
  await page.getByRole('option', { name: 'Lisbon Portugal' }).click()
  await expect(places).toHaveValue('Lisbon')
  // Enter places the pin at the center, which arrives in Lisbon a moment after the choice.
  await expect(async () => {
    await page.locator('.map_canvas canvas').press('Enter')
    await expect(page.locator('.share_point')).toHaveText(/^38\.7/, { timeout: 500 })
  }).toPass()
  await saveScreenshot(page, 'place-search-share')
})

test('no letter is lost on a slow phone, whenever the response of a search arrives', async ({ page }) => {
  await openMap(page, PARIS, 11)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // The delay between two letters equals the field's debounce time.
  await field(page).pressSequentially('place de la republique', { delay: 160 })
  await expect(field(page)).toHaveValue('place de la republique')
  await expect(page).toHaveURL(/q=place\+de\+la\+republique|q=place%20de%20la%20republique/)
  await expect(field(page)).toHaveValue('place de la republique')
})
