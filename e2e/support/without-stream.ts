import type { Page } from '@playwright/test'

/** Keeps the page's event stream from opening, so that the page only shows what its own responses say. */
export function withoutStream(page: Page): Promise<unknown> {
  return page.route(/\/api\/events\?/, () => undefined)
}
