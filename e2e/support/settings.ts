import { expect, type Locator, type Page } from '@playwright/test'

/** The anchors of the groups of settings, in the order of the list that phones show first. */
export const GROUPS = ['security', 'alerts', 'preferences', 'privacy', 'storage', 'other'] as const

/** Loads the settings and shows a section, by its anchor. On phones, the address opens the section's group. */
export async function openSection(page: Page, anchor: string, origin = ''): Promise<Locator> {
  // A new hash alone wouldn't load the page again.
  const isThere = new URL(page.url()).pathname === '/settings'
  await page.goto(`${origin}/settings#${anchor}`)
  if (isThere) await page.reload()
  const section = page.locator(`section[id="${anchor}"]`)
  await expect(section).toBeVisible({ timeout: 60_000 })
  return section
}
