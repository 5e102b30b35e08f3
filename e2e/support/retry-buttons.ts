import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The retry buttons of parts of a page that did not load. */
export const tryAgain = (page: Page): Locator =>
  page.locator('main').getByRole('button', { name: 'Try again' })

/**
 * Presses them all until `there` appears. A part may load by itself before its button is pressed: whatever arrives on the
 * live stream, and its beginning, asks again for what is missing.
 */
export async function tryAgainUntil(page: Page, there: Locator, again = tryAgain(page)): Promise<void> {
  await expect(async () => {
    if (await again.count()) await again.first().click({ timeout: 1_000 })
    await expect(there).toBeVisible({ timeout: 5_000 })
    await expect(again).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
}
