import { expect, type Locator, type Page } from '@playwright/test'

/** Opens a menu and presses one of its items until what it leads to is there: on a busy machine a press may get lost. */
export async function choose(page: Page, menu: Locator, name: string, seen: Locator): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(async () => {
    if (!(await item.isVisible())) await menu.click()
    await item.click({ timeout: 5_000 })
    await expect(seen).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}
