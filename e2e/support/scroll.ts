import { expect, type Locator } from '@playwright/test'

/** Scrolls to something in a list whose rows come and go. */
export const scrollTo = (wanted: Locator): Promise<void> =>
  expect(() => wanted.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass({ timeout: 60_000 })
