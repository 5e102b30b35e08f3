import type { Page } from '@playwright/test'
import { pressUnlessLeft } from './support/forms.ts'
import { forgetProofs, signInAs } from './support/accounts.ts'
import { mailedDigits, mailedLink } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { findToast } from './support/share.ts'
import { act } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { ownSite } from './support/request-as-page.ts'

function devices(page: Page) {
  return page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
}

function form(page: Page, name: string) {
  return page.getByRole('form', { name })
}

async function whoIs(page: Page) {
  return (await (await page.request.get('/api/session')).json()).user
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}

test('SET-01 SET-02 SET-03 SET-04 ROUTE-19 G-18 the card shows the person’s own profile, and switches to the edit form and back', async ({
  page,
  member,
}) => {
  await openSettings(page)
  const main = page.getByRole('main')
  await expect(main.getByText(member.username, { exact: true })).toBeVisible()
  await expect(main.getByText(member.email).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Display Name').fill('Maya Okafor')
  await page.getByLabel('Bio').fill('Filmer on weekends.')
  const refetched = page.waitForResponse(
    (answer) => /\/api\/people\/[\w-]+$/.test(answer.url()) && answer.request().method() === 'GET',
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await refetched
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(main.getByText('Maya Okafor')).toBeVisible()
  await expect(main.getByText('Filmer on weekends.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  const others = await openSection(page, 'more')
  for (const [name, href] of [
    ['Community', '/community'],
    ['Connect', '/connect'],
    ['Share content', '/share-content'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ] as const)
    await expect(others.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect(others.getByRole('link', { name: 'Moderation' })).toHaveCount(0)
  await openSettings(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
  await makeAdmin(member)
  await openSection(page, 'more')
  await expect(others.getByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/admin')
  await expect(others.getByRole('link', { name: 'Server health' })).toHaveAttribute('href', '/admin/health')
})

test('switches, theme, blocked people and the archive stay as set, here and after a reload', {
  tag: '@desktop',
}, async ({ page, browser, isMobile, member: _ }) => {
  const other = await somebodyElse(browser)
  const { user_id, username } = await whoIs(other.page)
  expect((await act(page, 'PUT', `/api/people/${user_id}/block`)).ok()).toBe(true)
  await other.context.close()
  await openSection(page, 'data')
  await page.getByRole('button', { name: 'Request my data' }).click()
  await expect(findToast(page)).toContainText('Preparing your data')
  await expect(page.getByRole('link', { name: /^Download the archive/ })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'settings')

  if (!isMobile) {
    const parts = page.getByRole('navigation', { name: 'Settings sections' })
    await parts.getByRole('link', { name: 'Your data' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Your data' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Your data' })).toBeInViewport()
  }
  await openSection(page, 'notifications')
  const likes = page.getByRole('switch', { name: 'Likes on your photos, videos, and discussions' })
  await page.route('**/api/notifications/switches', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await likes.click()
  await expect(findToast(page)).toContainText('You’re offline.')
  await expect(likes).toBeChecked()
  await page.unroute('**/api/notifications/switches')
  await likes.press('Space')
  await expect(likes).not.toBeChecked()
  await expect
    .poll(async () => (await (await page.request.get('/api/notifications/switches')).json()).like)
    .toBe(false)
  await openSection(page, 'look')
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect
    .poll(async () => (await (await page.request.get('/api/account/preferences')).json()).theme)
    .toBe('dark')
  await openSection(page, 'links')
  const links = page.getByRole('switch', { name: /^Show my name, photo, and titles/ })
  await expect(links).not.toBeChecked()
  await links.press('Space')
  await expect
    .poll(async () => (await (await page.request.get('/api/account/preferences')).json()).link_previews)
    .toBe(true)
  await openSection(page, 'board')
  const board = page.getByRole('form', { name: 'Your board' })
  const deck = board.getByRole('textbox')
  await deck.fill('12')
  await board.getByRole('button', { name: 'Save' }).click()
  await expect(board.getByText('This number is out of range.')).toBeVisible()
  await deck.fill('82')
  await board.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Saved')
  await page.reload()
  await expect(deck).toHaveValue('82')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openSection(page, 'notifications')
  await expect(likes).not.toBeChecked()
  await openSection(page, 'blocked')
  await expect(links).toBeChecked()

  await page.getByRole('button', { name: `Unblock ${username}` }).click()
  await expect(findToast(page)).toContainText('can see each other again')
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
  await openSection(page, 'data')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download the archive/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^nollie-[\d-]+\.zip$/)
})

test('API-23 API-24 API-25 devices are listed, and signed out one at a time, all others, or all; a new password signs out the others', {
  tag: '@smoke',
}, async ({ page, browser, member }) => {
  const phone = await somebodyElse(browser, member)
  const friend = await somebodyElse(browser, member)
  await openSection(page, 'devices')
  await expect(devices(page)).toHaveCount(3)
  await expect(devices(page).first()).toContainText('This device')
  await devices(page)
    .last()
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(devices(page)).toHaveCount(2)
  await expect
    .poll(async () => [await whoIs(phone.page), await whoIs(friend.page)].filter(Boolean).length)
    .toBe(1)
  await forgetProofs(member)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(devices(page)).toHaveCount(1)
  expect([await whoIs(phone.page), await whoIs(friend.page)]).toEqual([null, null])

  await signInAs(phone.page, member)
  await phone.page.goto('/connect')
  await page.getByRole('button', { name: 'Change password' }).click()
  const change = form(page, 'Change password')
  await expect(change.getByLabel('New password', { exact: true })).toBeFocused()
  await change.getByLabel('New password', { exact: true }).fill('a-fresh-ollie-7')
  await change.getByLabel('Confirm new password').fill('a-fresh-ollie-7')
  await forgetProofs(member)
  await change.getByRole('button', { name: 'Save password' }).click()
  await expect(proof.getByLabel('Current password')).toBeFocused()
  await proof.getByLabel('Current password').fill('not-this-one')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('That’s not your current password.')).toBeVisible()
  await expect(proof.getByLabel('Current password')).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-password')
  // Closing the dialog changes nothing, and typed values stay.
  await proof.getByRole('button', { name: 'Close' }).click()
  await expect(proof).toHaveCount(0)
  await expect(change.getByLabel('Confirm new password')).toHaveValue('a-fresh-ollie-7')
  await change.getByRole('button', { name: 'Save password' }).click()
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(findToast(page)).toContainText('You’re signed out on all other devices.')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
  expect(await whoIs(phone.page)).toBeNull()

  await signInAs(phone.page, { ...member, password: 'a-fresh-ollie-7' })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await forgetProofs(member)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await proof.getByLabel('Current password').fill('a-fresh-ollie-7')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/auth')
  expect([await whoIs(page), await whoIs(phone.page)]).toEqual([null, null])
  await phone.context.close()
  await friend.context.close()
})

test('an access token is created after re-authentication, shown once, works within its scopes, and is revoked', async ({
  page,
  context,
  member,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const tokens = await openSection(page, 'tokens')
  await tokens.getByRole('button', { name: 'New access token' }).click()
  const make = form(page, 'New access token')
  await expect(make.getByLabel('Name')).toBeFocused()
  await make.getByLabel('Name').fill('Backup at home')
  const send = make.getByRole('button', { name: 'Create token' })
  await send.click()
  await expect(make.getByText('Choose at least one.')).toBeVisible()
  await make.getByLabel('Posts: read').check()
  await make.getByRole('button', { name: '7 days' }).click()
  await forgetProofs(member)
  await send.click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByRole('button', { name: 'Close' }).click()
  await expect(make.getByLabel('Posts: read')).toBeChecked()
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-tokens')
  await send.click()
  await proof.getByLabel('Current password').fill(member.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const shown = tokens.getByLabel('Access token “Backup at home”')
  await expect(shown).toHaveValue(/^nol_\w{36}$/)
  const token = await shown.inputValue()
  await tokens.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(findToast(page)).toContainText('Token copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expectAccessible(page)

  const asks = async (path: string) =>
    (await fetch(`${process.env.NOLLIE_URL}${path}`, { headers: { authorization: `Bearer ${token}` } }))
      .status
  expect([await asks('/api/posts'), await asks('/api/saved/posts'), await asks('/api/account')]).toEqual([
    200, 403, 403,
  ])
  await page.reload()
  const row = tokens.getByRole('list').getByRole('listitem')
  await expect(row).toContainText('used within the last hour')
  await expect(row).toContainText('Posts (read)')
  await expect(shown).toHaveCount(0)
  await tokens.getByRole('button', { name: 'Revoke Backup at home' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(findToast(page)).toContainText('Backup at home no longer works.')
  await expect(row).toHaveCount(0)
  expect(await asks('/api/posts')).toBe(401)
})

test('a new address applies after its emailed link is confirmed, and the old one can undo it', async ({
  page,
  context,
  member,
}) => {
  const fresh = `new.${member.email}`
  await openSection(page, 'account')
  await page.getByRole('button', { name: 'Change email' }).click()
  const change = form(page, 'Change email')
  await change.getByLabel('New email').fill(fresh)
  for (const [status, text] of [
    [500, 'Something went wrong.'],
    [429, 'Too many requests.'],
  ] as const) {
    await page.route('**/api/account/email', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { status, code: status === 429 ? 'TOO_MANY' : 'INTERNAL', detail: text },
      }),
    )
    await change.getByRole('button', { name: 'Send link' }).click()
    await expect(findToast(page)).toContainText(text)
    await page.unroute('**/api/account/email')
  }
  // If the session ends while someone is typing, the form reopens unchanged after they sign in.
  await context.clearCookies()
  await pressUnlessLeft(change.getByRole('button', { name: 'Send link' }))
  await expect(page).toHaveURL(/\/auth\?next=/)
  await signInByForm(page, member.email, member.password)
  await expect(change.getByLabel('New email')).toHaveValue(fresh)
  // Signing in counts as re-authentication.
  await change.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Open the link we sent to ${fresh}`)).toBeVisible()

  await page.goto(await mailedLink(fresh, 'email'))
  const confirm = page.getByRole('button', { name: 'Confirm new email' })
  await expect(confirm).toBeVisible()
  expect((await whoIs(page)).email, 'opening a link changes nothing').toBe(member.email)
  await expectAccessible(page)
  await saveScreenshot(page, 'confirm-email')
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  expect((await whoIs(page)).email).toBe(fresh)

  await page.goto(await mailedLink(member.email, 'undo'))
  const undo = page.getByRole('button', { name: 'Undo change' })
  await expect(undo).toBeVisible()
  expect((await whoIs(page)).email, 'opening a link changes nothing').toBe(fresh)
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByRole('heading', { name: 'Your old email is back' })).toBeVisible()
  expect(await whoIs(page)).toBeNull()
  await mailedLink(member.email, 'reset')
})

test('API-13 account deletion needs re-authentication, is cancelled by signing in, and works by an emailed link', async ({
  page,
  member,
}) => {
  await openSection(page, 'leave')
  const chosen = await page.request.patch('/api/account/preferences', {
    data: { theme: 'dark' },
    headers: ownSite(),
  })
  expect(chosen.ok()).toBe(true)
  await page.getByRole('button', { name: 'Delete account...' }).click()
  const leave = form(page, 'Delete account')
  await expect(page.getByText('You have 14 days to change your mind').first()).toBeVisible()
  await leave.getByRole('radio', { name: 'Keep my posts' }).check()
  await forgetProofs(member)
  await leave.getByRole('button', { name: 'Delete account' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  // Re-authenticates with an emailed code instead of the password.
  await proof.getByRole('button', { name: 'Email me a code instead' }).click()
  await proof.getByRole('button', { name: 'Email me a code' }).click()
  await expect(proof.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-leave')
  await proof.getByLabel('Code').fill('12345')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('That’s not the code we sent.')).toBeVisible()
  await proof.getByLabel('Code').fill(await mailedDigits(member.email))
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(/^Your account will be deleted on \w+ \d+, \d{4}$/)).toBeVisible()

  await signInByForm(page, member.email, member.password)
  await expect(page.getByText('Keep your account?')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'sign-in-leaving')
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(findToast(page)).toContainText('Your account is back to normal.')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.locator('html'), 'the theme chosen elsewhere').toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => localStorage.removeItem('nollie.theme'))

  await page.context().clearCookies()
  await page.goto('/delete-account')
  await page.getByLabel('Email').fill(member.email)
  await expectAccessible(page)
  await saveScreenshot(page, 'delete-account')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const link = await mailedLink(member.email, 'token')
  await page.goto(link)
  await page.getByRole('radio', { name: /^Delete my posts/ }).check()
  expect(page.url(), 'the token does not stay in the address bar').not.toContain('token')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: /^Your account will be deleted on/ })).toBeVisible()
  await page.goto(link)
  await page.getByRole('radio', { name: /^Delete my posts/ }).check()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
