import type { Page } from '@playwright/test'
import { test } from '@playwright/test'
import { inBothThemes } from './axe.ts'

/** With `SCREENS=yes`, saves screenshots in both themes to `test-results/screens/` to compare with the mockups. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENS) return
  const { project, config } = test.info()
  await inBothThemes(page, async (theme) => {
    await page.screenshot({
      path: `${config.rootDir}/../test-results/screens/${name}-${project.name}-${theme}.png`,
    })
  })
}
