import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a menu, presses one of its items and waits for what it leads to. */
export async function choose(page: Page, menu: Locator, name: string, seen: Locator): Promise<void> {
  await menu.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await expect(seen).toBeVisible({ timeout: 30_000 })
}
