import type { Page } from '@playwright/test'
import { forgetProofs, makeAccount, openMoreWays } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { addDevice } from './support/passkeys.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { findToast, holdToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function section(page: Page) {
  return page.getByRole('region', { name: 'Passkeys' })
}

async function addPasskey(page: Page, name: string) {
  await openSection(page, 'passkeys')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Create passkey' }).click()
}

test('a passkey is added, used to re-authenticate, renamed, and removed', async ({ page, member }) => {
  const device = await addDevice(page)
  await forgetProofs(member)
  await addPasskey(page, 'My phone')
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('button', { name: 'Use a passkey instead' })).toHaveCount(0)
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(findToast(page)).toContainText('Passkey added')
  expect(await device.count()).toBe(1)
  const row = section(page).getByRole('list').getByRole('listitem')
  await expect(row).toContainText('My phone')
  await expect(row).toContainText('never used')
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-passkeys')

  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(findToast(page)).toContainText('This device already has a passkey for your account.')
  await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: 'Rename My phone' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My old phone')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(row).toContainText('My old phone')
  await expect(row.getByRole('button', { name: 'Rename My old phone' })).toBeFocused()

  await forgetProofs(member)
  await row.getByRole('button', { name: 'Remove My old phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await proof.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(findToast(page)).toContainText('Passkey removed')
  await expect(row).toHaveCount(0)
})

test('a passkey signs in with one click, and from the email field', async ({ page, member }) => {
  const device = await addDevice(page)
  await addPasskey(page, member.username)
  await expect(findToast(page)).toContainText('Passkey added')
  for (const way of ['button', 'field'] as const) {
    await device.press(way === 'field')
    await page.request.post('/api/auth/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } })
    await page.goto('/auth')
    // If the device confirms right away, the field signs in before the screen can be checked.
    if (way === 'button') {
      await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
      await openMoreWays(page)
      const button = page.getByRole('button', { name: 'Continue with a passkey' })
      await expect(button).toBeVisible()
      await expectAccessible(page)
      await device.press(true)
      await button.click()
    }
    await expect(findToast(page)).toContainText('Welcome back!')
    await expect(page).toHaveURL('/dashboard')
  }
})

test('cancelling changes nothing, and a removed passkey is reported', async ({ page, member }) => {
  const device = await addDevice(page)
  await addPasskey(page, 'Board')
  await expect(findToast(page)).toContainText('Passkey added')
  const [passkey] = (await (await page.request.get('/api/account/passkeys')).json()).items
  const removed = await page.request.delete(`/api/account/passkeys/${passkey.id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(removed.status()).toBe(204)
  await device.press(false)
  await page.request.post('/api/auth/sign-out', { headers: { 'sec-fetch-site': 'same-origin' } })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(member.email)
  await openMoreWays(page)
  await device.press(true)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(findToast(page)).toContainText('Couldn’t use this passkey.')
  await expect(page.getByLabel('Email')).toHaveValue(member.email)
})

test('a capable device offers to create a passkey once, after a sign-in', async ({ page }) => {
  const { email, password } = await makeAccount()
  await addDevice(page)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await holdToast(page, 'Sign in with one tap next time?')
  await expectAccessible(page)
  await findToast(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page).toHaveURL('/settings#passkeys')
  await expect(section(page)).toBeInViewport()
  expect(await page.evaluate(() => localStorage.getItem('nollie.passkey-offer'))).toBe('true')
})
