import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awaitLateCode } from './support/late-code.ts'
import { dragFinger } from './support/drag.ts'
import { findPreview, holdFinger } from './support/hold-finger.ts'
import { somebody } from './support/people.ts'
import { addPost, openFeedAt, seekCard } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

function findIndicator(page: Page) {
  return page.locator('.pull-to-refresh_root')
}

test('pulling the feed down shows new posts, and a short pull does nothing', async ({
  page,
  browser,
  member: _,
}) => {
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title: `First ${tag}`, media_ids: [] })
  await openFeedAt(page, `First ${tag}`)
  await expect(findIndicator(page)).toBeAttached()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe(
    'contain',
  )
  // Scrolls away from the top, so that new posts aren't shown automatically.
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  const kofi = await somebody(browser)
  await addPost(kofi.request, spot.id, { title: `Second ${tag}`, media_ids: [] })
  const pill = page.getByRole('button', { name: /^\d+ new posts?$/ })
  await expect(pill).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const top = page.getByRole('article').first()
  await dragFinger(page, top, 60)
  await expect(findIndicator(page)).toBeEmpty()
  await expect(pill).toBeVisible()

  await dragFinger(page, top, 160)
  await expect(findIndicator(page)).toHaveText(/^\d+ new posts?$/)
  await expect(pill).toBeHidden()
  await seekCard(page, `Second ${tag}`)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // Other tests may add posts in the meantime.
  await expect(async () => {
    await dragFinger(page, top, 160)
    await expect(findIndicator(page)).toHaveText('You’re up to date', { timeout: 3_000 })
  }).toPass()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a failed pull shows an error', async ({ page, member: _ }) => {
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title: `First ${tag}`, media_ids: [] })
  await openFeedAt(page, `First ${tag}`)
  await expect(findIndicator(page)).toBeAttached()
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500 }))
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await dragFinger(page, page.getByRole('article').first(), 160)
  await expect(page.getByText('Couldn’t load new posts. Try again.')).toBeVisible()
  await expect(findIndicator(page)).toBeEmpty()
})

test('pulling down a feed that failed to load retries, and shows an error if it fails again', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title: `First ${randomUUID().slice(0, 8)}`, media_ids: [] })
  await page.route('**/api/posts?*', (route) => route.fulfill({ status: 400 }))
  await page.goto('/dashboard')
  const failed = page.getByText('Couldn’t load the feed')
  await expect(failed).toBeVisible()
  await expect(findIndicator(page)).toBeAttached()
  await dragFinger(page, failed, 160)
  await expect(page.getByText('Couldn’t load new posts. Try again.')).toBeVisible()
  await expect(failed).toBeVisible()
  await page.unroute('**/api/posts?*')
  await dragFinger(page, failed, 160)
  // The text disappears after a while.
  await expect(findIndicator(page)).toHaveText('You’re up to date')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test("a long press on a photo opens its card's menu with a preview, and not the photo", async ({
  page,
  member: _,
}) => {
  const title = `Held ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title })
  const card = await openFeedAt(page, title)
  await awaitLateCode(page)
  const photo = card.getByRole('img', { name: /^Photo/ }).first()
  await photo.scrollIntoViewIfNeeded()
  await expect(photo).toHaveAttribute('data-loaded', '')
  await holdFinger(page, photo)
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
  const preview = findPreview(page)
  await expect(preview).toBeVisible()
  await saveScreenshot(page, 'dashboard-held')
  expect(new URL(page.url()).searchParams.get('item')).toBeNull()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(preview).toBeHidden()
  // The finger may slide on to the menu, which doesn't pull the feed down.
  await expect(findIndicator(page)).toBeAttached()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await holdFinger(page, photo, 200)
  await expect(menu).toBeVisible()
  // Pulling would set the text immediately, and delete it after a while.
  expect(await findIndicator(page).textContent()).toBe('')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  // A short tap still opens the photo.
  await photo.tap()
  await expect(page.getByRole('dialog', { name: 'Photos and videos' })).toBeVisible()
})
