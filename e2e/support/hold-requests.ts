import type { Page } from '@playwright/test'

/** Delays the page's requests of a kind until `release` is called, and counts them. */
export async function holdRequests(page: Page, method: string, address: RegExp) {
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
export function countPosts(page: Page) {
  const posts = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/spots')) posts.count += 1
  })
  return posts
}
