import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Records the requests of a page; the returned function computes the gzipped size in bytes of all its JavaScript. */
export function weighProgram(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname)) bodies.push(response.body())
  })
  return async () =>
    (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
