import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { openSection } from './support/settings.ts'
import { expect, test } from './support/test.ts'

function devices(page: Page) {
  return page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
}

function groups(page: Page) {
  return page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')
}

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

test('SET-01 SET-05 on a phone, six groups open and close with the keyboard, and load their data when they open', async ({
  page,
  member: _,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openSettings(page)
  await expect(groups(page)).toHaveCount(6)
  for (const group of await groups(page).all()) await expect(group).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
  await expectAccessible(page)
  const ofSections = /^\/api\/.*(?:sessions|passkeys|tokens|exports|switches|digests)/
  expect(asked.filter((path) => ofSections.test(path))).toEqual([])

  const security = groups(page).first()
  await security.press('Enter')
  await expect(page).toHaveURL('/settings#security')
  await expect(page).toHaveTitle('Sign-in and security · Nollie')
  await expect(heading(page)).toHaveText('Sign-in and security')
  await expect(heading(page)).toBeFocused()
  await expect(devices(page).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Access tokens' })).toHaveCount(0)
  // The skip link's hash names no section.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/settings#main')
  await expect(heading(page)).toHaveText('Sign-in and security')
  await page.goBack()
  await expect(page).toHaveURL('/settings#security')
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page).toHaveURL('/settings')
  await expect(page).toHaveTitle('Settings · Nollie')
  await expect(heading(page)).toHaveText('Settings')
  await expect(security).toBeFocused()

  await page.goForward()
  await expect(heading(page)).toHaveText('Sign-in and security')
  await page.reload()
  await expect(heading(page)).toHaveText('Sign-in and security')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(groups(page)).toHaveCount(6)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
})

test('on a phone, the list keeps its scroll position, and links open the group of their section', async ({
  page,
  member: _,
}) => {
  // Small enough for the list to scroll.
  await page.setViewportSize({ width: 390, height: 480 })
  await openSettings(page)
  await groups(page).last().scrollIntoViewIfNeeded()
  const readScroll = () => page.evaluate(() => scrollY)
  await expect.poll(readScroll).toBeGreaterThan(0)
  const preferences = groups(page).filter({ hasText: 'Preferences' })
  await preferences.focus()
  const before = await readScroll()
  // A click would scroll the link out from under the dock.
  await preferences.press('Enter')
  await expect(page).toHaveURL('/settings#preferences')
  await expect.poll(readScroll).toBe(0)
  await expect(page.getByRole('group', { name: 'Theme' })).toBeInViewport()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(groups(page)).toHaveCount(6)
  await expect.poll(readScroll).toBe(before)

  // From another screen, a link opens the group. Back leads to the list, not to the other screen.
  await page.goto('/dashboard')
  await page.evaluate(() => history.pushState(null, '', '/settings#tokens'))
  const tokens = page.getByRole('region', { name: 'Access tokens' })
  await expect(tokens).toBeInViewport()
  await expect(heading(page)).toHaveText('Data and account')
  await expect(page).toHaveTitle('Data and account · Nollie')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(groups(page)).toHaveCount(6)
  // A link that's opened on the list moves focus to its section.
  await page.evaluate(() => history.pushState(null, '', '/settings#digests'))
  await expect(page.getByRole('region', { name: 'Weekly email and new spots' })).toBeFocused()
  await expect(heading(page)).toHaveText('Notifications and emails')

  // Rotating a phone doesn't close a form.
  const board = (await openSection(page, 'board')).getByRole('textbox')
  await board.fill('80')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(heading(page)).toHaveText('Preferences')
  await expect(board).toHaveValue('80')
})

test('on wide screens, all sections are on one page, with a list by group', { tag: '@wide' }, async ({
  page,
  member: _,
}) => {
  await page.goto('/settings#privacy')
  await expect(heading(page)).toHaveText('Settings')
  await expect(page.getByRole('region', { name: 'Link previews' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toBeAttached()
  const list = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('list')
  await expect(list).toHaveCount(6)
  await expect(list.first()).toHaveAccessibleName('Sign-in and security')
})
