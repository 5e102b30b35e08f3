import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits until the page can use the device's outbox, which is loaded after the first screen. */
export async function outboxReady(page: Page): Promise<void> {
  // The sender creates the database when it starts, but an earlier page may have done so. With a fake clock, the page's
  // list of resources is empty, so this checks for the outbox's style sheet.
  const isReady = () =>
    page.evaluate(
      async () =>
        document.querySelector('link[rel=stylesheet][href*="/outbox-"]') !== null &&
        (await indexedDB.databases()).some(({ name }) => name === 'nollie.waiting'),
    )
  await expect.poll(isReady).toBe(true)
}

/** Counts the entries and files in the device's outbox, for all people. */
export function storedEntries(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('nollie.waiting')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const db = opening.result
          const counting = db.transaction('entries').objectStore('entries').count()
          counting.addEventListener('success', () => {
            db.close()
            resolve(counting.result)
          })
        })
      }),
  )
}

/** The link to the outbox, shown on every screen. */
export function outboxLine(page: Page) {
  return page.getByRole('link', { name: /to send$|^Couldn’t send/ })
}

/** The entries listed in the outbox. */
export function outboxRows(page: Page) {
  return page.getByRole('list', { name: 'Outbox' }).getByRole('listitem')
}

/** Waits until the outbox is empty. */
export async function allSent(page: Page): Promise<void> {
  await expect.poll(() => storedEntries(page)).toBe(0)
}
