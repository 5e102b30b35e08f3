import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { shareSpot, uploadFile } from './share.ts'
import { withRetry } from './retry-while-busy.ts'
import { ownSite } from './request-as-page.ts'

/** A photo in a gallery. */
export type Item = { post_id: string; media_index: number; is_cover: boolean; likes_count: number }

/** Shares a spot with several photos as the signed-in person; returns the spot and its gallery. */
export async function aGallery(
  { request }: Pick<Page, 'request'>,
  photos: number,
): Promise<{ spot: { id: string; name: string }; items: Item[] }> {
  const media_ids: string[] = []
  for (let n = 0; n < photos; n++) media_ids.push(await uploadFile(request))
  const spot = await shareSpot(request, { media_ids })
  const { items } = await (await request.get(`/api/spots/${spot.id}/media`)).json()
  expect(items).toHaveLength(photos)
  return { spot, items }
}

/** The fields that identify an item; `undefined` fails the journey. */
type Named = Pick<Item, 'post_id' | 'media_index'> | undefined

/** Returns the open lightbox. */
export function findLightbox(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Photos and videos' })
}

/** Returns the path of a spot's page with one of its photos open in the lightbox. */
export function itemPath(spot: { id: string }, item: Named, comments = false): string {
  return `/spots/${spot.id}?item=${item?.post_id}.${item?.media_index}${comments ? '&comments=1' : ''}`
}

/** Comments as the signed-in person, without the form; returns the comment. */
export async function postComment(
  request: APIRequestContext,
  item: Named,
  content: string,
  parent_comment_id: string | null = null,
): Promise<{ id: string; content: string }> {
  const answer = await withRetry(() =>
    request.post(`${process.env.NOLLIE_URL}/api/posts/${item?.post_id}/comments`, {
      data: { content, media_index: item?.media_index, parent_comment_id },
      headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    }),
  )
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json()
}

/** Returns an item's comments from the server, newest first. */
export async function commentsOn(
  request: APIRequestContext,
  item: Named,
): Promise<
  {
    id: string
    content: string
    parent_comment_id: string | null
    replies: { content: string; parent_comment_id: string }[]
    likes_count: number
  }[]
> {
  const answer = await request.get(
    `${process.env.NOLLIE_URL}/api/posts/${item?.post_id}/comments?media_index=${item?.media_index}`,
  )
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).items
}

/** Sends a change as the person signed in on a page. */
export function act(
  { request }: Pick<Page, 'request'>,
  method: 'PUT' | 'DELETE' | 'POST',
  path: string,
  data?: unknown,
) {
  const sent = {
    method,
    headers: { ...ownSite(), ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) },
    ...(data === undefined ? {} : { data }),
  }
  return withRetry(() => request.fetch(`${process.env.NOLLIE_URL}${path}`, sent))
}
