import { expect, type Locator, type Page } from '@playwright/test'

/** The settings groups' anchors, in the order in which phones list them. */
export const GROUPS = ['security', 'alerts', 'preferences', 'privacy', 'storage', 'other'] as const

/** Opens the settings and shows the section with this anchor. On phones, this opens the section's group. */
export async function openSection(page: Page, anchor: string, origin = ''): Promise<Locator> {
  // A new hash alone wouldn't load the page again.
  const isThere = new URL(page.url()).pathname === '/settings'
  await page.goto(`${origin}/settings#${anchor}`)
  if (isThere) await page.reload()
  const section = page.locator(`section[id="${anchor}"]`)
  await expect(section).toBeVisible()
  return section
}
