import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint, pressUntil } from './support/map.ts'
import { ownSite } from './support/request-as-page.ts'
import { findPreview, holdFinger } from './support/hold-finger.ts'
import { awaitLateCode } from './support/late-code.ts'
import { makeAdmin, somebody } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast, uploadFile } from './support/share.ts'
import { makeArea, pinBulletin } from './support/stewards.ts'
import { watchMoves } from './support/watch-moves.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

/** The map color of ledges in the light theme. */
const LEDGES = '#B55E07'

test('the card shows 1 post, its menu does not cover the photo, and nothing covers the end of the list', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = `Lone ledge ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { ...point, name, city: 'Lisboa', state: 'Lisbon', country: 'Portugal' })
  await openMap(page, point)
  const row = page.locator('.spot-cards_spotRow').filter({ hasText: name })
  await expect(row).toContainText('Lisboa, Portugal')
  await row.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const overlap = (a: string, b: string) =>
    page.evaluate(
      ([first, second]) => {
        const [one, other] = [first, second].map((css) =>
          [...document.querySelectorAll(css ?? '')].at(-1)?.getBoundingClientRect(),
        )
        if (!one || !other) throw new Error('not on screen')
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        return (
          Math.max(0, across) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
        )
      },
      [a, b] as const,
    )
  expect(await overlap('.spots-screen_fab', '.spot-cards_spotRow')).toBe(0)

  await page.getByRole('button', { name }).click()
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByText('1 post', { exact: true })).toBeAttached()
  await expect(card.getByText('0 likes', { exact: true })).toBeAttached()
  if ((page.viewportSize()?.width ?? 0) < 1024)
    expect(await overlap('.spot-cards_selectedMenu', '.spot-cards_selectedPhoto .spot-cards_spotPhoto')).toBe(
      0,
    )
  await saveScreenshot(page, 'map-card')
})

test('a selected pin stands out immediately, reports a card that fails to load, and can be selected again', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const spot = await shareSpot(page.request, { ...point, name: 'Ledge by the river' })
  const map = await openMap(page, point)
  const pin = await locatePoint(map, 0, -20)
  await expect.poll(() => countPixels(page, pin, LEDGES, 16)).toBeGreaterThan(200)
  const card = page.getByRole('region', { name: 'Selected spot' })
  const selected = page.locator('.selected-pin_root [data-selected]')
  const getFile = (image: Locator) =>
    image.evaluate((img: HTMLImageElement) => (img.naturalWidth > 0 ? img.currentSrc : null))

  let answer: (() => void) | undefined
  await page.route('**/api/map/pins/*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.abort()
  })
  await page.mouse.click(pin.x, pin.y)
  await expect(selected).toBeVisible()
  await expect(card).toBeHidden()
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await expect(findToast(page)).toContainText('Couldn’t load this spot.')
  await expect(selected).toBeHidden()

  await page.unroute('**/api/map/pins/*')
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(map\/pins|spots\/[\w-]+\/card)/.test(request.url())) requested.push(request.url())
  })
  await pressUntil(page, pin, card)
  await expect(card.getByRole('link', { name: 'Ledge by the river' })).toHaveAttribute(
    'href',
    `/spot/${spot.id}`,
  )
  expect(requested).toHaveLength(1)
  // The pin shows the card's photo, from the same file.
  const pinPhoto = page.locator('.selected-pin_photo img')
  await expect(pinPhoto).toBeVisible()
  const file = await getFile(pinPhoto)
  expect(file).not.toBeNull()
  await expect.poll(() => getFile(card.locator('.spot-cards_selectedPhoto img'))).toBe(file)
  await saveScreenshot(page, 'map-pin-photo')
  await page.goBack()
  await expect(card).toBeHidden()
})

/** Requests for parts of a card that load after the card appears. */
const LATER = /\/api\/(spots\/[\w-]+\/conditions|stewards\/spots\/)/

test('no control moves while the rest of a card loads or fails to load @desktop', async ({
  page,
  member,
  browser,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = `Still ledge ${randomUUID().slice(0, 8)}`
  // Without a description, the sheet is below its maximum height, so late content could make it grow.
  const spot = await shareSpot(page.request, { ...point, name, city: 'Lisboa', description: null })
  const facts = await page.request.post(`/api/spots/${spot.id}/facts`, {
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    data: { facts: { surface: 'smooth', light_at_night: 'full' }, obstacles: [] },
  })
  expect(facts.ok(), await facts.text()).toBe(true)
  const steward = await somebody(browser)
  await makeAdmin(steward.account)
  const where = { name: `Still Bay ${name}`, around: point, steward: steward.account.username }
  const notice = 'Works on Thursday: bring cones.'
  await pinBulletin(steward, await makeArea(steward, where), notice, spot.id)

  const isSheet = (page.viewportSize()?.width ?? 0) < 1024
  const card = page.getByRole('region', { name: 'Selected spot' })
  let comes = true
  let release: () => void = () => undefined
  let released = Promise.resolve()
  let isPressed = false
  let parts = 0
  await page.route(
    ({ pathname }) => LATER.test(pathname) || (isPressed && /^\/assets\/.+\.js$/.test(pathname)),
    async (route) => {
      // The chunks with the card's parts arrive one after another.
      if (LATER.test(route.request().url())) await released
      else await new Promise((resolve) => setTimeout(resolve, 200 * ++parts))
      await (comes ? route.fallback() : route.abort())
    },
  )
  const walk = async () => {
    released = new Promise((resolve) => (release = resolve))
    isPressed = false
    parts = 0
    // The card's own code loads after the first screen; only its parts are late.
    const code = page.waitForResponse(/\/assets\/selected-panel/)
    await openMap(page, point)
    const listed = page.getByRole('button', { name })
    await expect(listed).toBeVisible()
    await code
    const home = isSheet ? '.spot-sheet_root' : '.spot-cards_spotsPanel'
    const moves = await watchMoves(page, home, '.spot-cards_selectedName')
    isPressed = true
    await listed.click()
    await expect(card.getByRole('link', { name })).toBeVisible()
    await expect(card.getByText('View on Maps')).toBeVisible()
    release()
    return moves
  }

  for (const viewer of ['member', 'visitor']) {
    if (viewer === 'visitor') await page.context().clearCookies()
    comes = true
    let moves = await walk()
    await expect(card.getByText('Smooth · Lit')).toBeVisible()
    await expect(card.getByText(/^(Skateable now|Not skateable now|light|golden|dark)/)).toBeVisible()
    await expect(card.getByText(notice)).toBeAttached()
    await saveScreenshot(page, `map-card-${viewer}`)
    expect(await moves(), viewer).toEqual([])
    await card.getByText(notice).scrollIntoViewIfNeeded()
    await expect(card.getByText(notice)).toBeInViewport()
    await saveScreenshot(page, `map-card-${viewer}-notice`)

    comes = false
    moves = await walk()
    await expect(card.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    expect(await moves(), `${viewer}, without its parts`).toEqual([])
  }
})

function measureBox(element: Locator) {
  return element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect)
}

test('C-24 a visitor can swipe through the first photos of a public spot', async ({ page, browser }) => {
  const owner = await somebody(browser)
  const name = `Photographed ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(owner.request, { name })
  const media_ids = [await uploadFile(owner.request), await uploadFile(owner.request)]
  await addPost(owner.request, spot.id, { title: name, media_ids })
  await owner.context.close()
  await page.goto(`/spots/${spot.id}`)
  const card = page.getByRole('region', { name: 'Selected spot' })
  const photos = card.getByRole('group', { name: `Photo of ${name}` })
  await expect(photos).toBeVisible()
  // Across the sheet, below what a visitor came to do.
  const box = await measureBox(photos)
  expect(box.width).toBeGreaterThan(330)
  expect(box.width / box.height).toBeCloseTo(1.6, 1)
  const actions = card.getByRole('group', { name: 'What you can do with this spot' })
  await expect(actions).toBeInViewport({ ratio: 1 })
  const directions = await measureBox(card.getByRole('link', { name: 'Get Directions' }))
  const { top, bottom } = await measureBox(actions)
  expect(top).toBeGreaterThanOrEqual(directions.bottom)
  expect(box.top).toBeGreaterThanOrEqual(bottom)
  expect((await measureBox(card.locator('.spot-cards_selectedFacts'))).top).toBeGreaterThanOrEqual(box.bottom)
  await photos.focus()
  await expect(photos.getByRole('img')).toHaveCount(3)
  const last = photos.getByRole('img').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await saveScreenshot(page, 'map-visitor-photos')
})

