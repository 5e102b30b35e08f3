import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap, countPixels, locatePoint, viewInAddress } from './support/map.ts'
import { ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const LEDGES = '#B55E07'

function count(page: Page) {
  return page.locator('.spots-screen_count')
}

function findPanel(page: Page) {
  return page.getByRole('dialog', { name: 'Filters' })
}

function open(page: Page) {
  return page.getByRole('button', { name: /^Filters/ }).click()
}

function row(page: Page, name: string) {
  return page.getByRole('button', { name })
}

/** Scrolls to the end of the filters, so that the sticky buttons don't cover any of them. */
function scrollFilters(page: Page) {
  return page
    .locator('.spots-screen_mapFilterFields')
    .evaluate((fields) => fields.parentElement?.scrollTo(0, fields.scrollHeight))
}

test('MAP-25 MAP-27 difficulty and status filter map, list and count; spots that no longer exist appear only on request', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext(baseURL ? { baseURL } : {})
  const theirs = await other.newPage()
  await signInAs(theirs, await makeAccount())
  const point = aPoint()
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(theirs.request, {
    ...point,
    name: `Hard ${tag}`,
    difficulty_level: 'advanced',
  })
  await shareSpot(theirs.request, {
    latitude: point.latitude + 0.002,
    longitude: point.longitude,
    name: `Easy ${tag}`,
    difficulty_level: 'beginner',
  })
  const made = await theirs.request.post(`/api/spots/${spot.id}/facts`, {
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    data: { facts: { light_at_night: 'full', roof: 'full' }, obstacles: [] },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const map = await openMap(page, point, 14, `&keywords=${tag}`)
  await expect(count(page)).toHaveText('2 spots found')
  const ledgePixels = async () => countPixels(page, await locatePoint(map, 0, -22), LEDGES, 16)
  await expect.poll(ledgePixels).toBeGreaterThan(200)

  await open(page)
  await findPanel(page).getByLabel('Difficulty').selectOption('advanced')
  await expect(count(page)).toHaveText('1 spot found')
  await expect(page.getByRole('button', { name: 'Filters, 2 active' })).toBeAttached()
  await scrollFilters(page)
  await expectAccessible(page)
  await saveScreenshot(page, 'map-filters')
  await findPanel(page).getByRole('button', { name: 'Show spots' }).click()
  await expect(row(page, `Hard ${tag}`)).toBeVisible()
  await expect(row(page, `Easy ${tag}`)).toBeHidden()
  expect(new URL(page.url()).searchParams.get('difficulty')).toBe('advanced')

  await open(page)
  // Choices that match no spots are disabled.
  await expect(findPanel(page).getByRole('button', { name: 'Restroom (0)' })).toBeDisabled()
  await expect(findPanel(page).getByRole('option', { name: 'Ledge (0)' })).toBeDisabled()
  // Both choices apply, even if the second is made before the first is rendered.
  const features = findPanel(page).getByRole('group', { name: 'Features' }).getByRole('button')
  const pressTwo = () =>
    features.evaluateAll((all) => all.slice(0, 2).map((one) => (one as HTMLElement).click()))
  const chosen = () => new URL(page.url()).searchParams.get('features')?.split(',').length
  await expect(features.nth(1)).toHaveText('Covered (1)')
  await pressTwo()
  await expect.poll(chosen).toBe(2)
  await pressTwo()
  await expect.poll(chosen).toBeUndefined()
  await page.keyboard.press('Escape')
  await expect(findPanel(page)).toBeHidden()

  // A spot that someone marks as gone disappears from the open map.
  const marked = await theirs.request.put(`/api/spots/${spot.id}/status`, {
    data: { status: 'gone' },
    headers: ownSite(),
  })
  expect(marked.status(), await marked.text()).toBe(200)
  await expect(row(page, `Hard ${tag}`)).toBeHidden()
  await expect(count(page)).toHaveText('0 spots found')
  await expect.poll(ledgePixels).toBe(0)

  await open(page)
  // Escape applies everything, as the button does, including text that was just typed.
  await findPanel(page).getByLabel('Keywords').fill(`Hard ${tag}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('keywords')).toBe(`Hard ${tag}`)
  await open(page)
  await findPanel(page).getByLabel('Status').selectOption('gone')
  await expect(count(page)).toHaveText('1 spot found')
  await findPanel(page).getByRole('button', { name: 'Show spots' }).click()
  await expect(row(page, `Hard ${tag}`)).toBeVisible()
  await expect(page.locator('.spot-cards_spotRow[data-gone]').getByText('Gone')).toBeVisible()
  await row(page, `Hard ${tag}`).click()
  await expect(page.locator('.selected-pin_root .type-glyph_pin[data-gone]')).toBeAttached()
  await expect(page.getByRole('region', { name: 'Selected spot' }).getByText('Gone')).toBeVisible()
  await saveScreenshot(page, 'map-gone')

  // Back closes the card first, then removes the last filter; Clear removes all filters.
  await page.goBack()
  await page.goBack()
  await expect(count(page)).toHaveText('0 spots found')
  await open(page)
  await findPanel(page).getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/difficulty|status|keywords/)
  await other.close()
})

test('MAP-25 LOC-12 near me locates the device like the button does, and shows nearby spots', async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const tag = randomUUID().slice(0, 8)
  await shareSpot(page.request, { ...point, latitude: point.latitude + 0.01, name: `Near ${tag}` })
  await shareSpot(page.request, { ...point, latitude: point.latitude + 0.3, name: `Far ${tag}` })
  await openMap(page, { latitude: 40, longitude: 2 }, 6, `&keywords=${tag}`)
  await expect(count(page)).toHaveText('0 of 2 spots here')

  // Without permission, the screen shows an error and doesn't filter.
  await page.evaluate(() => {
    const requested = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    Object.assign(globalThis, { original: requested })
    navigator.geolocation.getCurrentPosition = (_, bad) =>
      bad?.({ code: 1, message: '', PERMISSION_DENIED: 1 } as never)
  })
  const near = page.getByRole('button', { name: 'Near me' })
  await near.click()
  await expect(findToast(page)).toContainText('denied')
  await expect(near).toHaveAttribute('aria-pressed', 'false')
  expect(page.url()).not.toContain('near')

  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (globalThis as never as { original: never }).original
  })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, accuracy: 20 })
  await near.click()
  await expect(near).toHaveAttribute('aria-pressed', 'true')
  await expect(count(page)).toHaveText('1 spot found')
  await expect(row(page, `Near ${tag}`)).toBeVisible()
  await expect.poll(() => Math.abs(viewInAddress(page).latitude - point.latitude)).toBeLessThan(0.05)
  // The link contains the filter but no position, so people who open it see spots near themselves.
  expect(new URL(page.url()).searchParams.get('near')).toBe('me')

  await open(page)
  await findPanel(page).getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => Math.abs(viewInAddress(page).latitude - 40)).toBeLessThan(0.1)
})

test('a link to nearby spots offers to locate the device, unless that is permitted already', async ({
  page,
  context,
}) => {
  const offer = page.getByRole('button', { name: 'Want to see spots near you?' })
  await page.addInitScript(() => localStorage.setItem('nollie.location.offer', '"closed"'))
  await page.goto('/spots?near=me')
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  await expect(offer).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 10, longitude: -150, accuracy: 20 })
  await offer.click()
  await expect(count(page)).toHaveText('0 spots found')

  await page.evaluate(() => localStorage.removeItem('nollie.location'))
  await page.goto('/spots?near=me')
  await expect(count(page)).toHaveText('0 spots found')
  await expect(page.getByRole('button', { name: 'Near me' })).toHaveAttribute('aria-pressed', 'true')
  await expect(offer).toHaveCount(0)
})

test('MAP-25 the chips on the map set the filters, and the last one opens all of them', {
  tag: '@desktop',
}, async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const tag = randomUUID().slice(0, 8)
  const lit = await shareSpot(page.request, { ...point, name: `Lit ${tag}`, spot_types: ['ledges'] })
  await shareSpot(page.request, {
    latitude: point.latitude + 0.002,
    longitude: point.longitude,
    name: `Green ${tag}`,
    spot_types: ['park'],
  })
  const made = await page.request.post(`/api/spots/${lit.id}/facts`, {
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    data: { facts: { light_at_night: 'full' }, obstacles: [] },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await openMap(page, point, 14, `&keywords=${tag}`)
  await expect(count(page)).toHaveText('2 spots found')
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Show only' }).getByRole('button', { name, exact: true })
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
  const press = async (name: string, isOn: boolean) => {
    await chip(name).click()
    await expect(chip(name)).toHaveAttribute('aria-pressed', String(isOn))
  }

  await press('Parks', true)
  await expect(count(page)).toHaveText('1 spot found')
  await expect(row(page, `Green ${tag}`)).toBeVisible()
  await press('Ledges', true)
  await expect(chip('Parks')).toHaveAttribute('aria-pressed', 'false')
  await expect(row(page, `Lit ${tag}`)).toBeVisible()
  await expect(row(page, `Green ${tag}`)).toBeHidden()
  expect(parameter('type')).toBe('ledges')
  await press('Lit', true)
  await expect(count(page)).toHaveText('1 spot found')
  await press('Covered', true)
  await expect(count(page)).toHaveText('0 spots found')
  expect(parameter('features')).toBe('lit,roofed')
  await expect(page.getByRole('button', { name: 'Filters, 3 active' })).toBeAttached()
  await saveScreenshot(page, 'map-chips')
  await press('Covered', false)
  await press('Lit', false)
  await press('Ledges', false)
  await expect(count(page)).toHaveText('2 spots found')
  await press('Good now', true)
  await expect(page).toHaveURL(/now=skateable/)
  await press('Good now', false)

  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(findPanel(page).getByLabel('Spot type')).toBeVisible()
  await scrollFilters(page)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(findPanel(page)).toBeHidden()
})
