import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { awaitLateCode } from './support/late-code.ts'
import { dragFinger, swipeFinger } from './support/drag.ts'
import { findMap, locatePoint, openMap, pressUntil } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { aName, expectAt, findPart, findSheet, measureVisible, openSheet } from './support/sheet.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

function findPin(page: Page) {
  return page.locator('.selected-pin_root')
}

/** Text that is long enough to make the sheet scroll at its full position. */
const LONG = 'Granite with a rough run-up, best in the morning when the square is empty. '.repeat(9).trim()

/** Expects the selected pin to be on screen and not covered by the sheet or the search. */
async function expectPinFree(page: Page): Promise<void> {
  await expect(findPin(page)).toBeInViewport({ ratio: 1 })
  const isFree = async () => {
    const [pin, sheet, tools] = await Promise.all([
      findPin(page).boundingBox(),
      findSheet(page).boundingBox(),
      page.getByRole('combobox', { name: 'Search spots' }).boundingBox(),
    ])
    if (!pin || !sheet || !tools) return false
    const isBeside = pin.x >= sheet.x + sheet.width
    return (isBeside || pin.y + pin.height <= sheet.y) && pin.y >= tools.y + tools.height
  }
  await expect.poll(isFree).toBe(true)
}

test('MAP-10 a finger moves the sheet of a spot from peek to half, to full, and down until it closes', async ({
  page,
  member: _,
}) => {
  const sheet = await openSheet(page)
  const directions = sheet.getByRole('link', { name: 'Get Directions' })
  const description = sheet.getByText('Security leaves at six')
  await expectAt(sheet, 'peek')
  await expect(directions).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(description).not.toBeInViewport()
  await expectPinFree(page)
  const peek = await measureVisible(sheet)
  expect(peek).toBeLessThan(260)
  await saveScreenshot(page, 'map-sheet-peek')

  // After a short drag, the sheet moves back.
  await dragFinger(page, findPart(page, 'Name'), -60)
  await expectAt(sheet, 'peek')
  await expect.poll(() => measureVisible(sheet)).toBe(peek)

  await dragFinger(page, findPart(page, 'Words'), -270)
  await expectAt(sheet, 'half')
  await expect(description).toBeInViewport()
  await saveScreenshot(page, 'map-sheet-half')

  await dragFinger(page, findPart(page, 'Words'), -200)
  await expectAt(sheet, 'full')
  const title = sheet.getByRole('heading', { level: 1 })
  await expect(title).toBeInViewport()
  await expect(sheet.getByRole('button', { name: 'Add Media' })).toBeVisible()
  await expect.poll(() => measureVisible(sheet)).toBe(page.viewportSize()?.height)
  await saveScreenshot(page, 'map-sheet-full')

  await dragFinger(page, title, 260)
  await expectAt(sheet, 'half')
  await expect(title).toBeHidden()
  await dragFinger(page, findPart(page, 'Words'), 300)
  await expectAt(sheet, 'peek')
  await dragFinger(page, findPart(page, 'Name'), 150)
  await expect(sheet).toBeHidden()
  expect(new URL(page.url()).searchParams.get('spot')).toBeNull()
})

test('at the full position, a finger scrolls the content before it moves the sheet', async ({
  page,
  member: _,
}) => {
  const sheet = await openSheet(page, { description: LONG })
  const handle = sheet.getByRole('button', { name: 'More details' })
  await handle.click()
  await expectAt(sheet, 'half')
  await handle.click()
  await expectAt(sheet, 'full')
  const readScroll = () => page.locator('.spot-sheet_page').evaluate(({ scrollTop }) => scrollTop)
  const directions = sheet.getByRole('link', { name: 'Get Directions' })
  await expect(page.locator('.spot-about_description')).toBeVisible()
  await dragFinger(page, directions, -160)
  await expect.poll(readScroll).toBeGreaterThan(20)
  await expectAt(sheet, 'full')
  await dragFinger(page, directions, 250)
  await expect.poll(readScroll).toBe(0)
  await expectAt(sheet, 'full')
  await dragFinger(page, directions, 250)
  await expectAt(sheet, 'half')
})

