import { test as base, type Page } from '@playwright/test'
import { type Account, makeAccount, signInAs } from './accounts.ts'

type Fixtures = {
  /** Errors that the page logged to its console, and content security policy violations. */
  consoleErrors: string[]
  /** A verified account that is signed in on `page`. */
  member: Account
}

// The browser's own messages about failed requests, which tests cause on purpose.
const EXPECTED = /Failed to load resource/

// Deletes the responses embedded in a page before the client reads them.
function forgetFirstAnswers() {
  return new MutationObserver(() => document.getElementById('first-answers')?.remove()).observe(document, {
    childList: true,
    subtree: true,
  })
}

/** Removes embedded responses from pages once a test routes API requests, so that its own responses are used. */
function routeWithoutFirstAnswers(page: Page): void {
  const route = page.route.bind(page)
  let isForgetful = false
  page.route = async (address, ...rest) => {
    if (!isForgetful && String(address).includes('api')) {
      isForgetful = true
      await page.addInitScript(forgetFirstAnswers)
    }
    return route(address, ...rest)
  }
}

/** Playwright's `test` with the URL of the server under test. Fails if a page logs console errors. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  baseURL: async ({}, use) => use(process.env.NOLLIE_URL),
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) consoleErrors.push(message.text())
      })
      context.on('weberror', (error) => consoleErrors.push(String(error.error())))
      await use(consoleErrors)
      base.expect(consoleErrors, 'the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    routeWithoutFirstAnswers(page)
    await use(page)
  },
  member: async ({ page }, use) => {
    const account = await makeAccount()
    await signInAs(page, account)
    await use(account)
  },
})

export { expect } from '@playwright/test'
