import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { uploadFile } from './share.ts'
import { withRetry } from './retry-while-busy.ts'
import { ownSite } from './request-as-page.ts'

function url() {
  return process.env.NOLLIE_URL as string
}

/** The post fields that tests need. */
export type MadePost = { id: string; title: string; version: number; spot_id: string | null }

/** Adds photos or only text to a spot as the signed-in person, without the form. */
export async function addPost(
  request: APIRequestContext,
  spot_id: string,
  { title, content = null, media_ids }: { title: string; content?: string | null; media_ids?: string[] },
): Promise<MadePost> {
  const data = { spot_id, title, content, media_ids: media_ids ?? [await uploadFile(request)] }
  const sent = { data, headers: { ...ownSite(), 'idempotency-key': randomUUID() } }
  const made = await withRetry(() => request.post(`${url()}/api/posts`, sent))
  expect(made.status(), await made.text()).toBe(201)
  return made.json()
}

/** Likes or unlikes an item as the signed-in person. */
export async function likeItem(
  request: APIRequestContext,
  { post_id, media_index = 0, liked = true }: { post_id: string; media_index?: number; liked?: boolean },
): Promise<void> {
  const answer = await request[liked ? 'put' : 'delete'](
    `${url()}/api/posts/${post_id}/media/${media_index}/like`,
    { headers: ownSite() },
  )
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Comments on an item as the signed-in person. */
export async function addComment(
  request: APIRequestContext,
  post_id: string,
  content: string,
  media_index = 0,
): Promise<void> {
  const answer = await withRetry(() =>
    request.post(`${url()}/api/posts/${post_id}/comments`, {
      data: { content, media_index },
      headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    }),
  )
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Edits a post as the signed-in person. */
export function changePost(
  request: APIRequestContext,
  { id, version }: MadePost,
  text: { title: string; content: string | null },
) {
  return request.patch(`${url()}/api/posts/${id}`, {
    data: text,
    headers: { ...ownSite(), 'if-match': `"${version}"` },
  })
}

/** Deletes a post as the signed-in person. */
export function removePost(request: APIRequestContext, id: string) {
  return request.delete(`${url()}/api/posts/${id}`, { headers: ownSite() })
}

/** Opens the feed and waits until the live stream is open and nothing is loading. */
export async function openFeed(page: Page): Promise<void> {
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await page.goto('/dashboard')
  await expect(page.getByRole('feed')).toBeVisible()
  await stream
}

/** Returns a post's rendered card, by title. */
export function findCard(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** The number of mouse wheel turns after which the search for a card restarts at the top. */
const WHEEL_TURNS = 25

/**
 * Scrolls until a post's card is rendered and in view. Other tests post at the same time, distant cards aren't
 * rendered, and a turn of the wheel may scroll past the card.
 */
export async function seekCard(page: Page, title: string): Promise<Locator> {
  const card = findCard(page, title)
  let turns = 0
  await expect(async () => {
    if ((await card.count()) === 0) {
      turns += 1
      if (turns % WHEEL_TURNS === 0) await page.evaluate(() => window.scrollTo(0, 0))
      else await page.mouse.wheel(0, 700)
    }
    await card.scrollIntoViewIfNeeded({ timeout: 2_000 })
  }, `the card of ${title}`).toPass({ intervals: [50] })
  return card
}

/** Opens the feed at a post's card; see {@link openFeed}. */
export async function openFeedAt(page: Page, title: string): Promise<Locator> {
  await openFeed(page)
  return seekCard(page, title)
}

/** Shows a card's next photo or video with the arrow button, without hovering, which phones can't do. */
export function turn(card: Locator, to: 'Next' | 'Previous' = 'Next') {
  return card.getByRole('button', { name: `${to} photo or video` }).dispatchEvent('click')
}

/** Opens a card's menu. */
export function openMenu(card: Locator) {
  return card.getByRole('button', { name: /^More options for .*’s post$/ }).click()
}
