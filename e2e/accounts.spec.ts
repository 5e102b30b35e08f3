import { aPerson, makeAccount, signInAs, signUp } from './support/accounts.ts'
import { mailedLink, mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { saveScreenshot } from './support/screens.ts'
import { expect, test } from './support/test.ts'
import type { Locator, Page } from '@playwright/test'

function findToast(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications', exact: true })
}

function password(page: Page): Locator {
  return page.getByLabel('Password', { exact: true })
}

function confirmation(page: Page): Locator {
  return page.getByLabel('Confirm password')
}

function toSignUp(page: Page) {
  return page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
}

async function fillSignUp(page: Page, person = aPerson()) {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(person.password)
  await confirmation(page).fill(person.password)
  return person
}

async function fillSignIn(page: Page, { email, password: secret }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
}

function signInButton(page: Page) {
  return page.getByRole('button', { name: 'Sign In' })
}

function signUpButton(page: Page) {
  return page.getByRole('button', { name: 'Sign Up' })
}

// Collects a page's requests to a path, including failed ones.
function sentTo(page: Page, path: string) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.method())
  })
  return sent
}

test('AUTH-01 AUTH-02 AUTH-03 AUTH-04 one form switches between sign-in and sign-up without leaving the screen; a link leads home', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.locator('form')).toHaveCount(1)
  await toSignUp(page)
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
  await expect(page.locator('form')).toHaveCount(1)
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
})

test('AUTH-06 AUTH-09 sign-up requires username, email and a password typed twice; a mismatch shows an error and sends nothing', async ({
  page,
}) => {
  const sent = sentTo(page, '/api/auth/sign-up')
  await page.goto('/auth')
  await toSignUp(page)
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  for (const field of [
    page.getByLabel('Username'),
    page.getByLabel('Email'),
    password(page),
    confirmation(page),
  ]) {
    await expect(field).toHaveAttribute('required')
  }
  await signUpButton(page).click()
  // Instead of sending, the form moves focus to the first incomplete field.
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(sent).toEqual([])
  const person = await fillSignUp(page)
  await confirmation(page).fill(`${person.password}x`)
  await signUpButton(page).click()
  await expect(findToast(page)).toContainText("Passwords don't match")
  await expect(findToast(page)).toContainText('Please make sure your passwords match.')
  await expect(confirmation(page)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
})

test('AUTH-07 AUTH-08 AUTH-10 AUTH-12 sign-in requires email and password, and shows progress and errors', async ({
  page,
}) => {
  const sent = sentTo(page, '/api/auth/sign-in')
  await page.goto('/auth')
  await expect(page.locator('form input')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toHaveAttribute('required')
  await expect(password(page)).toHaveAttribute('required')
  await signInButton(page).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(sent).toEqual([])

  await test.step('AUTH-12 an unexpected failure shows that something went wrong', async () => {
    await page.route('**/api/auth/sign-in', (route) => route.abort())
    await fillSignIn(page, { email: aPerson().email, password: 'wrong-password' })
    await signInButton(page).click()
    await expect(findToast(page)).toContainText('Something went wrong')
    await expect(findToast(page)).toContainText('Please try again later.')
    await page.unroute('**/api/auth/sign-in')
  })

  await test.step('AUTH-08 the button is disabled and reads Loading... while the request runs', async () => {
    let answer = () => undefined as void
    const gate = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/auth/sign-in', async (route) => {
      await gate
      await route.continue()
    })
    await signInButton(page).click()
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled()
    answer()
    await expect(signInButton(page)).toBeEnabled()
  })

  // AUTH-10: the server's message.
  await expect(findToast(page)).toContainText('Error signing in')
  await expect(findToast(page)).toContainText('Wrong email or password.')
  await expect(findToast(page).locator('[data-kind=error]').last()).toBeVisible()
})

