import { expect, type Page } from '@playwright/test'

/** Waits for the code that the app loads after the first screen (the client's `app/start-late.ts`). */
export function awaitLateCode(page: Page): Promise<void> {
  return expect.poll(() => page.evaluate(() => performance.getEntriesByName('late-code').length)).toBe(1)
}
