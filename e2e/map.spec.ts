import { randomUUID } from 'node:crypto'
import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import {
  findMap,
  middleOfCell,
  openMap,
  countPixels,
  locatePoint,
  pressUntil,
  viewInAddress,
} from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

test.use(WITH_MAPS)

const LEDGES = { light: '#B55E07', dark: '#FB9B52' }

function aName(what: string) {
  return `${what} ${randomUUID().slice(0, 8)}`
}

function card(page: import('@playwright/test').Page) {
  return page.getByRole('region', { name: 'Selected spot' })
}

test('MAP-02 MAP-04 MAP-08 MAP-09 LIMIT-04 G-12 a visitor sees the whole map; without a position or spots, the middle of the United States', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.route('**/api/places/here*', (route) => route.fulfill({ json: { bounds: null } }))
  await page.route('**/api/map/densest', (route) => route.fulfill({ json: { bounds: null } }))
  const requested = page.waitForRequest((request) => request.url().includes('/api/map?'))
  await page.goto('/spots')
  await expect(page.getByRole('heading', { level: 1, name: 'Skate spots' })).toBeVisible()
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  expect((await findMap(page).boundingBox())?.height).toBe(600)
  await expect(page.locator('.spots-screen_count')).toHaveText(
    /^\d[\d,]*\+?( spots? found| of \d[\d,]*\+? spots here)$/,
  )

  const view = new URL((await requested).url()).searchParams
  const kansas = { x: Math.floor(((-98.58 + 180) / 360) * 16), y: 6 }
  expect(view.get('z')).toBe('4')
  expect(Number(view.get('x0'))).toBeLessThanOrEqual(kansas.x)
  expect(Number(view.get('x1'))).toBeGreaterThanOrEqual(kansas.x)
  expect(Number(view.get('y0'))).toBeLessThanOrEqual(kansas.y)

  await page.getByRole('link', { name: 'Sign in to share' }).click()
  await expect(page).toHaveURL(/\/auth(\?|$)/)
})

