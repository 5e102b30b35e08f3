import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits until the page can use the outbox of its device, which is loaded after the first screen. */
export const outboxReady = async (page: Page): Promise<void> => {
  // The sender reads the store when it starts; an earlier page may have made that. Where the clock is replaced, the page's
  // list of what it loaded is empty, so its style sheets are asked.
  const isReady = () =>
    page.evaluate(
      async () =>
        document.querySelector('link[rel=stylesheet][href*="/outbox-"]') !== null &&
        (await indexedDB.databases()).some(({ name }) => name === 'nollie.waiting'),
    )
  await expect.poll(isReady).toBe(true)
}

/** The number of entries and files in the outbox of the device, of whomever. */
export const storedEntries = (page: Page): Promise<number> =>
  page.evaluate(
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

/** The line in the frame of every screen that leads to the outbox. */
export const outboxLine = (page: Page) => page.getByRole('link', { name: /to send$|^Couldn’t send/ })

/** The entries that the outbox lists. */
export const outboxRows = (page: Page) => page.getByRole('list', { name: 'Outbox' }).getByRole('listitem')

/** Waits until nothing is in the outbox any more. */
export const allSent = async (page: Page): Promise<void> => {
  await expect.poll(() => storedEntries(page), { timeout: 60_000 }).toBe(0)
}