test("AUTH-11 a failed sign-up shows the server's text, and the typed values stay", async ({ page }) => {
  const taken = await makeAccount()
  await page.goto('/auth')
  await toSignUp(page)
  const person = await fillSignUp(page)
  await page.getByLabel('Username').fill(taken.username.toUpperCase())
  await signUpButton(page).click()
  await expect(findToast(page)).toContainText('Error creating account')
  await expect(findToast(page)).toContainText('already taken')
  await expect(findToast(page).locator('[data-kind=error]')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(password(page)).toHaveValue(person.password)
})

test('AUTH-05 AUTH-13 AUTH-14 signing in shows a greeting and opens the dashboard, and /auth redirects there from then on', {
  tag: '@smoke',
}, async ({ page }) => {
  const account = await makeAccount()
  await page.goto('/auth')
  await fillSignIn(page, account)
  await signInButton(page).click()
  await expect(findToast(page)).toContainText('Welcome back!')
  await expect(findToast(page)).toContainText("You've been signed in successfully.")
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

test('AUTH-15 AUTH-16 AUTH-17 C-11 signing up asks people to check their email, signs no one in, and switches to the sign-in form', async ({
  page,
}) => {
  await page.goto('/auth')
  await toSignUp(page)
  const person = await fillSignUp(page)
  await signUpButton(page).click()
  await expect(findToast(page)).toContainText('Account created successfully!')
  await expect(findToast(page)).toContainText(
    'Please check your email for verification, then sign in with your new account.',
  )
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(password(page)).toHaveValue('')
  await toSignUp(page)
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(password(page)).toHaveValue('')
  await expect(confirmation(page)).toHaveValue('')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('AUTH-15 P-24 the emailed link verifies the address, then sign-in works', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto('/auth')
  await toSignUp(page)
  const person = await fillSignUp(page)
  await signUpButton(page).click()
  // A fleet delivers its emails and has no outbox link.
  if (!process.env.FLEET)
    await expect(page.getByRole('link', { name: 'Open this server’s outbox' })).toHaveAttribute(
      'href',
      '/dev/outbox',
    )
  await page.goto(await mailedLink(person.email, 'verify'))
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  expect(page.url(), 'the token does not stay in the address bar').not.toContain('token')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await fillSignIn(page, person)
  await signInButton(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('AUTH-15 G-06 before the emailed link is opened, sign-in is refused and another email offered', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  await mailedLink(account.email, 'verify')
  await page.goto('/auth')
  await fillSignIn(page, account)
  await signInButton(page).click()
  await expect(findToast(page)).toContainText('Error signing in')
  await expect(findToast(page)).toContainText('Verify your email')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(findToast(page)).toContainText('Email sent')
  await expect.poll(async () => (await mailsTo(account.email)).length).toBeGreaterThan(1)
})

test('an expired link is reported, with the option to request another email', async ({ page }) => {
  await page.goto('/auth/verify#token=nonsense')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible()
})

test('a username taken before the link was opened leads back to the sign-up form', async ({ page }) => {
  const detail = 'This username is already taken.'
  await page.route('**/api/auth/verify', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'USERNAME_TAKEN', status: 409, code: 'USERNAME_TAKEN', detail },
    }),
  )
  await page.goto('/auth/verify#token=late')
  await expect(page.getByRole('alert')).toContainText(detail)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
})

test('a password that is too long is refused beside its field, not truncated', async ({ page }) => {
  const long = 'four wheels and a board '.repeat(6)
  const text = 'Choose a password of at most 128 characters.'
  await page.goto('/auth')
  await toSignUp(page)
  await fillSignUp(page, { ...aPerson(), password: long })
  await expect(password(page)).not.toHaveAttribute('maxlength')
  await signUpButton(page).click()
  await expect(page.locator('form')).toContainText(text)
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')

  const account = await makeAccount()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await page.goto(await mailedLink(account.email, 'reset'))
  await expect(page.getByLabel('New password')).not.toHaveAttribute('maxlength')
  await page.getByLabel('New password').fill(long)
  await confirmation(page).fill(long)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.locator('form')).toContainText(text)
})

test('a forgotten password is replaced with an emailed link, and the old one stops working', {
  tag: '@smoke',
}, async ({ page }) => {
  const account = await makeAccount()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(account.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  await page.goto(await mailedLink(account.email, 'reset'))
  await page.getByLabel('New password').fill('a-fresh-ollie-7')
  await confirmation(page).fill('a-fresh-ollie-8')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(findToast(page)).toContainText("Passwords don't match")
  await confirmation(page).fill('a-fresh-ollie-7')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(findToast(page)).toContainText('Password changed')
  await expect(page).toHaveURL('/auth')
  await fillSignIn(page, account)
  await signInButton(page).click()
  await expect(findToast(page)).toContainText('Error signing in')
  await fillSignIn(page, { ...account, password: 'a-fresh-ollie-7' })
  await signInButton(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('AUTH-24 the requested path is opened after sign-in', async ({ page }) => {
  const account = await makeAccount()
  await page.goto('/connect?from=mail')
  await expect(page).toHaveURL(/\/auth\?next=/)
  await fillSignIn(page, account)
  await signInButton(page).click()
  await expect(page).toHaveURL('/connect?from=mail')
})

test('AUTH-24 a requested path on another site is not opened', async ({ page, baseURL }) => {
  const account = await makeAccount()
  await signInAs(page, account)
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%2f%2fevil.example',
    '/\tevil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
  }
})

test('AUTH-19 SET-05 C-21 signing out in one tab sends the other one to /auth', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL(/\/auth/)
})

test('AUTH-19 a sign-in in one tab updates the other one', async ({ page, context }) => {
  const account = await makeAccount()
  const other = await context.newPage()
  await other.goto('/auth')
  await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.goto('/auth')
  await fillSignIn(page, account)
  await signInButton(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(other).toHaveURL('/dashboard')
})

test('AUTH-19 G-41 a session ended elsewhere is detected when returning to the page', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.clearCookies()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/auth/)
})

test('the sign-in and sign-up forms are accessible, and a password can be shown and hidden', async ({
  page,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-in')
  await password(page).fill('kickflip')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await toSignUp(page)
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-up')
})