test('MAP-01 MAP-03 MAP-05 a member shares from the bar and from the floating button, and returns home', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/spots')
  await expect(page.getByRole('link', { name: 'Share Spot' })).toHaveAttribute('href', '/share-spot')
  const floating = page.getByRole('link', { name: 'Share a spot' })
  await expect(floating).toHaveAttribute('href', '/share-spot')
  await expect(floating).toBeInViewport()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test("MAP-10 MAP-15 MAP-16 MAP-17 MAP-18 MAP-19 SPOT-22 C-03 a selected pin opens its spot's card, where the spot can be deleted", {
  tag: ['@smoke', '@desktop'],
}, async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = aName('Library Marble')
  const spot = await shareSpot(page.request, { ...point, name, city: 'Alder Bay', state: 'CA' })
  const map = await openMap(page, point)
  await expect
    .poll(async () => countPixels(page, await locatePoint(map, 0, -22), LEDGES.light, 16))
    .toBeGreaterThan(200)
  await pressUntil(page, await locatePoint(map, 0, -20), card(page))

  const open = card(page)
  await expect(open.getByRole('link', { name })).toHaveAttribute('href', `/spot/${spot.id}`)
  await expect(open.getByRole('img', { name: `Photo of ${name}` })).toBeVisible()
  for (const text of ['Alder Bay, CA', 'Intermediate', 'Ledges', 'Plaza'])
    await expect(open.getByText(text, { exact: true })).toBeVisible()
  await expect(open.getByText('Security leaves at six')).toBeVisible()
  for (const count of ['1 post', '0 likes', '0 comments'])
    await expect(open.getByText(count, { exact: true })).toBeAttached()
  const maps = await open.getByRole('link', { name: 'View on Maps' }).getAttribute('href')
  expect(maps).toContain(`${spot.latitude},${spot.longitude}`)
  await open.getByRole('button', { name: `More options for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await saveScreenshot(page, 'map-card')

  await open.getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await page.goBack()

  await open.getByRole('button', { name: `More options for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete Spot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Spot' })
  await page.route(`**/api/spots/${spot.id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          json: { code: 'POSTS_NOT_DELETED', status: 500, detail: 'x', title: 'x' },
        })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Delete Spot' }).click()
  await expect(findToast(page)).toContainText('Failed to delete associated posts. Please try again.')
  await page.unroute(`**/api/spots/${spot.id}`)
  await dialog.getByRole('button', { name: 'Delete Spot' }).click()
  await expect(findToast(page)).toContainText('Spot and associated posts deleted successfully.')
  await expect(open).toHaveCount(0)
  await expect(page).toHaveURL(/\/spots\?/)
})

test('MAP-06 MAP-20 MAP-22 MAP-23 the search finds by name, text, description and type, and suggests', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(page.request, {
    ...point,
    name: `Quarry ${tag}`,
    description: `Limestone${tag} slabs`,
    spot_types: ['quarter'],
  })
  // Another spot, so that a search doesn't match all spots.
  await shareSpot(page.request, { ...aPoint(), name: aName('Elsewhere') })
  await openMap(page, point)
  const field = page.getByRole('combobox', { name: 'Search spots' })
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  for (const text of [`Quarry ${tag}`, tag.toUpperCase(), `limestone${tag}`]) {
    await field.fill(text)
    await expect(page.getByText('1 spot found')).toBeVisible()
  }
  await field.fill('')
  await expect(page.getByText('1 spot found')).toBeHidden()
  await field.fill('quart')
  await expect(page.getByRole('button', { name: `Quarry ${tag}` })).toBeVisible()

  await field.fill(`Quarry ${tag}`)
  await expect(suggestions.getByRole('option', { name: `Quarry ${tag}` })).toBeVisible()
  // Suggestions must stay briefly after the field loses focus, so that a click on one still registers.
  const stayed = await field.evaluate((input: HTMLInputElement) => {
    const begun = performance.now()
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role="listbox"][aria-label="Suggestions"]')?.hasAttribute('hidden'))
          return
        observer.disconnect()
        resolve(performance.now() - begun)
      })
      observer.observe(document.body, { attributes: true, subtree: true })
      input.blur()
    })
  })
  expect(stayed).toBeGreaterThan(100)

  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('link', { name: `Quarry ${tag}` })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('spot')).toBe(spot.id)
})

test('MAP-07 MAP-24 MAP-25 MAP-26 MAP-27 MAP-28 C-07 P-12 filters narrow map, list and count', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const tag = randomUUID().slice(0, 8)
  const photo = () => uploadFile(page.request)
  await shareSpot(page.request, {
    ...point,
    name: aName('Pool'),
    description: `waxed${tag}`,
    spot_types: ['bowl'],
    city: `Town${tag}`,
    media_ids: [await photo()],
  })
  await shareSpot(page.request, {
    latitude: point.latitude + 0.002,
    longitude: point.longitude,
    name: aName('Halfpipe'),
    description: `waxed${tag}`,
    spot_types: ['mini_ramp'],
    city: 'Elsewhere',
    media_ids: [await photo()],
  })
  await openMap(page, point)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel.getByRole('textbox')).toHaveCount(2)
  const kinds = await panel
    .getByLabel('Spot type')
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(kinds).toHaveLength(16)
  expect(kinds).toContain('mini-ramp')

  await panel.getByLabel('Keywords').fill(`WAXED${tag}`)
  await expect(page.getByText('2 spots found')).toBeVisible()
  await panel.getByLabel('Spot type').selectOption('mini-ramp')
  await expect(page.getByText('1 spot found')).toBeVisible()
  await panel.getByLabel('Spot type').selectOption('')
  await panel.getByLabel('Location').fill(`own${tag.toUpperCase()}`)
  await expect(page.getByText('1 spot found')).toBeVisible()
  await panel.getByRole('button', { name: 'Show spots' }).click()
  await expect(page.getByRole('button', { name: /^Pool/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Halfpipe/ })).toBeHidden()

  // The address contains the filters, so other people see the same spots.
  await page.goto(page.url().replace(/&?at=[^&]+/, ''))
  await expect(page.getByText('1 spot found')).toBeVisible()
  await page.goto(`/spots?type=mini_ramp&keywords=waxed${tag}`)
  await expect(page.getByText('1 spot found')).toBeVisible()
})

test('MAP-32 lat, lng moves the map, and invalid values are refused', async ({ page }) => {
  await openMap(page, { latitude: 39.8, longitude: -98.5 }, 4)
  const field = page.getByRole('combobox', { name: 'Search spots' })
  await field.fill('91, 0')
  await expect(page.getByText('Latitude must be between -90 and 90')).toBeVisible()
  await page.keyboard.press('Enter')
  expect(viewInAddress(page).latitude).toBeCloseTo(39.8, 1)
  await field.fill('40.7, -74')
  await page.keyboard.press('Enter')
  await expect.poll(() => viewInAddress(page)).toEqual({ latitude: 40.7, longitude: -74, zoom: 15 })
})

test('MAP-32 coordinates in common formats move the map, ambiguous ones do not', async ({ page }) => {
  await openMap(page, { latitude: 39.8, longitude: -98.5 }, 4)
  const field = page.getByRole('combobox', { name: 'Search spots' })
  await field.fill('52.5 N 13.4 O')
  await expect(page.getByText('means east in German')).toBeVisible()
  for (const [text, latitude, longitude] of [
    ['40,7 -74,1', 40.7, -74.1],
    ['N 41.3829 E 2.1713', 41.3829, 2.1713],
    ['https://yandex.ru/maps/?ll=2.5,41.5&z=17', 41.5, 2.5],
    ['95MC+5G Barcelona', 41.38294, 2.17131],
  ] as const) {
    await field.fill(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => viewInAddress(page)).toMatchObject({ latitude, longitude })
  }
})

test('MAP-12 MAP-13 MAP-14 MAP-11 C-23 P-19 every phase of the map shows its text, and failures are final', async ({
  page,
}) => {
  let release: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/config', async (route) => {
    await gate
    await route.fallback()
  })
  let build: () => void = () => {}
  const building = new Promise<void>((resolve) => {
    build = resolve
  })
  await page.route(/\/assets\/engine-[^/]+\.js$/, async (route) => {
    await building
    await route.fallback()
  })
  await page.goto('/spots')
  await expect(findMap(page).getByText('Loading map...', { exact: true })).toBeVisible()
  release()
  await expect(findMap(page).getByText('Loading Map...', { exact: true })).toBeVisible()
  build()
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')

  await page.unroute('**/api/config')
  await page.route('**/api/config', (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }))
  await page.reload()
  await expect(findMap(page).getByText('Map unavailable')).toBeVisible()
  await expect(findMap(page).getByText('Failed to load map configuration')).toBeVisible()
  await expect(findMap(page).getByText('Loading')).toHaveCount(0)
  await page.unroute('**/api/config')
  const drawn = findMap(page).and(page.locator('[data-phase=ready]'))
  await tryAgainUntil(page, drawn, page.getByRole('button', { name: 'Try again' }))

  await page.route('**/api/config', (route) =>
    route.fulfill({ json: { map_style: '', videos: true, outbox: null } }),
  )
  await page.reload()
  await expect(findMap(page).getByText('Map configuration not available')).toBeVisible()
})

test('C-24 AUTH-24 a shared link shows a visitor the map with the open card, and leads to sign-in and back', {
  tag: '@smoke',
}, async ({ page, browser, baseURL }) => {
  const other = await browser.newContext(baseURL ? { baseURL } : {})
  const theirs = await other.newPage()
  await signInAs(theirs, await makeAccount())
  const name = aName('Shared Ledge')
  const spot = await shareSpot(theirs.request, { name })
  await other.close()

  await page.goto(`/spots/${spot.id}`)
  await expect(card(page).getByRole('link', { name })).toBeVisible()
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  const selected = page.locator('.selected-pin_root')
  await expect(selected).toBeVisible()
  await saveScreenshot(page, 'map-visitor-link')
  await card(page).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`/spots/${spot.id}`)}`)
})

test('the address contains view and selection, and Back undoes a selection', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = aName('Back And Forth')
  const spot = await shareSpot(page.request, { ...point, name })
  const map = await openMap(page, point)
  await pressUntil(page, await locatePoint(map, 0, -20), card(page))
  expect(new URL(page.url()).searchParams.get('spot')).toBe(spot.id)
  await page.goBack()
  await expect(card(page)).toBeHidden()
  await page.goForward()
  await expect(card(page)).toBeVisible()
  await page.reload()
  await expect(card(page).getByRole('link', { name })).toBeVisible()
  // The button is for keyboards and screen readers.
  await page.getByRole('button', { name: `Close ${name}` }).press('Enter')
  await expect(card(page)).toBeHidden()
})

test('nearby spots are clustered; selecting the cluster zooms in', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const point = middleOfCell(aPoint(), 6)
  const tag = randomUUID().slice(0, 8)
  const kinds = ['ledges', 'bowl', 'rails', 'park', 'stairs']
  for (const [i, kind] of kinds.entries())
    await shareSpot(page.request, {
      latitude: point.latitude + i * 0.004,
      longitude: point.longitude + (i % 2) * 0.004,
      name: `Group ${tag} ${i}`,
      spot_types: [kind],
    })
  const map = await openMap(
    page,
    { latitude: point.latitude + 0.008, longitude: point.longitude + 0.002 },
    6,
    `&q=${tag}`,
  )
  await expect(page.getByText('5 spots found')).toBeVisible()
  // The cluster's dark disc with its number, and the part of its ring in the color of ledges.
  await expect.poll(async () => countPixels(page, await locatePoint(map), '#15171A', 30)).toBeGreaterThan(500)
  await expect
    .poll(async () => countPixels(page, await locatePoint(map), LEDGES.light, 30))
    .toBeGreaterThan(20)
  await expect(async () => {
    const { x, y } = await locatePoint(map)
    await page.mouse.click(x, y)
    await expect.poll(() => viewInAddress(page).zoom, { timeout: 4_000 }).toBeGreaterThan(7)
  }).toPass()
})

test('the screen meets WCAG in both themes', { tag: '@desktop' }, async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = aName('Axe Ledge')
  await shareSpot(page.request, { ...point, name })
  const map = await openMap(page, point)
  await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  const levels = await page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
  for (const [at, level] of levels.entries())
    expect(level, levels.join(' ')).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1)
  await pressUntil(page, await locatePoint(map, 0, -20), card(page))
  await expect(card(page).getByRole('link', { name })).toBeVisible()
  await expectAccessible(page)
})
