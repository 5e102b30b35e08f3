import type { Page } from '@playwright/test'
import { type Captcha, startCaptcha } from '../apps/server/test/services/captcha.ts'
import { aPerson } from './support/accounts.ts'
import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { saveScreenshot } from './support/screens.ts'
import { FOR_JOURNEYS, type Server, startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

// Each server starts with a rate limit of 0, so every client must solve a challenge.
test.describe.configure({ mode: 'serial' })
const ASKED = `${FOR_JOURNEYS.RATE_LIMITS},unproven.ip=0/60,unproven.user=0/60`
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

async function askForCode(page: Page, email: string) {
  await page.goto('/auth/code')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
}

async function subjects(email: string) {
  return (await mailsTo(email)).map(({ subject }) => subject)
}

function expectMail(email: string) {
  return expect.poll(() => subjects(email), { message: `a mail to ${email}` }).toHaveLength(1)
}

test.describe('under load', () => {
  let server: Server | undefined
  test.beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMITS: ASKED } })
    use(server)
  })
  test.afterAll(async () => {
    use(shared)
    await server?.stop()
  })

  test('API-02 API-08 the device silently solves a challenge for each email', async ({ page }) => {
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    const { email, username, password } = aPerson()
    await page.goto('/auth?mode=sign-up')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    expect(workers).toEqual([])
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account created successfully!')).toBeVisible()
    expect(workers.length).toBeGreaterThan(0)
    await expectMail(email)

    const other = aPerson()
    await askForCode(page, other.email)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectMail(other.email)
  })
})

test.describe('with a CAPTCHA', () => {
  const keys = { siteKey: 'key', secret: 'secret' }
  let server: Server | undefined
  let captcha: Captcha
  test.beforeAll(async () => {
    captcha = await startCaptcha(keys)
    server = await startServer({
      env: {
        RATE_LIMITS: ASKED,
        CAPTCHA: 'turnstile',
        CAPTCHA_SITE_KEY: keys.siteKey,
        CAPTCHA_SECRET: keys.secret,
        CAPTCHA_URL: captcha.url,
      },
    })
    use(server)
  })
  test.afterAll(async () => {
    use(shared)
    await server?.stop()
    await captcha?.close()
  })

  test('API-08 a CAPTCHA is shown, and after closing it the person can start again', async ({ page }) => {
    const { email } = aPerson()
    await askForCode(page, email)
    const dialog = page.getByRole('dialog', { name: 'Are you human?' })
    await expect(dialog.getByRole('button', { name: 'I am a person' })).toBeVisible()
    await expectAccessible(page)
    await saveScreenshot(page, 'auth-captcha')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Too many requests. Try again.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await dialog.getByRole('button', { name: 'I am a person' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectMail(email)
  })

  test('API-08 an unresponsive CAPTCHA provider is reported', async ({ page }) => {
    await page.route(`${captcha.url}/**`, (route) => route.abort())
    await askForCode(page, aPerson().email)
    await expect(page.getByText('We couldn’t verify that you’re human.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