test("a long press on the card's photo opens its menu with a preview, and leaves the sheet where it is", async ({
  page,
  member: _,
}) => {
  const point = aPoint()
  const spot = await shareSpot(page.request, { ...point, name: 'Held ledge' })
  await openMap(page, point, 14, `&spot=${spot.id}`)
  await awaitLateCode(page)
  const card = page.getByRole('region', { name: 'Selected spot' })
  const photo = card.locator('.spot-cards_selectedPhoto img')
  await expect(photo).toHaveAttribute('data-loaded', '')
  await holdFinger(page, photo)
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Share' }).first()).toBeInViewport({ ratio: 1 })
  await expect(findPreview(page)).toBeVisible()
  await expect(card).toHaveAttribute('data-position', 'peek')
  await saveScreenshot(page, 'map-card-held')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(findPreview(page)).toBeHidden()
})

test('a spot beyond the antimeridian is on the map and can be selected', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const latitude = -16 - Math.random()
  const name = `Date Line Bank ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { latitude, longitude: -179.9995, name, spot_types: ['ledges'] })
  const card = page.getByRole('region', { name: 'Selected spot' })
  const map = await openMap(page, { latitude, longitude: 179.9995 }, 15)
  const width = (0.001 / 360) * 512 * 2 ** 15
  await pressUntil(page, await locatePoint(map, width, -20), card)
  await expect(card.getByRole('link', { name })).toBeVisible()
})
