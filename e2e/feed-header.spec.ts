import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { addPost, openFeed, openFeedAt } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const WIDTHS = [1024, 1100, 1179, 1180, 1280, 1440, 1600, 1920]

/** Returns the names of controls in the header and the rail that are covered by another element. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      '.header-bar_root :is(a, button, svg.wordmark_root), .dock_railLink, .dock_railHome',
    )
    return [...controls]
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        const inside = [
          [0.5, 0.5],
          [0.1, 0.5],
          [0.9, 0.5],
        ] as const
        return inside.some(([x, y]) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y)
          return !hit || !(control.contains(hit) || hit.contains(control))
        })
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.outerHTML)
  })
}

function measureBox(page: Page, selector: string) {
  return page.evaluate((of) => {
    const { left, right, width } = (document.querySelector(of) as Element).getBoundingClientRect()
    return { left: Math.round(left), right: Math.round(right), width: Math.round(width) }
  }, selector)
}

test('FEED-01 on wide screens the header covers nothing, and the column is always 600 px wide', {
  tag: '@wide',
}, async ({ page, browser, member: _ }) => {
  const spot = await shareSpot(page.request, { name: 'Short Words Ledge' })
  const friend = await somebody(browser)
  const title = `Ok ${randomUUID().slice(0, 4)}`
  await addPost(friend.request, spot.id, { title, media_ids: [] })
  await openFeedAt(page, title)
  await page.evaluate(() => scrollTo(0, 0))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Show posts from followed users only' })).toBeVisible()
    expect(await covered(page), `at ${width} px`).toEqual([])
    const card = await measureBox(page, '[role=feed] article')
    const header = await measureBox(page, '.header-bar_row')
    expect(card.width, `the column at ${width} px`).toBe(600)
    expect({ left: header.left, right: header.right }, `the header at ${width} px`).toEqual({
      left: card.left,
      right: card.right,
    })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Show posts from followed users only' }).click()
  const all = page.getByRole('banner').getByRole('button', { name: 'Show all posts' })
  await expect(all).toBeVisible()
  expect(await covered(page)).toEqual([])
  await all.click()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-header')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/messages')
  await friend.context.close()
})

test('FEED-01 G-26 on a phone the header stays while the toggle scrolls with the posts; its choice lasts for the session', async ({
  page,
  context,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Long Bench' })
  for (let n = 0; n < 3; n++) await addPost(page.request, spot.id, { title: `Bench ${n}` })
  await openFeed(page)
  const show = page.getByRole('banner').getByRole('button', { name: 'Show posts from followed users only' })
  await expect(show).toBeInViewport()
  // The toggle is small.
  const box = await show.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(36)
  expect(box?.width).toBeLessThanOrEqual(300)
  await page.evaluate(() => scrollTo(0, 600))
  await expect(show).not.toBeInViewport()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await show.click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show all posts' }).first()).toBeVisible()
  const later = await context.newPage()
  await later.goto('/dashboard')
  await expect(
    later.getByRole('button', { name: 'Show posts from followed users only' }).first(),
  ).toBeVisible()
})
