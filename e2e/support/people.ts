import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test'
import { setAdmin } from '../../apps/server/src/modules/profiles/admins.queries.ts'
import { type Account, makeAccount, signInAs } from './accounts.ts'
import { database } from './database.ts'
import { fetchUserId, ownSite } from './request-as-page.ts'

/** A signed-in person without a page, who sends requests through the API. */
export type Somebody = { account: Account; request: APIRequestContext; context: BrowserContext }

/** Another person, signed in with a separate browser context. */
export type Other = Somebody & { page: Page }

/** Creates a member without a page, because a page would cost an extra process. */
export async function somebody(browser: Browser): Promise<Somebody> {
  const context = await browser.newContext({ baseURL: process.env.NOLLIE_URL as string })
  const account = await makeAccount()
  await signInAs(context, account)
  return { account, request: context.request, context }
}

/** Opens a browser context with the project's screen size, for a given or new account. */
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
  const account = known ?? (await makeAccount())
  await signInAs(page, account)
  return { account, page, request: context.request, context }
}

/** Makes an account an admin, as the operator's command does. */
export async function makeAdmin({ email }: Account): Promise<void> {
  expect(await setAdmin(await database(), email, true)).not.toBeNull()
}

/** Changes a profile's text fields; a field without a value becomes empty. */
export async function editProfile(request: APIRequestContext, text: Record<string, unknown>): Promise<void> {
  const { version, username } = await (await request.get(`/api/people/${await fetchUserId(request)}`)).json()
  const answer = await request.patch('/api/profile', {
    data: { full_name: null, bio: null, instagram_url: null, username, ...text },
    headers: { ...ownSite(), 'if-match': `"${version}"` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
