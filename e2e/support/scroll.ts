import { expect, type Locator } from '@playwright/test'

/** Scrolls to an element in a list whose rows are added and removed. */
export function scrollTo(wanted: Locator): Promise<void> {
  return expect(() => wanted.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass()
}
