import { aPerson } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

test('LIMIT-09 C-17 P-07 one toast at a time, closable, disappears after about five seconds', async ({
  page,
}) => {
  const toast = page
    .getByRole('region', { name: 'Notifications', exact: true })
    .getByText("Passwords don't match")
  const signUp = page.getByRole('button', { name: 'Sign Up' })
  const { username, email, password } = aPerson()
  await page.clock.install()
  await page.goto('/auth')
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(`${password}x`)
  await signUp.click()
  await signUp.click()
  await expect(toast).toHaveCount(1)
  await page
    .getByRole('region', { name: 'Notifications', exact: true })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(toast).toHaveCount(0)
  await signUp.click()
  await page.mouse.move(0, 0)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(3500)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(2500)
  await expect(toast).toHaveCount(0)
})
