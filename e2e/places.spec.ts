import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap, viewInAddress } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const HERE = { latitude: 41.3851, longitude: 2.1734 }

function button(page: Page) {
  return page.locator('button.places_locate')
}

/** The filter chips, which load together with the offer to locate the person. */
function chips(page: Page) {
  return page.getByRole('group', { name: 'Show only' })
}

const NOWHERE = { latitude: null, longitude: null, accuracy: null, country: null, bounds: null, by: null }

/** Replaces the browser's location service: each call to getCurrentPosition gets the next of these results. */
function stages(page: Page, answers: ({ code: number } | { accuracy: number })[]) {
  return page.addInitScript(
    ([list, here]) => {
      const left = [...list]
      const calls: unknown[] = []
      Object.assign(globalThis, { locationCalls: calls })
      navigator.geolocation.getCurrentPosition = (good, bad, options) => {
        calls.push(options)
        const next = left.shift()
        if (!next) return
        if ('code' in next) bad?.({ ...next, message: '', PERMISSION_DENIED: 1 } as never)
        else good({ coords: { ...here, ...next, heading: null }, timestamp: Date.now() } as never)
      }
    },
    [answers, HERE] as const,
  )
}

function calls(page: Page) {
  return page.evaluate(() => (globalThis as never as { locationCalls: PositionOptions[] }).locationCalls)
}

function storedPosition(page: Page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem('nollie.location') ?? 'null'))
}

function noAddress(page: Page) {
  return page.route('**/api/places/here*', (route) => route.fulfill({ json: NOWHERE }))
}

test('LOC-01 LOC-11 LIMIT-04 DATA-21 the button locates the person, shows the dot and the distances, nearest first', async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const tag = randomUUID().slice(0, 8)
  const step = 0.0031
  for (const [i, name] of ['Far', 'Near', 'Middle'].entries())
    await shareSpot(page.request, {
      latitude: HERE.latitude + [0.004, 0.0012, 0.0027][i]!,
      longitude: HERE.longitude + step,
      name: `${name} ${tag}`,
    })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...HERE, accuracy: 18 })
  await page.goto(`/spots?keywords=${tag}&at=40,2,6`)
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  const sent: string[] = []
  page.on('request', (request) => sent.push(decodeURIComponent(request.url())))
  await button(page).click()
  await expect(findToast(page)).toContainText('Location detected')
  await expect(findToast(page)).toContainText('18 m')
  await expect(button(page)).toHaveAttribute('data-status', 'found')
  await expect.poll(() => viewInAddress(page)).toMatchObject({ zoom: 15 })
  await expect(page.getByTestId('me')).toBeAttached()
  const rows = page.locator('.spot-cards_spotRow')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(`Near ${tag}`)
  const distances = rows.locator('.spot-cards_spotDistance > [aria-hidden]')
  await expect(distances).toHaveText(['290 m', '400 m', '510 m'])
  expect(await storedPosition(page)).toMatchObject({ lat: HERE.latitude, lng: HERE.longitude, source: 'gps' })
  // The server gets a rounded position, which is enough to sort by distance; the exact one stays in the browser.
  const lists = sent.filter((url) => url.includes('near='))
  expect(lists.length).toBeGreaterThan(0)
  for (const url of lists) expect(url).toMatch(/near=41\.39,2\.17(&|$)/)
  await saveScreenshot(page, 'location-found')
  await expectAccessible(page)
})

