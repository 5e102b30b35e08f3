import type { Page } from '@playwright/test'
import { aPerson, makeAccount } from './support/accounts.ts'
import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

function codeField(page: Page) {
  return page.getByLabel('Code', { exact: true })
}

/** Returns the code and the link from the newest email to an address. */
async function mailedCode(email: string): Promise<{ code: string; link: string }> {
  let found = { code: '', link: '' }
  await expect
    .poll(
      async () => {
        const mail = (await mailsTo(email)).findLast(({ subject }) => subject.includes('code'))
        const link = mail?.links.find((one) => one.includes('/auth/code'))
        if (mail && link) found = { code: /\d{6}/.exec(mail.subject)?.[0] ?? '', link }
        return found.code
      },
      { message: `a code for ${email}`, intervals: [50] },
    )
    .toMatch(/^\d{6}$/)
  return found
}

async function ask(page: Page, email: string) {
  await page.goto('/auth/code')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(codeField(page)).toBeFocused()
}

test('API-08 API-09 an emailed code signs in; a wrong one shows an error at its field', async ({ page }) => {
  const { email } = await makeAccount()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  // The code comes before the password.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Email me a code' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Email me a code' }).click()
  // The email address stays in its field.
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page)
  const { code } = await mailedCode(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await codeField(page).fill(wrong)
  await expect(page.getByText('That’s not the code we sent.').first()).toBeVisible()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  // Includes the spaces that phones and people add when they paste a code.
  await codeField(page).fill(` ${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page).toHaveURL('/dashboard')
})

test('LIMIT-13 a new person enters the code, chooses a username, and gets an account', async ({ page }) => {
  const { email, username } = aPerson()
  await ask(page, email)
  await codeField(page).fill((await mailedCode(email)).code)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a username')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This username is reserved.').first()).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/(dashboard|welcome)/)
  const { user } = await (await page.request.get('/api/session')).json()
  expect(user).toMatchObject({ email, username })
})

test('API-05 the emailed link signs in on the device that requested it, and continues to the requested page', async ({
  page,
  context,
}) => {
  const { email } = await makeAccount()
  await page.goto('/auth/code?next=%2Fsaved')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const { link } = await mailedCode(email)
  const opened = await context.newPage()
  await opened.goto(link)
  await expect(opened).toHaveURL(/\/saved/)
  // The tab that requested the email signs in, too.
  await expect(page).toHaveURL(/\/saved/)
})

test('API-05 on another device, the emailed link only shows the code', async ({ page, browser }) => {
  const { email } = await makeAccount()
  await ask(page, email)
  const { code, link } = await mailedCode(email)
  const phone = await browser.newContext()
  const other = await phone.newPage()
  await other.goto(link)
  await expect(other.getByText(code, { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/auth\/code$/)
  await expectAccessible(other)
  expect((await (await other.request.get('/api/session')).json()).user).toBeNull()
  await phone.close()
  await codeField(page).fill(code)
  await expect(page).toHaveURL('/dashboard')
})

test('API-09 five wrong attempts void a code, and another one can be requested', async ({ page }) => {
  const { email } = await makeAccount()
  await ask(page, email)
  const { code } = await mailedCode(email)
  for (let n = 1; n <= 5; n++) {
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/code-sign-ins'))
    await codeField(page).fill(String((Number(code) + n) % 1_000_000).padStart(6, '0'))
    await refused
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  }
  await codeField(page).fill(code)
  await expect(page.getByText('This code has expired')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible()
})
