import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { WITH_MAPS } from './support/chromium.ts'
import { importedSpot, aRecord, runImport } from './support/imports.ts'
import { findMap, openMap } from './support/map.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

function chips(page: Page) {
  return page.getByRole('group', { name: 'Show only' })
}

function bar(page: Page) {
  return page.locator('.spots-screen_bar')
}

function card(page: Page) {
  return page.getByRole('region', { name: 'Selected spot' })
}

/** Lists the elements that float over the map. Controls that move together count as one element. */
function listFloating(page: Page) {
  return page.evaluate(() => {
    const map = document.querySelector('[data-testid=map]')
    const area = map?.getBoundingClientRect()
    if (!map || !area) throw new Error('no map on screen')
    const homes = [map, map.parentElement, document.querySelector('.spots-screen_tools')]
    const controls = [...document.querySelectorAll('main :is(button, a, input, [role=status])')].filter(
      (one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const isOver = top < area.bottom && top + height > area.top && left < area.right
        // The share button stays in the window, even if that is higher than the map.
        const isFixed = getComputedStyle(one).position === 'fixed'
        return one.checkVisibility() && width > 0 && (isOver || isFixed) && !one.closest('.map_credit, li')
      },
    )
    const parts = controls.map((one) => {
      let at: Element = one
      while (at.parentElement && !homes.includes(at.parentElement)) at = at.parentElement
      return at.className
    })
    return [...new Set(parts)].map((name) => /spots-screen_\w+/.exec(name)?.[0] ?? name).toSorted()
  })
}

async function readBox(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('not on screen')
  return box
}

/** Returns the area in which two elements overlap, in square pixels. */
async function measureOverlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await readBox(one), await readBox(other)]
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, across) * Math.max(0, down)
}

/** Returns the free space between two elements, in pixels; 0 if they touch. */
async function measureGap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await readBox(one), await readBox(other)]
  const across = Math.max(a.x - (b.x + b.width), b.x - (a.x + a.width))
  const down = Math.max(a.y - (b.y + b.height), b.y - (a.y + a.height))
  return Math.max(0, across, down)
}

const FOUR = ['spots-screen_bar', 'spots-screen_fab', 'spots-screen_locate', 'spots-screen_quick']

test('MAP-04 MAP-05 MAP-08 at most four things float over the map, and visitors have one share button', async ({
  page,
  browser,
}) => {
  const member = await somebodyElse(browser)
  const { latitude, longitude } = await shareSpot(member.request, { name: 'Floating ledge' })
  for (const viewer of [page, member.page]) {
    await viewer.setViewportSize({ width: 390, height: 844 })
    await openMap(viewer, { latitude, longitude })
    await expect(chips(viewer)).toBeVisible()
    await expect(viewer.locator('.spots-screen_count')).toHaveText(/found|here/)
    await expect.poll(() => listFloating(viewer)).toEqual(FOUR)
    await expect(findMap(viewer)).toHaveCSS('height', '600px')
  }
  await saveScreenshot(page, 'map-floating')
  // The number of spots is inside the bar.
  const [count, field] = [await readBox(page.locator('.spots-screen_count')), await readBox(bar(page))]
  expect(count.y + count.height).toBeLessThan(field.y + field.height)
  await expect(page.getByRole('link', { name: /share/i })).toHaveText(['Sign in to share'])
  await expect(member.page.getByRole('link', { name: 'Share Spot' })).toBeVisible()
  await member.context.close()
})

test('on narrow and low screens, the locate button does not cover the search, the filters, the share button, or the pin', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Narrow ledge' })
  const locate = page.locator('button.places_locate')
  for (const height of [568, 640, 667]) {
    await page.setViewportSize({ width: 320, height })
    await openMap(page, spot)
    await expect(chips(page)).toBeVisible()
    for (const other of [bar(page), chips(page), page.locator('.spots-screen_fab')])
      await expect.poll(() => measureOverlap(locate, other), { message: `${height}` }).toBe(0)
    await openMap(page, spot, 14, `&spot=${spot.id}`)
    await expect(card(page).getByRole('link', { name: 'Narrow ledge' })).toBeVisible()
    const buttons = [locate, page.locator('.spots-screen_fab')]
    for (const button of buttons)
      await expect.poll(() => measureOverlap(button, bar(page)), { message: `${height}` }).toBe(0)
    await expect.poll(() => measureOverlap(buttons[0] as Locator, buttons[1] as Locator)).toBe(0)
    // The buttons don't cover the pin, either.
    const pin = page.locator('.selected-pin_root')
    if (await locate.isVisible())
      await expect.poll(() => measureGap(locate, pin), { message: `${height}` }).toBeGreaterThanOrEqual(8)
    if (await chips(page).isVisible())
      for (const button of buttons)
        await expect.poll(() => measureOverlap(button, chips(page)), { message: `${height}` }).toBe(0)
  }
  await saveScreenshot(page, 'map-narrow')
})

test('on a phone held sideways, the selected pin is between the search and the card', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Sideways ledge' })
  await page.setViewportSize({ width: 844, height: 390 })
  await openMap(page, spot, 14, `&spot=${spot.id}`)
  await expect(card(page).getByRole('link', { name: 'Sideways ledge' })).toBeVisible()
  const pin = page.locator('.selected-pin_root')
  await expect.poll(() => measureOverlap(pin, bar(page))).toBe(0)
  await expect.poll(() => measureOverlap(pin, card(page))).toBe(0)
  await expect(pin).toBeInViewport()
  await saveScreenshot(page, 'map-sideways')
})

test('an imported spot without a photo shows its type in the list', async ({ page, member: _ }) => {
  const at = aPoint()
  const dataset = `parks-${randomUUID().slice(0, 8)}`
  const name = `Bare park ${dataset}`
  await runImport(dataset, [aRecord(1, name, { spot_type: 'park' }, at)])
  const id = await importedSpot(dataset, name)
  expect(id).not.toBe('')
  await openMap(page, at)
  const picture = page
    .locator('.spot-cards_spotRow')
    .filter({ hasText: name })
    .locator('.spot-cards_spotPhoto')
  await expect(picture).toHaveAttribute('data-type', /\w/)
  await expect(picture.locator('svg')).toBeVisible()
  await saveScreenshot(page, 'map-imported')
  // The day of the import would say nothing about the spot.
  await page.goto(`/spots/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('.spots_detailFacts')).toBeAttached()
  await expect(page.locator('.spot-about_when')).toHaveCount(0)
})
