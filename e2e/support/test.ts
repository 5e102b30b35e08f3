import { test as base, type Page } from '@playwright/test'
import { type Account, makeAccount, signInAs } from './accounts.ts'

type Fixtures = {
  /** Everything the page wrote to its console as an error, and every breach of the content policy. */
  consoleErrors: string[]
  /** A verified account that is signed in on `page`. */
  member: Account
}

// What the browser says by itself about refused requests; tests provoke those on purpose.
const EXPECTED = /Failed to load resource/

// A page brings its first answers along; the browser forgets them before any program has read them.
const forgetFirstAnswers = () =>
  new MutationObserver(() => document.getElementById('first-answers')?.remove()).observe(document, {
    childList: true,
    subtree: true,
  })

/** What a test answers in the server's place is asked for: with it, pages come without answers. */
const routeWithoutFirstAnswers = (page: Page): void => {
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

/** Playwright's `test` with the address of the server under test. Every page must end without complaints. */
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
    const account = await makeAccount(page.request)
    await signInAs(page, account)
    await use(account)
  },
})

export { expect } from '@playwright/test'
