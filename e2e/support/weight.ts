import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Watches a page from now on; the answer is the size in bytes of all JavaScript it fetched, gzipped. */
export function weighProgram(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname)) bodies.push(response.body())
  })
  return async () =>
    (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
}
