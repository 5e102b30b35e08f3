import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/** Records the requests of a page; the returned function computes the gzipped size in bytes of all its JavaScript. */
export function weighProgram(page: Page): () => Promise<number> {
  const bodies: { url: string; body: Promise<Buffer | null> }[] = []
  // What the page before was still loading is gone with it.
  const record = (response: Response) => {
    const url = response.url()
    if (/\.m?js$/.test(new URL(url).pathname)) bodies.push({ url, body: response.body().catch(() => null) })
  }
  page.on('response', record)
  return async () => {
    page.off('response', record)
    const arrived = await Promise.all(bodies.map(async ({ url, body }) => ({ url, body: await body })))
    // A page lists what has arrived, so it is asked afterwards.
    const later = await loadedLater(page)
    const first = arrived.filter(({ url }) => !later.has(url))
    return first.reduce((sum, { body }) => sum + (body ? gzipSync(body, { level: 9 }).length : 0), 0)
  }
}

/** The addresses of what a page asked for after its first screen (`lib/after-first-screen.ts` of the client). */
export const loadedLater = async (page: Page): Promise<ReadonlySet<string>> =>
  new Set(
    await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('first-screen')
      const all = performance.getEntriesByType('resource')
      return all.flatMap(({ name, startTime }) => (mark && startTime > mark.startTime ? [name] : []))
    }),
  )
