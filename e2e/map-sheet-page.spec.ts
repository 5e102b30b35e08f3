import type { Locator, Page } from '@playwright/test'
import { WITH_MAPS } from './support/chromium.ts'
import { dragFinger } from './support/drag.ts'
import { saveScreenshot } from './support/screens.ts'
import { drawFrames } from './support/scroll.ts'
import { expectAt, findPart, measureVisible, openSheet } from './support/sheet.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

/** Opens the map at a spot and pulls its sheet up to the page. */
async function openPage(page: Page): Promise<Locator> {
  const sheet = await openSheet(page)
  await dragFinger(page, findPart(page, 'Words'), -600)
  await expectAt(sheet, 'full')
  await expect(page).toHaveURL(/sheet=full/)
  await expect(sheet.getByRole('button', { name: 'Add Media' })).toBeVisible()
  return sheet
}

test('rotating the phone leaves the page in the sheet with its photo or form', async ({
  page,
  member: _,
}) => {
  const sheet = await openPage(page)
  const [upright, across] = [page.viewportSize() ?? { width: 390, height: 844 }, { width: 844, height: 390 }]
  await sheet
    .getByRole('button', { name: /^Photo of / })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'Photos and videos' })
  await expect(viewer).toBeVisible()
  await page.setViewportSize(across)
  await drawFrames(page)
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expectAt(sheet, 'full')
  await expect.poll(() => measureVisible(sheet)).toBe(across.height)
  await expect(sheet.getByRole('heading', { level: 1 })).toBeInViewport()
  await saveScreenshot(page, 'map-sheet-rotated')

  await page.setViewportSize(upright)
  await sheet.getByRole('button', { name: 'Add Media' }).click()
  const title = page.getByRole('dialog', { name: /^Add Media to / }).getByLabel('Title')
  await title.fill('First try')
  await page.setViewportSize(across)
  await drawFrames(page)
  await expect(title).toHaveValue('First try')
  await page
    .getByRole('dialog', { name: /^Add Media to / })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(title).toBeHidden()
  await sheet.getByRole('button', { name: 'Back' }).click()
  await expectAt(sheet, 'half')
  await expect(page).not.toHaveURL(/sheet=full/)
  await expect(findPart(page, 'Words')).toBeInViewport()
})

test('pulling the page in the sheet down to the end closes the card, and Back leaves it closed', async ({
  page,
  member: _,
}) => {
  const sheet = await openPage(page)
  await dragFinger(page, sheet.getByRole('button', { name: 'More details' }), 900)
  await expect(sheet).toBeHidden()
  await page.waitForTimeout(500)
  await expect(sheet).toBeHidden()
  expect(new URL(page.url()).searchParams.get('spot')).toBeNull()
  await page.goBack()
  await page.waitForTimeout(500)
  await expect(sheet).toBeHidden()
})

test('the handle gets the focus of the page in the sheet, toasts leave the page open, and a double Escape lowers it once', async ({
  page,
  member: _,
}) => {
  const sheet = await openPage(page)
  const handle = sheet.getByRole('button', { name: 'More details' })
  await sheet.getByRole('button', { name: 'Back' }).focus()
  await page.getByRole('region', { name: 'Notifications', exact: true }).evaluate((toasts) => {
    toasts.tabIndex = -1
    toasts.focus()
  })
  await page.waitForTimeout(300)
  await expectAt(sheet, 'full')

  await sheet.getByRole('button', { name: 'Back' }).focus()
  await page.goBack()
  await expectAt(sheet, 'half')
  await expect(handle).toBeFocused()

  await page.goForward()
  await expectAt(sheet, 'full')
  await sheet.getByRole('button', { name: 'Back' }).focus()
  await page.evaluate(() => {
    for (let time = 0; time < 2; time++)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expectAt(sheet, 'half')
  await page.waitForTimeout(300)
  await expectAt(sheet, 'half')
  await expect(handle).toBeFocused()
})

for (const [what, answer, title] of [
  ['missing', { status: 404, json: { code: 'SPOT_NOT_FOUND' } }, 'Spot not found'],
  ['failed', { status: 400, json: { code: 'REFUSED' } }, 'Couldn’t load this spot'],
] as const)
  test(`a ${what} spot shows in the sheet, with a way back to the card`, async ({ page, member: _ }) => {
    const sheet = await openSheet(page)
    await page.route(/\/api\/spots\/[^/]+$/, (route) => route.fulfill(answer))
    await dragFinger(page, findPart(page, 'Words'), -600)
    await expectAt(sheet, 'full')
    await expect(sheet.getByRole('heading', { level: 1, name: title })).toBeInViewport()
    await expect(page.locator('main')).toHaveCount(1)
    await saveScreenshot(page, `map-sheet-${what}`)
    await sheet.getByRole('button', { name: 'Back to Spots' }).click()
    await expectAt(sheet, 'half')
    await expect(page).not.toHaveURL(/sheet=full/)
  })
