import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/** Records a page's requests. The returned function computes the gzipped size in bytes of all its JavaScript. */
export function weighProgram(page: Page): () => Promise<number> {
  const bodies: { url: string; body: Promise<Buffer | null> }[] = []
  // Responses that the previous page was still loading no longer have a body.
  const record = (response: Response) => {
    const url = response.url()
    if (/\.m?js$/.test(new URL(url).pathname)) bodies.push({ url, body: response.body().catch(() => null) })
  }
  page.on('response', record)
  return async () => {
    page.off('response', record)
    const arrived = await Promise.all(bodies.map(async ({ url, body }) => ({ url, body: await body })))
    // The page lists only what has arrived, so check afterwards.
    const later = await loadedLater(page)
    const first = arrived.filter(({ url }) => !later.has(url))
    return first.reduce((sum, { body }) => sum + (body ? gzipSync(body, { level: 9 }).length : 0), 0)
  }
}

/** Returns the URLs that a page requested after its first screen (the client's `lib/page/after-first-screen.ts`). */
export async function loadedLater(page: Page): Promise<ReadonlySet<string>> {
  return new Set(
    await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first-screen')
      const all = performance.getEntriesByType('resource')
      return all.flatMap(({ name, startTime }) => (mark && startTime > mark.startTime ? [name] : []))
    }),
  )
}
