import type { Page, Request } from '@playwright/test'

/** Delays the page's requests of a kind until `release` is called, and lists them. */
export async function holdRequests(page: Page, method: string, address: RegExp) {
  const released = Promise.withResolvers<void>()
  const waiting = { requests: [] as Request[], release: () => released.resolve() }
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    waiting.requests.push(route.request())
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
