import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeFrom } from '../apps/server/test/actors/totp.ts'
import { type Account, forgetProofs, makeAccount, signInAs } from './support/accounts.ts'
import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { addDevice } from './support/passkeys.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function section(page: Page) {
  return page.getByRole('region', { name: 'Two-step sign-in' })
}

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Two-step sign-in' })
}

/** Simulates the half minute until the next code, because each code works only once. */
async function forgetUsedCodes({ email }: Account) {
  const db = await database()
  await db
    .updateTable('factors')
    .set({ last_step: 0 })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}

/** Adds an authenticator app in the settings; returns its secret and the recovery codes. */
async function addApp(page: Page) {
  await openSection(page, 'two-step')
  await section(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  await page
    .getByRole('form', { name: 'Add an authenticator app' })
    .getByRole('button', { name: 'Continue' })
    .click()
  const secret = (await section(page).getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await section(page).getByLabel('Code from your app').fill(codeFrom(secret))
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = section(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allInnerTexts() }
}

async function signInByForm(page: Page, { email, password }: Account) {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}

test('API-19 API-21 API-22 an app is added, required at the next sign-in, and removed', async ({
  page,
  member,
}) => {
  await forgetProofs(member)
  await openSection(page, 'two-step')
  await expect(section(page)).toContainText('Off.')
  await section(page).getByRole('button', { name: 'Add an authenticator app' }).click()
  const form = page.getByRole('form', { name: 'Add an authenticator app' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByRole('button', { name: 'Continue' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByRole('img', { name: /QR code/ })).toBeVisible()
  await form.getByRole('img', { name: /QR code/ }).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-two-step-app')
  await expectAccessible(page)
  const secret = (await form.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await form.getByLabel('Code from your app').fill('000')
  await form.getByRole('button', { name: 'Turn on' }).click()
  await expect(form.getByLabel('Code from your app')).toHaveAccessibleDescription(/code is wrong/)
  await form.getByLabel('Code from your app').fill(codeFrom(secret))
  await form.getByRole('button', { name: 'Turn on' }).click()
  await expect(findToast(page)).toContainText('Second factor added')
  await expect(section(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
  const download = page.waitForEvent('download')
  await section(page).getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('nollie-recovery-codes.txt')
  await section(page).getByRole('list', { name: 'Recovery codes' }).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-two-step-codes')
  await expectAccessible(page)
  await section(page).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section(page)).toContainText('On.')

  await signInByForm(page, member)
  await expect(dialog(page).getByLabel('Code from your app')).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-in-second-step')
  await dialog(page).getByLabel('Code from your app').fill('000000')
  await expect(dialog(page).getByLabel('Code from your app')).toHaveAccessibleDescription(/code is wrong/)
  await forgetUsedCodes(member)
  await dialog(page).getByLabel('Code from your app').fill(codeFrom(secret))
  await expect(page).toHaveURL('/dashboard')

  await openSection(page, 'two-step')
  await section(page).getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(findToast(page)).toContainText('My phone removed')
  await expect(section(page)).toContainText('Off.')
})

test('a recovery code works once; a trusted device skips the second step until it is revoked', async ({
  page,
  member,
}) => {
  const { codes } = await addApp(page)
  await signInByForm(page, member)
  await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog(page)
    .getByLabel('Recovery code')
    .fill(codes[0]?.toUpperCase() ?? '')
  await dialog(page).getByRole('checkbox').check()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')
  const cookies = (await page.context().cookies()).filter(({ name }) => name.includes('trust'))
  expect(cookies).toHaveLength(1)

  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await signInAs(page, member)
  await openSection(page, 'two-step')
  await expect(section(page)).toContainText('You have 9 recovery codes')
  await section(page)
    .getByRole('button', { name: / from trusted devices$/ })
    .click()
  await expect(findToast(page)).toContainText('is no longer trusted')

  // This session skipped the second step, so a password or an emailed code isn't enough for a change.
  await section(page).getByRole('button', { name: 'New recovery codes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel(/Code from your app or/).fill(codes[1] ?? '')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(section(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
})

test('a passkey needs no second step, and can be one', async ({ page, member }) => {
  const device = await addDevice(page)
  await openSection(page, 'passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(findToast(page)).toContainText('Passkey added')
  await section(page).getByRole('button', { name: 'Use my passkeys as a second factor' }).click()
  await expect(section(page)).toContainText('My passkeys')
  await expect(section(page)).toContainText('On.')
  // Otherwise, the device would respond to the email field immediately.
  await device.press(false)
  await signInByForm(page, member)
  // The device responds only to requests that start after this.
  await device.press(true)
  await dialog(page).getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a code by text message is the second step', async ({ page, member }) => {
  const number = `+1202${randomInt(2_000_000, 10_000_000)}`
  const messages = async (count: number) => {
    await expect.poll(async () => (await mailsTo(number)).length).toBe(count)
    const texts = (await mailsTo(number)).map(({ text }) => text)
    return /^(\d{6})/.exec(texts.at(-1) ?? '')?.[1] ?? ''
  }
  const ways = await openSection(page, 'ways')
  await ways.getByRole('button', { name: 'Add a phone number' }).click()
  await ways.getByRole('textbox', { name: 'Phone number' }).fill(number)
  await ways.getByRole('button', { name: 'Text me a code' }).click()
  await ways.getByLabel('Code', { exact: true }).fill(await messages(1))
  await ways.getByRole('button', { name: 'Save number' }).click()
  await section(page).getByRole('button', { name: 'Use text messages as a second factor' }).click()
  await section(page)
    .getByLabel('Code', { exact: true })
    .fill(await messages(2))
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page)).toContainText('On.')

  await signInByForm(page, member)
  await expect(
    dialog(page).getByRole('button', { name: 'Use a code from your authenticator app' }),
  ).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Text me a code' }).click()
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-in-second-step-message')
  await dialog(page)
    .getByLabel('Code', { exact: true })
    .fill(await messages(3))
  await expect(page).toHaveURL('/dashboard')
})

test('a person who lost everything starts a recovery, and any signed-in device can stop it', async ({
  page,
  member,
  browser,
}) => {
  await addApp(page)
  const stranger = await browser.newPage()
  await signInByForm(stranger, member)
  await dialog(stranger).getByRole('button', { name: 'I’ve lost access to all of these' }).click()
  await expect(dialog(stranger)).toContainText('72 hours')
  await saveScreenshot(stranger, 'sign-in-lost-factors')
  await dialog(stranger).getByRole('button', { name: 'Request access' }).click()
  await expect(dialog(stranger).getByRole('status')).toContainText('Request sent.')
  await stranger.close()

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Notifications/ }).click()
  await page.getByRole('link', { name: /Someone asked for access to your account/ }).click()
  await expect(page).toHaveURL(/\/settings#two-step$/)
  await expect(section(page).getByRole('alert')).toContainText('Someone asked to sign in to your account')
  await section(page).getByRole('button', { name: 'Deny request' }).click()
  await expect(findToast(page)).toContainText('Request denied')
  await expect(section(page).getByRole('alert')).toHaveCount(0)
})

test('"this was not me" in the email about a second step signs out every device', async ({ page }) => {
  const person = await makeAccount()
  await signInAs(page, person)
  await addApp(page)
  const links = async () => (await mailsTo(person.email)).flatMap((mail) => mail.links)
  await expect.poll(links).toContainEqual(expect.stringContaining('/auth/safety#what=not-me'))
  await page.goto((await links()).find((link) => link.includes('not-me')) ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lock your account?')
  await expectAccessible(page)
  await saveScreenshot(page, 'not-me')
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is locked')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
})
