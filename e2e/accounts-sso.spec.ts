import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SamlProvider, startSamlProvider } from '../apps/server/test/services/saml-provider.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../apps/server/test/services/openid-provider.ts'
import { aPerson, openMoreWays } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { expect, test } from './support/test.ts'

// A server where people sign in through their organization.
test.describe.configure({ mode: 'serial' })
let server: Server | undefined
let acme: OpenIdProvider
let school: SamlProvider
const folder = mkdtempSync(join(tmpdir(), 'nollie-school-'))
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  const port = await freePort()
  acme = await startOpenIdProvider(`http://localhost:${port}`)
  school = await startSamlProvider(`http://localhost:${port}/auth/return/sso-school`)
  const metadata = join(folder, 'school.xml')
  writeFileSync(metadata, school.metadata)
  const { clientId, clientSecret } = acme.settings
  server = await startServer({
    port,
    env: {
      SSO_ACME_DOMAINS: 'acme.example',
      SSO_ACME_ISSUER: acme.issuer,
      SSO_ACME_CLIENT_ID: clientId,
      SSO_ACME_CLIENT_SECRET: clientSecret,
      SSO_SCHOOL_DOMAINS: 'school.example',
      SSO_SCHOOL_SAML_METADATA: metadata,
      SSO_SCHOOL_TITLE: 'The school',
    },
  })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
  await acme?.close()
  await school?.close()
  rmSync(folder, { recursive: true })
})

test('API-12 a person from an organization signs in through it', async ({ page }) => {
  const { username } = aPerson()
  const email = `${username}@acme.example`
  acme.people.set(username, { email })
  acme.signsIn(username)
  await page.goto('/auth?next=%2Fsaved')
  await openMoreWays(page)
  const open = page.getByRole('button', { name: 'Sign in with your organization' })
  await expect(open).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-sso')
  await open.click()
  const field = page.getByLabel('Work or school email')
  await expect(field).toBeFocused()
  await field.fill(`${username}@nowhere.example`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(field).toHaveAccessibleDescription(/No organization on this server uses this domain/)
  await expect(field).toHaveValue(`${username}@nowhere.example`)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-sso-unknown')
  await field.fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/return/sso-acme')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/saved')
  const session = async () => (await (await page.request.get('/api/session')).json()).user
  expect(await session()).toMatchObject({ email, username })

  const ways = await openSection(page, 'ways')
  await expect(ways).toContainText('Acme')
  await expect(ways).toContainText(email)
})

async function goToSchool(page: Page, email: string) {
  await page.goto('/auth')
  await openMoreWays(page)
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  await page.getByLabel('Work or school email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test('API-12 a person from a school signs in through its form, and returns with it', async ({ page }) => {
  const { username } = aPerson()
  const email = `${username}@school.example`
  school.says({ name: username, email })
  await goToSchool(page, email)
  await expect(page).toHaveURL('/auth/return/sso-school')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/(dashboard|welcome)/)
  const session = async () => (await (await page.request.get('/api/session')).json()).user
  expect(await session()).toMatchObject({ email, username })

  await page.request.post('/api/auth/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } })
  await goToSchool(page, email)
  await expect(page).toHaveURL('/dashboard')
  expect(await session()).toMatchObject({ username })
})

test('AUTH-22 an assertion for another site shows an error and signs no one in', async ({ page }) => {
  const { username } = aPerson()
  school.says({ name: username, email: `${username}@school.example`, audience: 'https://evil.example/' })
  await goToSchool(page, `${username}@school.example`)
  await expect(page.getByRole('alert')).toContainText('The provider returned an error')
  await expect(page).toHaveURL('/auth/return/sso-school')
  await expectAccessible(page)
  expect((await (await page.request.get('/api/session')).json()).user).toBeNull()
})
