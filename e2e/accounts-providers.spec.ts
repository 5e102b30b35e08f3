import type { Page } from '@playwright/test'
import {
  type OpenIdProvider,
  startOpenIdProvider,
  visit,
} from '../apps/server/test/services/openid-provider.ts'
import { aPerson, makeAccount, openMoreWays, signInAs } from './support/accounts.ts'
import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { ownSite } from './support/request-as-page.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { expect, test } from './support/test.ts'

// A server configured for a sign-in provider on this machine.
test.describe.configure({ mode: 'serial' })
let server: Server | undefined
let club: OpenIdProvider
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  const port = await freePort()
  club = await startOpenIdProvider(`http://localhost:${port}`)
  const { clientId, clientSecret, title } = club.settings
  server = await startServer({
    port,
    env: {
      OIDC_CLUB_ISSUER: club.issuer,
      OIDC_CLUB_CLIENT_ID: clientId,
      OIDC_CLUB_CLIENT_SECRET: clientSecret,
      OIDC_CLUB_TITLE: title,
    },
  })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
  await club?.close()
})

function findWays(page: Page) {
  return page.getByRole('region', { name: 'Sign-in methods' })
}

/** Clicks the provider's button, and has the provider sign in this person. */
async function goAs(page: Page, subject: string) {
  club.signsIn(subject)
  await openMoreWays(page)
  await page.getByRole('button', { name: 'Continue with The club' }).click()
}

async function fetchSession(page: Page) {
  return (await (await page.request.get('/api/session')).json()).user
}

test('API-05 a new person arrives from a provider, chooses a username, and returns with it', async ({
  page,
}) => {
  const { email, username } = aPerson()
  club.people.set(username, { email, email_verified: true })
  await page.goto('/auth')
  await openMoreWays(page)
  await expect(page.getByRole('button', { name: 'Continue with The club' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-providers')
  await goAs(page, username)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a username')
  await expect(page).toHaveURL('/auth/return/oidc-club')
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-return-name')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/(dashboard|welcome)/)
  expect(await fetchSession(page)).toMatchObject({ email, username })

  await page.request.post('/api/auth/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } })
  await page.goto('/auth?next=%2Fsaved')
  await goAs(page, username)
  await expect(page).toHaveURL('/saved')
  expect(await fetchSession(page)).toMatchObject({ username })
})

test('B8 an address that already has an account leads to signing in to that account', async ({ page }) => {
  const { email, username, password } = await makeAccount()
  club.people.set(username, { email, email_verified: true })
  await page.goto('/auth')
  await goAs(page, username)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One step left')
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-return-other-way')
  expect(await fetchSession(page)).toBeNull()
  await page.getByRole('link', { name: 'Sign in to my account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(`You’re signed in as ${username}`)).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-return-linking')
  await page.getByRole('button', { name: 'Link The club' }).click()
  await expect(page).toHaveURL('/settings#ways')
  await expect(findWays(page)).toContainText(email)
})

test('API-16 API-17 an identity is linked in the settings, reported by email, unlinked, and undone', async ({
  page,
}) => {
  const { email, username, password } = await makeAccount()
  const there = `${username}.at.club@example.com`
  club.people.set(username, { email: there, email_verified: true })
  await signInAs(page, { email, username, password })
  await openSection(page, 'ways')
  await expect(findWays(page)).toContainText('You have a password.')
  club.signsIn(username)
  await page.getByRole('button', { name: 'Link The club' }).click()
  await expect(page).toHaveURL('/settings#ways')
  await expect(findWays(page)).toContainText(there)
  await expectAccessible(page)
  await findWays(page).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-ways')
  const mailed = () => mailsTo(email).then((mails) => mails.flatMap(({ links }) => links))
  await expect.poll(mailed).toContainEqual(expect.stringContaining('/auth/undo-identity#token='))

  await page.getByRole('button', { name: 'Unlink The club' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('You can no longer sign in with').first()).toBeVisible()
  await expect(findWays(page)).not.toContainText(there)

  club.signsIn(username)
  await page.getByRole('button', { name: 'Link The club' }).click()
  await expect(findWays(page)).toContainText(there)
  await expect
    .poll(async () => (await mailed()).filter((link) => link.includes('undo-identity')))
    .toHaveLength(2)
  const link = (await mailed()).findLast((one) => one.includes('undo-identity'))
  await page.goto(link ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in method removed')
  expect(await fetchSession(page)).toBeNull()
})

test('AUTH-22 an error in the return address is shown and ends the session', async ({ page }) => {
  await signInAs(page, await makeAccount())
  await page.goto('/auth/return/oidc-club?error=access_denied&error_description=%3Cb%3EEvil')
  await expect(page.getByRole('alert')).toContainText('You’re signed out on this device')
  await expect(page.locator('main')).not.toContainText('Evil')
  await expect(page).toHaveURL('/auth/return/oidc-club')
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-return-failed')
  expect(await fetchSession(page)).toBeNull()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL('/auth')
})

test('AUTH-23 linking errors are shown, and the session continues', async ({ page }) => {
  await signInAs(page, await makeAccount())
  const errors = [
    ['identity_already_exists', 'already linked to another account'],
    ['identity_not_found', 'isn’t linked'],
    ['single_identity_not_deletable', 'only sign-in method'],
  ] as const
  for (const [code, text] of errors) {
    await page.goto(`/auth/return/oidc-club#error=server_error&error_code=${code}`)
    await expect(page.getByRole('alert')).toContainText(text)
    expect(await fetchSession(page)).not.toBeNull()
    await page.goto('/auth/return/oidc-club')
  }
})

test('a return address crafted by someone else signs no one in', async ({ page, request }) => {
  const { email, username } = aPerson()
  club.people.set(username, { email, email_verified: true })
  const data = { provider: 'oidc-club', code_challenge: 'x'.repeat(43) }
  const begun = await request.post('/api/auth/provider-requests', { data, headers: ownSite() })
  club.signsIn(username)
  const { path, params } = await visit((await begun.json()).address)
  await page.goto(`${path}?${new URLSearchParams(params)}`)
  await expect(page.getByRole('alert')).toContainText('started on another device')
  expect(await fetchSession(page)).toBeNull()
})
