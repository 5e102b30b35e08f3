import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aPerson, forgetProofs, openMoreWays } from './support/accounts.ts'
import { mailedDigits, mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

/** Returns a random US phone number. Text messages to it only go to the server's outbox. */
function aNumber() {
  return `+1202${randomInt(2_000_000, 10_000_000)}`
}

function codeField(page: Page) {
  return page.getByLabel('Code', { exact: true })
}

/** Waits until a number has received `count` messages, and returns the newest one's code. */
async function messagedCode(number: string, count = 1): Promise<string> {
  let codes: string[] = []
  await expect
    .poll(
      async () => {
        const messages = await mailsTo(number)
        codes = messages.map(({ text }) => /^(\d{6}) is your Nollie code/.exec(text)?.[1] ?? '')
        return codes.length
      },
      { message: `${count} messages to ${number}`, intervals: [50] },
    )
    .toBe(count)
  return codes.at(-1) ?? ''
}

async function ask(page: Page, number: string) {
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Text me a code' }).click()
}

function signOut(page: Page) {
  return page.request.post('/api/auth/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } })
}

test('API-02 API-08 a new person verifies a number and an address, and later signs in with the number', async ({
  page,
}) => {
  const { email, username } = aPerson()
  const number = aNumber()
  await page.goto('/auth')
  await openMoreWays(page)
  await page.getByRole('link', { name: 'Use a phone number' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in with your phone')
  await ask(page, '+49 12')
  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Phone number')).toHaveValue('+49 12')
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-phone')
  await ask(page, `${number.slice(0, 2)} (${number.slice(2, 5)}) ${number.slice(5)}`)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  await codeField(page).fill(await messagedCode(number))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add your email')
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-phone-email')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(codeField(page)).toHaveValue('')
  await codeField(page).fill(await mailedDigits(email))
  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/(dashboard|welcome)/)

  await signOut(page)
  await page.goto('/auth/phone?next=%2Fsaved')
  await ask(page, number)
  await codeField(page).fill(await messagedCode(number, 2))
  await expect(page).toHaveURL('/saved')
  const { user } = await (await page.request.get('/api/session')).json()
  expect(user).toMatchObject({ email, username })
})

test('a number is added in the settings, changed, and removed', async ({ page, member }) => {
  const number = aNumber()
  await forgetProofs(member)
  const section = await openSection(page, 'ways')
  await section.getByRole('button', { name: 'Add a phone number' }).click()
  await section.getByRole('textbox', { name: 'Phone number' }).fill(number)
  await section.getByRole('button', { name: 'Text me a code' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)
  await codeField(page).fill(await messagedCode(number))
  await section.getByRole('button', { name: 'Save number' }).click()
  await expect(findToast(page)).toContainText('Phone number saved')
  await expect(section.getByText(number)).toBeVisible()
  await expect(section.getByRole('button', { name: 'Change or confirm the phone number' })).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-phone')

  const other = aNumber()
  await section.getByRole('button', { name: 'Change or confirm the phone number' }).click()
  await section.getByRole('textbox', { name: 'Phone number' }).fill(other)
  await section.getByRole('button', { name: 'Text me a code' }).click()
  await codeField(page).fill(await messagedCode(other))
  await section.getByRole('button', { name: 'Save number' }).click()
  await expect(section.getByText(other)).toBeVisible()

  await section.getByRole('button', { name: 'Remove the phone number' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(findToast(page)).toContainText('Phone number removed')
  await expect(section.getByRole('button', { name: 'Add a phone number' })).toBeVisible()
})
