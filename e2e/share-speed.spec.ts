import type { Page } from '@playwright/test'
import { choosePhotos, fillForm, openForm, ready, spotsAt, submit } from './support/share-form.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

const NEARBY = /\/api\/spots\/nearby/

/** Delays the page's requests of a kind until `release` is called, and counts them. */
async function hold(page: Page, method: string, address: RegExp) {
  const released = Promise.withResolvers<void>()
  const waiting = { count: 0, release: () => released.resolve() }
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    waiting.count += 1
    await released.promise
    await route.continue().catch(() => undefined)
  })
  return waiting
}

/** Counts the page's requests that create spots. */
function countPosts(page: Page) {
  const posts = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/spots')) posts.count += 1
  })
  return posts
}

test('going back while Share waits shares nothing, and the text is still there', async ({
  page,
  member: _,
}) => {
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Share Spot' }).click()
  await expect(page.getByRole('heading', { name: 'Share a New Spot' })).toBeVisible()
  await choosePhotos(page)
  const posts = countPosts(page)
  const nearby = await hold(page, 'GET', NEARBY)
  const point = await fillForm(page, 'Left early')
  await submit(page).click()
  await expect(submit(page)).toHaveText('Sharing Spot...')
  await page.goBack()
  await expect(page).not.toHaveURL('/share-spot')
  nearby.release()
  await page.goForward()
  await expect(page.getByLabel('Spot name')).toHaveValue('Left early')
  await expect(submit(page)).toHaveText('Share Spot')
  expect(posts.count).toBe(0)
  expect(await spotsAt(page, point)).toEqual([])
})

test('Enter twice in the name of a complete form shares one spot', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  await openForm(page)
  await choosePhotos(page)
  const point = await fillForm(page, 'Two Enters')
  await expect(ready(page)).toHaveCount(1)
  const posts = countPosts(page)
  const sent = await hold(page, 'POST', /\/api\/spots$/)
  await page.getByLabel('Spot name').press('Enter')
  await page.getByLabel('Spot name').press('Enter')
  sent.release()
  await expect(page).toHaveURL('/dashboard')
  expect(posts.count).toBe(1)
  expect(await spotsAt(page, point)).toHaveLength(1)
})
