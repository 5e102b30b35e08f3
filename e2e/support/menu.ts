import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a menu unless it's open, clicks an item, and waits for `seen`. */
export async function choose(page: Page, menu: Locator, name: string, seen: Locator): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  if (!(await item.isVisible())) await menu.click()
  await item.click()
  await expect(seen).toBeVisible()
}
