import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Waits for content that a page shows only after several retries. Requires `page.clock.install()`. The page's clock
 * runs ahead, so the delays between retries, which grow to seconds, pass immediately, but every retry is still made.
 * `there` is the element, or a check that fails quickly.
 */
export async function afterRetries(page: Page, there: Locator | (() => Promise<void>)): Promise<void> {
  const isThere = typeof there === 'function' ? there : () => expect(there).toBeVisible({ timeout: 200 })
  await expect(async () => {
    await page.clock.fastForward(1_000)
    await isThere()
  }).toPass({ intervals: [20] })
}
