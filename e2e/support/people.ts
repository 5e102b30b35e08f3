import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test'
import { type Account, makeAccount, signInAs } from './accounts.ts'
import { idOf, ownSite } from './own-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Somebody else in a browser of their own, signed in. */
export type Other = { account: Account; page: Page; context: BrowserContext }

/** Opens a browser of its own, as wide as the project's, for an account or a new one. */
export async function somebodyElse(browser: Browser, known?: Account): Promise<Other> {
  const { viewport, hasTouch, isMobile, locale, timezoneId } = test.info().project.use
  const context = await browser.newContext({
    baseURL: process.env.NOLLIE_URL as string,
    viewport: viewport ?? null,
    hasTouch: hasTouch ?? false,
    isMobile: isMobile ?? false,
    ...(locale ? { locale } : {}),
    ...(timezoneId ? { timezoneId } : {}),
  })
  const page = await context.newPage()
  const account = known ?? (await makeAccount(page.request))
  await signInAs(page, account)
  return { account, page, context }
}

/** Makes an account an admin, as the operator does. */
export async function makeAdmin({ email }: Account): Promise<void> {
  await promisify(execFile)(process.execPath, ['apps/server/src/admin.ts', 'grant', email], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: process.env.NOLLIE_DATA_DIR as string },
  })
}

/** Changes the texts of a profile; a field that is not named becomes empty. */
export async function editProfile(request: APIRequestContext, text: Record<string, unknown>): Promise<void> {
  const { version, username } = await (await request.get(`/api/people/${await idOf(request)}`)).json()
  const answer = await request.patch('/api/profile', {
    data: { full_name: null, bio: null, instagram_url: null, username, ...text },
    headers: { ...ownSite(), 'if-match': `"${version}"` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
