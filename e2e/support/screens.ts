import type { Page } from '@playwright/test'
import { test } from '@playwright/test'
import { THEMES } from './axe.ts'

/** Stores a screenshot in both themes, to be compared with the mocks: `test-results/screens/`. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { project, config } = test.info()
    await page.screenshot({
      path: `${config.rootDir}/../test-results/screens/${name}-${project.name}-${colorScheme}.png`,
    })
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
