import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Returns the retry buttons for parts of a page that didn't load. */
export function tryAgain(page: Page): Locator {
  return page.locator('main').getByRole('button', { name: 'Try again' })
}

/**
 * Clicks all retry buttons until `there` appears. A part may load by itself before its button is clicked, because any
 * live event, as well as the start of the stream, triggers a refetch of missing parts.
 */
export async function tryAgainUntil(page: Page, there: Locator, again = tryAgain(page)): Promise<void> {
  await expect(async () => {
    if (await again.count()) await again.first().click({ timeout: 1_000 })
    await expect(there).toBeVisible({ timeout: 5_000 })
    await expect(again).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}