test('LOC-12 LOC-03 a stored position is used immediately; another click follows until the map is dragged', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...HERE, accuracy: 18 })
  await stages(page, [])
  await page.addInitScript((here) => {
    const record = { lat: here.latitude, lng: here.longitude, accuracy: 12, source: 'gps' }
    if (!localStorage.getItem('nollie.location'))
      localStorage.setItem(
        'nollie.location',
        JSON.stringify({ ...record, timestamp: Date.now() - 23 * 3_600_000 }),
      )
  }, HERE)
  await page.goto('/spots')
  const map = findMap(page)
  await expect(map).toHaveAttribute('data-phase', 'ready')
  // The first view and the offer have requested the position, and got no response.
  await expect.poll(() => calls(page)).toHaveLength(2)
  await button(page).click()
  await expect(findToast(page)).toContainText('Using cached location')
  expect(await calls(page)).toHaveLength(2)
  await button(page).click()
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true')
  await context.setGeolocation({ latitude: 41.39, longitude: 2.18, accuracy: 10 })
  await expect.poll(() => viewInAddress(page).latitude).toBeCloseTo(41.39, 3)
  const box = await map.boundingBox()
  if (!box) throw new Error('no map')
  await page.mouse.move(box.x + 150, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 150, box.y + 200, { steps: 5 })
  await page.mouse.up()
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false')
})

test('LOC-04 LOC-08 C-30 a refusal is respected: no IP lookup, and instructions for changing it', async ({
  page,
}) => {
  await stages(page, [{ code: 1 }])
  await openMap(page, HERE, 12)
  const looked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/places/here')) looked.push(request.url())
  })
  await button(page).click()
  await expect(findToast(page)).toContainText('Location access denied')
  await expect(findToast(page)).toContainText('In Chrome, select the icon to the left of the address')
  await expect(button(page)).toHaveAttribute('data-status', 'denied')
  await page.evaluate(() => localStorage.removeItem('nollie.map'))
  await page.goto('/spots')
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  expect(looked).toEqual([])
})

test('LOC-02 LOC-10 tries precise, network and IP address in turn; a guess is labeled as one', async ({
  page,
}) => {
  await stages(page, [{ code: 3 }, { code: 2 }])
  await page.route('**/api/places/here*', (route) =>
    route.fulfill({ json: { ...NOWHERE, ...HERE, accuracy: 20_000, by: 'address' } }),
  )
  await openMap(page, { latitude: 10, longitude: 10 }, 5)
  await button(page).click()
  await expect(findToast(page)).toContainText('Approximate location found')
  expect((await calls(page)).map((options) => options.enableHighAccuracy)).toEqual([true, false])
  await expect.poll(() => viewInAddress(page).latitude).toBeCloseTo(HERE.latitude, 1)
  expect(viewInAddress(page).zoom).toBeLessThan(13)
  await expect(page.getByTestId('me')).toHaveCount(0)
  expect(await storedPosition(page)).toMatchObject({ source: 'ip', accuracy: 20_000 })
})

test('LOC-05 LOC-09 if nothing works, that is shown, and the position is set by hand', async ({ page }) => {
  await stages(page, [{ code: 2 }, { code: 3 }])
  await noAddress(page)
  await openMap(page, HERE, 14)
  await button(page).click()
  await expect(findToast(page)).toContainText('Location detection failed')
  await expect(findToast(page)).toContainText('Please set your location manually on the map')
  await expect(button(page)).toHaveAttribute('data-status', 'error')
  await page.getByRole('button', { name: 'Set my location here' }).click()
  await expect(page.getByTestId('me')).toBeAttached()
  const record = await storedPosition(page)
  expect(record).toMatchObject({ source: 'manual' })
  expect(record.lat).toBeCloseTo(HERE.latitude, 3)
})

test('LOC-07 without TLS the reason is shown, and the map moves to the approximate position', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true }),
  )
  await page.route('**/api/places/here*', (route) =>
    route.fulfill({ json: { ...NOWHERE, ...HERE, accuracy: 20_000, by: 'address' } }),
  )
  await openMap(page, { latitude: 10, longitude: 10 }, 5)
  await button(page).click()
  await expect(findToast(page)).toContainText('Location unavailable')
  await expect(findToast(page)).toContainText('HTTPS')
  await expect.poll(() => viewInAddress(page).latitude).toBeCloseTo(HERE.latitude, 1)
})

