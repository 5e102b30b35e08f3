import type { Page } from '@playwright/test'
import { aPerson } from './support/accounts.ts'
import { mailedLink } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

function findPasswordField(page: Page) {
  return page.getByLabel('Password', { exact: true })
}

test('a shared link survives the sign-up, even if the email is opened in another browser', async ({
  page,
  browser,
}) => {
  await page.goto('/auth?next=%2Fterms%3Ffrom%3Dlink')
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
  const person = aPerson()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await findPasswordField(page).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page).toHaveURL('/auth?next=%2Fterms%3Ffrom%3Dlink')

  const phone = await browser.newContext()
  const there = await phone.newPage()
  await there.goto(await mailedLink(person.email, 'verify'))
  await there.getByRole('link', { name: 'Sign In' }).click()
  await there.getByLabel('Email').fill(person.email)
  await findPasswordField(there).fill(person.password)
  await there.getByRole('button', { name: 'Sign In' }).click()
  await expect(there).toHaveURL('/terms?from=link')
  // The link was opened in a different browser, so this one stays signed out.
  expect((await (await page.request.get('/api/session')).json()).user).toBeNull()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await phone.close()
})

test('AUTH-11 all sign-up errors appear next to their fields, and focus moves to the first one', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The email field may request a passkey challenge for its suggestions.
    if (request.method() === 'POST' && !pathname.endsWith('/passkey-challenges')) sent.push(pathname)
  })
  await page.goto('/auth?mode=sign-up')
  const person = aPerson()
  await page.getByLabel('Username').fill('x y')
  await page.getByLabel('Email').fill(person.email)
  await findPasswordField(page).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const username = page.getByLabel('Username')
  await expect(username).toBeFocused()
  await expect(username).toHaveAccessibleDescription('Use only letters, numbers, underscores, and periods.')
  await expect(findPasswordField(page)).toHaveAccessibleDescription('Use at least 8 characters.')
  await expect(page.getByRole('alert').filter({ hasText: 'at least 8 characters' })).toBeAttached()
  expect(sent).toEqual([])
  await expectAccessible(page)

  // Errors that only the server detects also appear next to their fields.
  await username.fill('nollie_team')
  await findPasswordField(page).fill('password1')
  await page.getByLabel('Confirm password').fill('password1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(username).toHaveAccessibleDescription('This username is reserved. Choose another one.')
  await expect(findPasswordField(page)).toHaveAccessibleDescription(/harder to guess/)
  await expect(username).toBeFocused()
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText(
    'Error creating account',
  )

  // Errors about empty fields also appear next to the fields.
  for (const label of ['Username', 'Email', 'Confirm password']) await page.getByLabel(label).fill('')
  await findPasswordField(page).fill('')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email.')
  await expect(username).toHaveAccessibleDescription('Choose a username.')
})

test('the sign-in screen shows that the person is offline', async ({ page, context }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeInViewport()
  await context.setOffline(false)
})

test('a visitor sees that a spot does not exist, whatever the address looks like', async ({ page }) => {
  for (const id of ['abc', '018f0000-0000-7000-8000-000000000000']) {
    await page.goto(`/spots/${id}`)
    await expect(page.getByText('This spot no longer exists.')).toBeVisible()
    await page.getByText('Close', { exact: true }).click()
    await expect(page.getByText('This spot no longer exists.')).toBeHidden()
  }
})
