import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits until the service worker controls the page and has stored who is signed in. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null)
  const knowsPerson = () => page.evaluate(async () => (await caches.match('/api/session')) !== undefined)
  await expect.poll(knowsPerson).toBe(true)
}

/** Returns the paths of everything stored on this device, except the app itself. */
export function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      if (!name.startsWith('program-'))
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })
}

/** Waits until the response for a path is stored on this device. */
export function stored(page: Page, path: string): Promise<void> {
  return expect.poll(() => storedPaths(page)).toContain(path)
}
