import { type OpenIdProvider, startOpenIdProvider } from '../apps/server/test/openid-provider.ts'
import { aPerson } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { saveScreenshot } from './support/screens.ts'
import { expect, test } from './support/test.ts'

// A server whose people sign in with their organization.
test.describe.configure({ mode: 'serial' })
let server: Server | undefined
let acme: OpenIdProvider
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }
const use = ({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) =>
  Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
test.beforeAll(async () => {
  const port = await freePort()
  acme = await startOpenIdProvider(`http://localhost:${port}`)
  const { clientId, clientSecret } = acme.settings
  server = await startServer({
    port,
    env: {
      SSO_ACME_DOMAINS: 'acme.example',
      SSO_ACME_ISSUER: acme.issuer,
      SSO_ACME_CLIENT_ID: clientId,
      SSO_ACME_CLIENT_SECRET: clientSecret,
    },
  })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
  await acme?.close()
})

test('API-12 somebody of an organization comes by its sign-in', { tag: '@desktop' }, async ({ page }) => {
  const { username } = aPerson()
  const email = `${username}@acme.example`
  acme.people.set(username, { email })
  acme.signsIn(username)
  await page.goto('/auth?next=%2Fsaved')
  const open = page.getByRole('button', { name: 'Use your organization’s sign-in' })
  await expect(open).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-sso')
  await open.click()
  const field = page.getByLabel('Email at your organization')
  await expect(field).toBeFocused()
  await field.fill(`${username}@nowhere.example`)
  await page.getByRole('button', { name: 'Go to my organization' }).click()
  await expect(field).toHaveAccessibleDescription(/No organization with this domain signs in here/)
  await expect(field).toHaveValue(`${username}@nowhere.example`)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-sso-unknown')
  await field.fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/return/sso-acme')
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL('/saved')
  const session = async () => (await (await page.request.get('/api/session')).json()).user
  expect(await session()).toMatchObject({ email, username })

  await page.goto('/settings')
  const ways = page.getByRole('region', { name: 'Ways to sign in' })
  await expect(ways).toContainText('Acme')
  await expect(ways).toContainText(email)
})
