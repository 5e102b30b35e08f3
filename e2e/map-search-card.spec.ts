import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap, viewInAddress } from './support/map.ts'
import { somebody } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search spots' })
}

function count(page: Page) {
  return page.locator('.spots-screen_count')
}

function card(page: Page) {
  return page.getByRole('region', { name: 'Selected spot' })
}

function parameter(page: Page, name: string) {
  return new URL(page.url()).searchParams.get(name)
}

function isAt(page: Page, latitude: number) {
  return expect.poll(() => Math.abs(viewInAddress(page).latitude - latitude)).toBeLessThan(0.1)
}

/** Opens the map with the card of a spot. */
async function openCard(page: Page, spot: { id: string; latitude: number; longitude: number }) {
  await openMap(page, spot, 14, `&spot=${spot.id}`)
  await expect(card(page)).toBeVisible()
}

test('MAP-32 selecting a place or typing coordinates closes the open spot', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Left ledge' })
  await openCard(page, spot)
  await field(page).fill('München')
  await page.getByRole('option', { name: 'München Munich, Bavaria, Germany' }).click()
  await isAt(page, 48.137)
  await expect(card(page)).toBeHidden()
  expect(parameter(page, 'spot')).toBeNull()
  await saveScreenshot(page, 'map-search-leaves-card')

  await page.goBack()
  await expect(card(page)).toBeVisible()
  await field(page).fill('48.8566, 2.3522')
  await field(page).press('Enter')
  await isAt(page, 48.8566)
  await expect(card(page)).toBeHidden()
  expect(parameter(page, 'spot')).toBeNull()
})

test('a search closes the spot whose link a visitor opened', async ({ page, browser }) => {
  const other = await somebody(browser)
  const spot = await shareSpot(other.request, { name: 'Linked ledge' })
  await page.goto(`/spots/${spot.id}`)
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  await expect(card(page)).toBeVisible()
  await field(page).fill('Kyoto')
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/spots\?/)
  await isAt(page, 35.02)
  await expect(card(page)).toBeHidden()
})

test('selecting a suggested spot sets no filter', async ({ page, member: _ }) => {
  const point = aPoint()
  const tag = `q${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { ...point, name: `Chosen ${tag}` })
  await shareSpot(page.request, {
    latitude: point.latitude + 0.003,
    longitude: point.longitude,
    name: 'Beside',
  })
  await openMap(page, point)
  await field(page).fill(tag)
  await expect(count(page)).toHaveText('1 spot found')
  await page.getByRole('option', { name: `Chosen ${tag}` }).click()
  await expect(card(page)).toBeVisible()
  await expect(field(page)).toHaveValue(`Chosen ${tag}`)
  expect(parameter(page, 'spot')).toBe(spot.id)
  expect(parameter(page, 'q')).toBeNull()
  await expect(count(page)).toHaveText(/^2 (of|spots found)/)
  // Filling the field with the spot's name doesn't trigger a delayed search.
  await page.waitForTimeout(600)
  expect(parameter(page, 'q')).toBeNull()
})

test('the town with exactly the typed name comes first, before spots, even if places load late', async ({
  page,
  member: _,
}) => {
  const point = aPoint()
  await shareSpot(page.request, { ...point, name: `Zaragoza plaza ${randomUUID().slice(0, 6)}` })
  await openMap(page, point)
  const released = Promise.withResolvers<void>()
  await page.route(/\/api\/places\/search/, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  const spots = page.waitForResponse(/\/api\/spots\/suggestions/)
  await field(page).fill('zaragoza')
  await spots
  await expect(page.getByRole('option')).toHaveCount(0)
  released.resolve()
  await expect(page.getByRole('option').first()).toContainText('Aragon')
  await expect(page.getByRole('option').nth(1)).toContainText('Zaragoza plaza')
  await saveScreenshot(page, 'map-town-first')
  await field(page).press('Enter')
  await isAt(page, 41.65)
  await expect(field(page)).toHaveValue('Zaragoza')
  expect(parameter(page, 'q')).toBeNull()
})

test('streets come before spots, and other places after them', async ({ page, member: _ }) => {
  const point = aPoint()
  const name = `Linden ${randomUUID().slice(0, 6)}`
  await shareSpot(page.request, { ...point, name })
  await openMap(page, point)
  const place = { text: 'Alder Bay', ...point, bounds: null, ref: null }
  await page.route(/\/api\/places\/search/, (route) =>
    route.fulfill({
      json: {
        items: [
          { ...place, id: 'park', kind: 'park', name: `${name} Park` },
          { ...place, id: 'street', kind: 'street', name: `${name} Street` },
          { ...place, id: 'address', kind: 'address', name: `${name} Street 9` },
        ],
      },
    }),
  )
  await field(page).fill(name)
  await expect(page.getByRole('option').locator('b')).toHaveText([
    `${name} Street`,
    `${name} Street 9`,
    name,
    `${name} Park`,
  ])
})

test("Enter that ends an input method's composition does not search", async ({ page, member: _ }) => {
  await openMap(page, aPoint())
  const before = viewInAddress(page)
  await field(page).fill('東京')
  await expect(page.getByRole('option').first()).toBeVisible()
  await field(page).evaluate((input) => {
    for (const more of [{ isComposing: true }, { keyCode: 229 }])
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
      )
  })
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(viewInAddress(page)).toEqual(before)
  await expect(field(page)).toHaveValue('東京')
})
