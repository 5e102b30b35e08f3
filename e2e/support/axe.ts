import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The two themes a screen is looked at in. */
export const THEMES = ['light', 'dark'] as const

/** Checks the screen of a page against WCAG A and AA in both themes: nothing serious, nothing critical. */
export async function expectAccessible(page: Page): Promise<void> {
  // What closes fades away, and is no part of the screen any more.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
      )
    expect(grave, `axe, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
