import type { Page } from '@playwright/test'
import { editProfile } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aGallery, findLightbox, itemPath, postComment } from './support/comments.ts'
import { expect, test } from './support/test.ts'

// The spot's page behind the lightbox shows the newest comments too.
function findRow(page: Page, text: string) {
  return findLightbox(page).locator('.comments_comment').filter({ hasText: text })
}

test('a long bio shows its first lines, and the rest on request; its links work', async ({
  page,
  member: _,
}) => {
  const bio =
    `Parts at https://example.com/parts. ${'Curbs before breakfast, ledges after. '.repeat(11)}`.trim()
  await editProfile(page.request, { bio })
  await page.goto('/profile')
  const text = page.locator('.profiles_bio')
  const height = async () => (await text.boundingBox())?.height ?? 0
  const more = page.getByRole('button', { name: 'Read more' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('link', { name: 'https://example.com/parts' })).toHaveAttribute(
    'href',
    'https://example.com/parts',
  )
  await saveScreenshot(page, 'profile-long-bio')
  const collapsed = await height()
  await more.click()
  const less = page.getByRole('button', { name: 'Show less' })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  expect(await height()).toBeGreaterThan(collapsed * 1.5)
  await less.click()
  expect(await height()).toBe(collapsed)
})

test('a long comment shows its first lines, and the rest on request', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  const long = 'Wax the edge before you grind it. '.repeat(45).trim()
  await postComment(page.request, items[0], long)
  await postComment(page.request, items[0], 'Short.')
  await page.goto(itemPath(spot, items[0], true))
  const row = findRow(page, long)
  const height = async () => (await row.boundingBox())?.height ?? 0
  await expect(row.getByRole('button', { name: 'Read more' })).toHaveAttribute('aria-expanded', 'false')
  await expect(findRow(page, 'Short.').getByRole('button', { name: 'Read more' })).toHaveCount(0)
  await expect(row).toBeVisible()
  const collapsed = await height()
  expect(collapsed).toBeLessThan(320)
  await row.getByRole('button', { name: 'Read more' }).click()
  await expect(row.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
  expect(await height()).toBeGreaterThan(collapsed * 1.5)
})
