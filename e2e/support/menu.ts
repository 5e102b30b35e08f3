import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a menu unless it stands open, presses one of its items and waits for what it leads to. */
export async function choose(page: Page, menu: Locator, name: string, seen: Locator): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  if (!(await item.isVisible())) await menu.click()
  await item.click()
  await expect(seen).toBeVisible({ timeout: 30_000 })
}