test('LIMIT-04 the map opens at its last view, else in the guessed country; a link takes precedence', async ({
  page,
}) => {
  const at = () => viewInAddress(page)
  await page.route('**/api/places/here*', (route) =>
    route.fulfill({
      json: {
        ...NOWHERE,
        country: 'PT',
        bounds: { west: -9.5, east: -6.2, south: 37, north: 42.1 },
        by: 'time_zone',
      },
    }),
  )
  const requested = page.waitForRequest((request) => request.url().includes('/api/map?'))
  await page.goto('/spots')
  const map = findMap(page)
  await expect(map).toHaveAttribute('data-phase', 'ready')
  const view = new URL((await requested).url()).searchParams
  expect(Number(view.get('z'))).toBeGreaterThanOrEqual(4)
  const column = Math.floor(((-8 + 180) / 360) * 2 ** Number(view.get('z')))
  expect(Number(view.get('x0'))).toBeLessThanOrEqual(column)
  expect(Number(view.get('x1'))).toBeGreaterThanOrEqual(column)
  await expect(page.getByText('Want to see spots near you?')).toBeVisible()
  await saveScreenshot(page, 'location-offer')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Want to see spots near you?')).toBeHidden()

  await openMap(page, { latitude: 48.85, longitude: 2.35 }, 11)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nollie.map'))).toContain('48.85')
  await page.goto('/spots')
  await expect(map).toHaveAttribute('data-phase', 'ready')
  await map.locator('canvas').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => at().latitude).toBeCloseTo(48.85, 1)
  await expect(page.getByText('Want to see spots near you?')).toBeHidden()
})

test('LIMIT-04 with permission, the map opens at the position instead of its last view, and asks nothing', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...HERE, accuracy: 18 })
  await page.addInitScript(() =>
    localStorage.setItem('nollie.map', JSON.stringify({ latitude: 48.85, longitude: 2.35, zoom: 11 })),
  )
  const requested = page.waitForRequest((request) => request.url().includes('/api/map?'))
  await page.goto('/spots')
  const view = new URL((await requested).url()).searchParams
  const columns = 2 ** Number(view.get('z'))
  expect(Number(view.get('z'))).toBeGreaterThanOrEqual(14)
  const column = Math.floor(((HERE.longitude + 180) / 360) * columns)
  expect(Number(view.get('x0'))).toBeLessThanOrEqual(column)
  expect(Number(view.get('x1'))).toBeGreaterThanOrEqual(column)
  await expect(findMap(page)).toHaveAttribute('data-phase', 'ready')
  await expect(page.getByTestId('me')).toBeAttached()
  await expect(chips(page)).toBeVisible()
  await expect(page.getByText('Want to see spots near you?')).toHaveCount(0)
  // A map opened from a link stays where it is, and doesn't offer to locate the person either.
  await openMap(page, { latitude: 48.85, longitude: 2.35 }, 11)
  await expect(page.getByTestId('me')).toBeAttached()
  await expect(page.getByText('Want to see spots near you?')).toHaveCount(0)
  expect(viewInAddress(page).latitude).toBeCloseTo(48.85, 1)
})

test("on the share form, the button puts the pin at the person's position", async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...HERE, accuracy: 9 })
  await page.goto('/share-spot')
  await button(page).click()
  await expect(page.locator('.share_point')).toHaveText(/^41\.385\d*, 2\.173\d*$/)
  await saveScreenshot(page, 'location-share')
})

test('API-72 G-21 configured services come after our own, in order, with both field spellings', async ({
  page,
}) => {
  await stages(page, [{ code: 3 }, { code: 2 }])
  await noAddress(page)
  const requested: string[] = []
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const location_services = ['/one', '/two', '/three'].map(
      (path) => new URL(path, route.request().url()).href,
    )
    await route.fulfill({ json: { ...(await answer.json()), location_services } })
  })
  for (const path of ['one', 'two', 'three'])
    await page.route(`**/${path}`, (route) => {
      requested.push(path)
      return path === 'one'
        ? route.fulfill({ status: 500 })
        : route.fulfill({ json: { lat: HERE.latitude, lon: HERE.longitude } })
    })
  await openMap(page, { latitude: 10, longitude: 10 }, 5)
  await button(page).click()
  await expect(findToast(page)).toContainText('Approximate location found')
  expect(requested).toEqual(['one', 'two'])
})
