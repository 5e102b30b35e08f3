import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { addPost, likeItem, openFeedAt, seekCard, turn } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

const LIKE = '**/api/posts/*/media/*/like'

/** Opens the feed at a new post with two photos and a unique title. */
async function aCard(page: Page) {
  const media_ids = [await uploadFile(page.request), await uploadFile(page.request)]
  const spot = await shareSpot(page.request)
  const title = `Two lines ${randomUUID().slice(0, 8)}`
  const post = await addPost(page.request, spot.id, { title, media_ids })
  const card = await openFeedAt(page, title)
  // The card's set begins with the spot's photo; the post's own photos follow.
  await expect(card.getByText('2 / 3')).toBeVisible()
  return { post, card, heart: card.getByRole('button', { name: 'Like', exact: true }) }
}

async function fetchLikes(page: Page, post_id: string, media_index: number): Promise<unknown[]> {
  return (await (await page.request.get(`/api/posts/${post_id}/media/${media_index}/likes`)).json()).items
}

test('LIKE-01 LIKE-02 a like shows immediately, belongs to one item, and a second click removes it', {
  tag: '@smoke',
}, async ({ page, member: _ }) => {
  const { post, card, heart } = await aCard(page)
  const answered = Promise.withResolvers<void>()
  await page.route(LIKE, async (route) => {
    await answered.promise
    await route.continue()
  })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(card.getByRole('button', { name: '1 like. See who liked it.' })).toBeVisible()
  expect(await fetchLikes(page, post.id, 0)).toHaveLength(0)
  answered.resolve()
  await expect.poll(() => fetchLikes(page, post.id, 0)).toHaveLength(1)
  await page.unroute(LIKE)
  await turn(card)
  await expect(card.getByText('3 / 3')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expect(await fetchLikes(page, post.id, 1)).toHaveLength(0)
  await turn(card, 'Previous')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => fetchLikes(page, post.id, 0)).toHaveLength(0)
})

test('LIKE-03 a failed like is undone with an error', async ({ page, member: _ }) => {
  const { card, heart } = await aCard(page)
  await page.route(LIKE, (route) => route.abort())
  await heart.click()
  await expect(findToast(page)).toContainText('Error')
  await expect(findToast(page)).toContainText('Failed to update like. Please try again.')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(card.getByRole('button', { name: '0 likes. See who liked it.' })).toBeVisible()
  await page.unroute(LIKE)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('LIKE-01 the last of several quick clicks wins', async ({ page, member: _ }) => {
  const { post, heart } = await aCard(page)
  // An earlier click may already be stored while a later one is still being sent.
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/like')) sent.push(request)
  })
  for (let n = 0; n < 5; n++) await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await sent.at(-1)?.response())?.request().method()).toBe('PUT')
  expect(await fetchLikes(page, post.id, 0)).toHaveLength(1)
  await page.reload()
  await seekCard(page, post.title)
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('LIKE-01 an ended session leads to the sign-in screen', async ({ page, context, member: _ }) => {
  const { heart } = await aCard(page)
  await context.clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await heart.dispatchEvent('click')
  await expect(page).toHaveURL(/\/auth/)
})

test('LIKE-04 LIKE-05 RT-03 MEDIA-21 C-29 shows who likes an item, with live updates', async ({
  page,
  browser,
  member,
}) => {
  const { post, card } = await aCard(page)
  await card.getByRole('button', { name: '0 likes. See who liked it.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Likes' })
  await expect(dialog.getByText('No likes yet')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'likes-empty')
  const kofi = await somebody(browser)
  await likeItem(kofi.request, { post_id: post.id })
  const row = dialog.getByRole('link', { name: kofi.account.username })
  await expect(row).toBeVisible()
  await likeItem(page.request, { post_id: post.id })
  await expect(dialog.getByRole('link').first()).toContainText(member.username)
  await saveScreenshot(page, 'likes')
  const { items } = await (await page.request.get(`/api/posts/${post.id}/media/0/likes`)).json()
  // Everyone except the viewer has a Follow button.
  await dialog.getByRole('button', { name: `Follow ${kofi.account.username}` }).click()
  await expect(dialog.getByRole('button', { name: `Following ${kofi.account.username}` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Follow/ })).toHaveCount(1)
  await expectAccessible(page)
  await row.click()
  await expect(page).toHaveURL(`/user/${items[1].user_id}`)
  await kofi.context.close()
})

test('LIKE-06 a long list of likers scrolls within 24rem and loads page by page', async ({
  page,
  member: _,
}) => {
  const { card } = await aCard(page)
  const liker = (n: number) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    user_id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    media_index: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    user: { user_id: `u${n}`, username: `skater_${n}`, full_name: `Skater ${n}`, avatar_url: null },
  })
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => liker(from + n))
  await page.route('**/media/*/likes*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'second'
    return route.fulfill({
      json: isSecond
        ? { items: many(20, 5), next_cursor: null }
        : { items: many(0, 20), next_cursor: 'second' },
    })
  })
  await card.getByRole('button', { name: '0 likes. See who liked it.' }).click()
  const list = page.getByRole('dialog', { name: 'Likes' }).getByRole('list', { name: 'Likes' })
  await expect(list.getByRole('link', { name: 'Skater 19' })).toBeAttached()
  const height = await list.evaluate((box) => ({
    maxHeight: getComputedStyle(box).maxHeight,
    now: box.clientHeight,
    all: box.scrollHeight,
  }))
  expect(height.maxHeight).toBe('384px')
  expect(height.now).toBeLessThanOrEqual(384)
  expect(height.all).toBeGreaterThan(384)
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(list.getByRole('link', { name: 'Skater 24' })).toBeAttached()
})