test('the page in the sheet opens photos, and Back leads from the photo to the page, the card, and the map', async ({
  page,
  member: _,
}) => {
  const sheet = await openSheet(page)
  await dragFinger(page, findPart(page, 'Words'), -270)
  await expectAt(sheet, 'half')
  const readView = () => new URL(page.url()).searchParams.get('at')
  await expect.poll(readView).not.toBeNull()
  const map = await findMap(page).elementHandle()
  await dragFinger(page, findPart(page, 'Words'), -250)
  await expectAt(sheet, 'full')
  await expect(page).toHaveURL(/sheet=full/)
  const view = readView()
  await sheet
    .getByRole('button', { name: /^Photo of / })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'Photos and videos' })
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expectAt(sheet, 'full')
  await expect(page).toHaveURL(/sheet=full/)
  await expectAccessible(page)
  await page.goBack()
  await expectAt(sheet, 'half')
  await expect(findPart(page, 'Words')).toBeInViewport()
  expect(readView()).toBe(view)
  expect(await map?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  // The page's own Back does the same, and so does Escape.
  await page.goForward()
  await expectAt(sheet, 'full')
  await sheet.getByRole('button', { name: 'Back' }).click()
  await expectAt(sheet, 'half')
  await expect(page).not.toHaveURL(/sheet=full/)
  await page.goForward()
  await expectAt(sheet, 'full')
  await page.keyboard.press('Escape')
  await expectAt(sheet, 'half')
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test('after a pull from the peek to the page in one movement, Back shows the card without covering the pin', async ({
  page,
  member: _,
}) => {
  const sheet = await openSheet(page)
  await dragFinger(page, findPart(page, 'Words'), -600)
  await expectAt(sheet, 'full')
  await expect(page).toHaveURL(/sheet=full/)
  // The map moves below the page, and reports its view after a pause.
  await page.waitForTimeout(2_000)
  await page.goBack()
  await expectAt(sheet, 'half')
  await expectPinFree(page)
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test('a reload leaves the page in the sheet open', async ({ page, member: _ }) => {
  const sheet = await openSheet(page)
  const handle = sheet.getByRole('button', { name: 'More details' })
  await handle.click()
  await expectAt(sheet, 'half')
  await handle.click()
  await expectAt(sheet, 'full')
  await expect(page).toHaveURL(/sheet=full/)
  await page.reload()
  await expectAt(sheet, 'full')
  await expect(sheet.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.goBack()
  await expectAt(sheet, 'half')
  await expect(findPart(page, 'Words')).toBeInViewport()
})

test('after a reload, the page in the sheet is open before its spot has loaded, and an early Back leads to the card', async ({
  page,
  member: _,
}) => {
  const sheet = await openSheet(page)
  const handle = sheet.getByRole('button', { name: 'More details' })
  await handle.click()
  await expectAt(sheet, 'half')
  await handle.click()
  await expect(page).toHaveURL(/sheet=full/)
  const released = Promise.withResolvers<void>()
  await page.route('**/api/spots/*/card', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.reload()
  await expectAt(sheet, 'full')
  await page.goBack()
  await expect(page).not.toHaveURL(/sheet=full/)
  await expectAt(sheet, 'half')
  released.resolve()
  await expect(findPart(page, 'Words')).toBeInViewport()
  await expectAt(sheet, 'half')
})

test('at the half position, the other spots in view are in a row, and a tap opens one', async ({
  page,
  member: _,
}) => {
  const { map, first, second } = await openMapAtTwo(page)
  await pressUntil(page, await locatePoint(map, 0, -20), findSheet(page))
  const sheet = findSheet(page)
  await expect(sheet.getByRole('link', { name: first })).toBeVisible()
  const other = sheet.getByRole('list', { name: 'Spots in view' }).getByRole('button')
  await expect(other).toHaveCount(1)
  await expect(other).not.toBeInViewport()
  await sheet.getByRole('button', { name: 'More details' }).click()
  await expectAt(sheet, 'half')
  await expect(other).toBeInViewport({ ratio: 1 })
  await saveScreenshot(page, 'map-sheet-in-view')
  await other.click()
  await expect(sheet.getByRole('link', { name: second })).toBeVisible()
  await expect(other).toContainText(first)
  await page.goBack()
  await expect(sheet).toBeHidden()
})

/** Shares two spots next to each other and opens the map at the first one. */
async function openMapAtTwo(page: Page) {
  const point = aPoint()
  const [first, second] = [aName('First bank'), aName('Second bank')]
  await shareSpot(page.request, { ...point, name: first })
  const beside = { latitude: point.latitude, longitude: point.longitude + (110 / (512 * 2 ** 14)) * 360 }
  await shareSpot(page.request, { ...beside, name: second })
  return { map: await openMap(page, point), first, second }
}

test('another spot takes the place of the open one, and Back closes it', async ({ page, member: _ }) => {
  const { map, first, second } = await openMapAtTwo(page)
  await pressUntil(page, await locatePoint(map, 0, -20), findSheet(page))
  await expect(findSheet(page).getByRole('link', { name: first })).toBeVisible()
  await pressUntil(
    page,
    await locatePoint(map, 110, -20),
    findSheet(page).getByRole('link', { name: second }),
  )
  await expect(findSheet(page)).toHaveCount(1)
  await expectAt(findSheet(page), 'peek')
  await page.goBack()
  await expect(findSheet(page)).toBeHidden()
  expect(new URL(page.url()).searchParams.get('spot')).toBeNull()
})

test('a sideways swipe opens the next spot of the list and the previous one', async ({ page, member: _ }) => {
  const { map, first, second } = await openMapAtTwo(page)
  const listed = page.getByRole('region', { name: 'Spots in view' }).getByRole('button')
  await expect(listed).toHaveCount(2)
  const isFirst = (await listed.first().innerText()) === first
  await pressUntil(page, await locatePoint(map, 0, -20), findSheet(page))
  const expectSpot = (name: string) =>
    expect(findSheet(page).getByRole('heading', { name })).toBeInViewport({ ratio: 1 })
  await expectSpot(first)
  const [there, back] = isFirst ? [-200, 200] : [200, -200]
  // There is no spot on the other side, and a short swipe doesn't count.
  await swipeFinger(page, findPart(page, 'Words'), back)
  await swipeFinger(page, findPart(page, 'Words'), there / 4)
  await expectSpot(first)
  await swipeFinger(page, findPart(page, 'Words'), there)
  await expectSpot(second)
  await expectPinFree(page)
  await swipeFinger(page, findPart(page, 'Words'), back)
  await expectSpot(first)
  await expectAt(findSheet(page), 'peek')
  await page.goBack()
  await expect(findSheet(page)).toBeHidden()
})

test('the list is a sheet over the map, and a control that it covers becomes visible when focused by keyboard', async ({
  page,
  member: _,
}) => {
  const spots = aPoint()
  for (let at = 0; at < 6; at++)
    await shareSpot(page.request, { ...spots, latitude: spots.latitude + at / 2000 })
  for (const height of [844, 667]) {
    await page.setViewportSize({ width: 390, height })
    const map = await openMap(page, spots)
    const list = page.getByRole('region', { name: 'Spots in view' })
    await expect(list.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    const top = (await map.boundingBox())?.y
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    expect((await map.boundingBox())?.y).toBe(top)
    await page.getByRole('combobox', { name: 'Search spots' }).focus()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  await saveScreenshot(page, 'map-list')
})

test('the sheet works by keyboard, and shows what has the focus', async ({ page, member: _ }) => {
  const sheet = await openSheet(page)
  const handle = sheet.getByRole('button', { name: 'More details' })
  await expect(handle).toHaveAttribute('aria-expanded', 'false')
  for (const position of ['half', 'full', 'peek', 'half'] as const) {
    await handle.press('Enter')
    await expectAt(sheet, position)
    await expect(handle).toHaveAttribute('aria-expanded', String(position !== 'peek'))
  }
  await expectAccessible(page)
  await handle.press('Enter')
  await handle.press('Enter')
  await expectAt(sheet, 'peek')
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: /^Close / })).toBeInViewport({ ratio: 1 })
  const open = sheet.getByRole('link', { name: 'Open spot' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(open).toBeFocused({ timeout: 100 })
  }).toPass()
  // At full height, the sheet would show the page instead of the card.
  await expectAt(sheet, 'half')
  await expect(open).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a spot opens over the map with the photo and name from its card, before the page has loaded', async ({
    page,
    member: _,
  }) => {
    const name = aName('Granite bank')
    const sheet = await openSheet(page, { name })
    const released = Promise.withResolvers<void>()
    await page.route(/\/api\/spots\/[^/]+$/, async (route) => {
      await released.promise
      await route.continue()
    })
    await awaitLateCode(page)
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (options) => {
        const types = typeof options === 'object' ? [...(options?.types ?? [])] : []
        document.documentElement.dataset.transitions = types.join(' ')
        return start(options)
      }
    })
    await sheet.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.locator('main img').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
    await expect(page.locator('html')).toHaveAttribute('data-transitions', 'push')
    released.resolve()
    await expect(page.getByRole('link', { name: 'Get Directions' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await page.goBack()
    await expect(sheet.getByRole('link', { name })).toBeVisible()
  })
})

test('the sheet has its height before the spot has loaded', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/spots/*/card', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.goto(`/spots?at=${spot.latitude},${spot.longitude},14&spot=${spot.id}`)
  await asked.promise
  const sheet = findSheet(page)
  await expect(sheet).toBeVisible()
  const before = await measureVisible(sheet)
  released.resolve()
  await expect(sheet.getByRole('link', { name: spot.name })).toBeVisible()
  expect(await measureVisible(sheet)).toBe(before)
  await expect(sheet.getByRole('link', { name: 'Get Directions' })).toBeInViewport({ ratio: 1 })
})

for (const [width, height] of [
  [320, 568],
  [844, 390],
] as const)
  test(`the pin stays in sight on a screen of ${width} × ${height}`, async ({ page, member: _ }) => {
    await page.setViewportSize({ width, height })
    const spot = await shareSpot(page.request)
    await openMap(page, spot, 14, `&spot=${spot.id}`)
    await expect(findMap(page)).toHaveAttribute('data-drawn')
    await expectAt(findSheet(page), 'peek')
    await expectPinFree(page)
    await saveScreenshot(page, `map-sheet-${width}`)
  })
