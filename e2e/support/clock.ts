import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Waits for what a page shows after it has tried a request again and again. The clock of the page
 * (`page.clock.install()`) runs ahead, so the pauses between the tries, which grow to seconds, are over at once; each
 * try is made. `there` is the element, or a check that gives up after a moment.
 */
export async function afterRetries(page: Page, there: Locator | (() => Promise<void>)): Promise<void> {
  const isThere = typeof there === 'function' ? there : () => expect(there).toBeVisible({ timeout: 200 })
  await expect(async () => {
    await page.clock.fastForward(1_000)
    await isThere()
  }).toPass({ intervals: [20], timeout: 60_000 })
}
