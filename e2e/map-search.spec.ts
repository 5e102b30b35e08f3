import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap, viewInAddress } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const PARIS = { latitude: 48.85, longitude: 2.35 }

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search spots' })
}

function count(page: Page) {
  return page.locator('.spots-screen_count')
}

/** Shares three spots with the same keyword: two in one town, 400 m apart, and one far away. */
async function threeSpots(page: Page): Promise<{ tag: string; town: string }> {
  await signInAs(page, await makeAccount())
  const tag = `q${randomUUID().slice(0, 8)}`
  const town = `Ville${randomUUID().slice(0, 8)}`
  const east = Math.random() / 10
  await shareSpot(page.request, {
    latitude: 41.3833,
    longitude: 2.1668 + east,
    name: `Macba ${tag}`,
    city: town,
  })
  await shareSpot(page.request, {
    latitude: 41.3869,
    longitude: 2.1668 + east,
    name: `Sants ${tag}`,
    city: town,
  })
  await shareSpot(page.request, { latitude: 41.9023, longitude: -87.7147 + east, name: `Wilson ${tag}` })
  return { tag, town }
}

function isAt(page: Page, latitude: number) {
  return expect.poll(() => Math.abs(viewInAddress(page).latitude - latitude)).toBeLessThan(0.02)
}

test('MAP-06 MAP-20 MAP-26 a search moves the map to its matches, never while typing, and clearing it returns', async ({
  page,
}) => {
  const { tag, town } = await threeSpots(page)
  await openMap(page, PARIS, 11)
  await field(page).fill(`macba ${tag}`)
  await expect(count(page)).toHaveText('0 of 1 spots here')
  await expect(page.getByRole('option', { name: `Macba ${tag}` })).toBeVisible()
  expect(viewInAddress(page)).toMatchObject({ ...PARIS, zoom: 11 })

  await page.keyboard.press('Enter')
  await isAt(page, 41.3833)
  await expect(count(page)).toHaveText('1 spot found')
  await expect(page.getByRole('button', { name: `Macba ${tag}` })).toBeVisible()
  await saveScreenshot(page, 'map-search')

  await page.getByRole('button', { name: 'Clear search' }).click()
  await isAt(page, PARIS.latitude)
  expect(viewInAddress(page).zoom).toBeCloseTo(11, 1)

  // The search also finds a town, and the map shows both of its spots.
  await field(page).fill(town)
  await expect(page.getByRole('option', { name: `Sants ${tag}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await isAt(page, 41.385)
  await expect(count(page)).toHaveText('2 spots found')
})

test('a search submitted before the debounce moves the map, and clearing it returns', async ({ page }) => {
  const { tag } = await threeSpots(page)
  await openMap(page, PARIS, 11)
  // Types and submits in one task, so that Enter always comes before the debounce, even on a busy machine.
  await field(page).evaluate((input: HTMLInputElement, text) => {
    input.focus()
    document.execCommand('insertText', false, text)
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }, `macba ${tag}`)
  await isAt(page, 41.3833)
  await expect(count(page)).toHaveText('1 spot found')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await isAt(page, PARIS.latitude)
})

test('MAP-06 scattered matches leave a view that shows some of them, and the list leads to the rest', async ({
  page,
}) => {
  const { tag } = await threeSpots(page)
  await page.goto(`/spots?q=${tag}&at=41.385,2.2168,11`)
  await expect(count(page)).toHaveText('2 of 3 spots here')
  await field(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Sants ${tag}` })).toBeVisible()
  expect(viewInAddress(page).latitude).toBeCloseTo(41.385, 3)

  await page.goto(`/spots?q=wilson+${tag}&at=${PARIS.latitude},${PARIS.longitude},11`)
  await page.getByRole('button', { name: 'Show all spots' }).click()
  await isAt(page, 41.9023)
  await expect(page.getByRole('button', { name: `Wilson ${tag}` })).toBeVisible()
})

test('MAP-06 a link with a search shows its matches; a position in the link takes precedence', async ({
  page,
}) => {
  const { tag } = await threeSpots(page)
  await page.goto(`/spots?q=macba+${tag}`)
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  await expect(count(page)).toHaveText('1 spot found')
  await expect(page.getByRole('button', { name: `Macba ${tag}` })).toBeVisible()
  await page.goto(`/spots?q=macba+${tag}&at=${PARIS.latitude},${PARIS.longitude},11`)
  await expect(count(page)).toHaveText('0 of 1 spots here')
})

test("a search's list stays until another area is requested", async ({ page }) => {
  const { tag } = await threeSpots(page)
  await page.goto(`/spots?q=macba+${tag}`)
  const map = findMap(page)
  await expect(map).toHaveAttribute('data-phase', 'ready')
  const found = page.getByRole('button', { name: `Macba ${tag}` })
  await expect(found).toBeVisible()
  await map.locator('canvas').focus()
  for (let i = 0; i < 6; i++) {
    const before = viewInAddress(page).latitude || -90
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => viewInAddress(page).latitude).toBeGreaterThan(before)
  }
  const here = page.getByRole('button', { name: 'Search this area' })
  await expect(here).toBeVisible()
  await expect(found).toBeVisible()
  await saveScreenshot(page, 'map-search-here')
  await here.press('Enter')
  await expect(here).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Spots in view' })).toBeFocused()
  await expect(count(page)).toHaveText('0 of 1 spots here')
  await expect(found).toBeHidden()
  // The member moved the map by hand, so clearing the search does not move it back.
  await expect.poll(() => viewInAddress(page).latitude).toBeGreaterThan(0)
  const { latitude } = viewInAddress(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.waitForTimeout(1500)
  expect(viewInAddress(page).latitude).toBeCloseTo(latitude, 3)
})
