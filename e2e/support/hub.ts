import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the hub on the signed-in person's own page, and returns its dialog. */
export async function openHub(page: Page): Promise<Locator> {
  await page.goto('/profile')
  await page.getByRole('button', { name: /^More(?:,|$)/ }).click()
  const hub = page.getByRole('dialog', { name: 'More', exact: true })
  await expect(hub).toBeVisible()
  return hub
}
