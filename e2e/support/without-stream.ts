import type { Page } from '@playwright/test'

/** Prevents the page's event stream from opening, so that the page shows only what its own responses contain. */
export function withoutStream(page: Page): Promise<unknown> {
  return page.route(/\/api\/events\?/, () => undefined)
}
