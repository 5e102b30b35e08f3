import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { findMap } from './support/map.ts'
import { openFeed } from './support/posts.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

async function measure(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on screen')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test('on a large screen, the feed and its panel are side by side', { tag: '@wide' }, async ({
  page,
  member: _,
}) => {
  await shareSpot(page.request, { name: 'Wide Ledge' })
  await openFeed(page)
  const post = await measure(page.getByRole('feed').getByRole('article').first())
  const panel = await measure(page.getByRole('complementary').getByRole('region', { name: 'Activity' }))
  expect(panel.left - post.right).toBeGreaterThan(0)
  expect(panel.left - post.right).toBeLessThan(40)
})

test('on a large screen, the list of spots begins beside the map and continues below it', {
  tag: '@wide',
}, async ({ page, member: _ }) => {
  const { latitude, longitude } = aPoint()
  const name = `Bank${randomUUID().slice(0, 8)}`
  for (let n = 0; n < 8; n++)
    await shareSpot(page.request, { name: `${name} ${n}`, latitude, longitude: longitude + n / 1000 })
  await page.goto(`/spots?q=${name}`)
  const cards = page.getByRole('region', { name: 'Spots in view' }).getByRole('article')
  await expect(cards).toHaveCount(8)
  await expect(findMap(page)).toHaveCSS('height', '600px')
  const map = await measure(findMap(page))
  const boxes = await Promise.all((await cards.all()).map(measure))
  const [beside, below] = [boxes.slice(0, 6), boxes.slice(6)]
  expect(beside.map(({ left }) => left > map.right)).toEqual(beside.map(() => true))
  expect(below.map(({ top }) => top > map.bottom && top < map.bottom + 40)).toEqual(below.map(() => true))
  expect(Math.abs((below[0]?.left ?? 0) - map.left)).toBeLessThan(2)
})
