import type { BrowserContext, Page } from '@playwright/test'
import { type Account, makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { aPhoto, shareSpot } from './support/share.ts'
import { type Server, startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

test('a new member is welcomed once: picture and name, hometown, people, spots; never again on any device', async ({
  page,
  browser,
}) => {
  const local = await somebody(browser)
  const spot = await shareSpot(local.request, {
    name: 'Harbour Ledges',
    latitude: 64.1805,
    longitude: -51.7216,
  })
  const account = await makeAccount({ welcomed: false })
  await signInAs(page, account)
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Welcome to Nollie' }).getByRole('button', { name: 'Start' }).click()
  const welcome = page.getByRole('region', { name: 'Set up your profile' })
  await expect(welcome).toContainText('Step 1 of 4')
  await expectAccessible(page)
  await welcome.locator('input[type=file]').setInputFiles(await aPhoto())
  await page.getByRole('button', { name: 'Use photo' }).click()
  await expect(page.getByText('Profile photo uploaded').first()).toBeVisible()
  await welcome.getByLabel('Display name').fill('Lu Skates')
  await welcome.getByRole('button', { name: 'Next' }).click()

  const home = page.getByRole('region', { name: 'Where do you skate?' })
  await expect(home.getByRole('heading')).toBeFocused()
  await home.getByLabel('Your town').fill('Nuuk')
  await home.getByRole('button', { name: /^Nuuk/ }).first().press('Enter')
  await expect(home.getByRole('button', { name: /^Remove Nuuk/ })).toBeVisible()
  const shows = home.getByRole('checkbox', { name: 'Show it on my profile' })
  await expect(shows).not.toBeChecked()
  await shows.check()
  await expectAccessible(page)
  await home.getByRole('button', { name: 'Next' }).click()

  const people = page.getByRole('region', { name: 'Skaters to follow' })
  const theirs = people.getByRole('listitem').filter({ hasText: local.account.username })
  await theirs.getByRole('button', { name: /^Follow/ }).click()
  await expect(theirs.getByRole('button', { name: /^Following/ })).toBeVisible()
  expect(await people.getByRole('listitem').count()).toBeLessThanOrEqual(3)
  await people.getByRole('button', { name: 'Next' }).click()

  const spots = page.getByRole('region', { name: 'Spots to check out' })
  await expect(spots.getByRole('heading', { name: /^Spots near Nuuk/ })).toBeVisible()
  await expect(spots.locator(`a[href="/spots/${spot.id}"]`)).toContainText('Harbour Ledges')
  await expectAccessible(page)
  await spots.getByRole('button', { name: 'Done' }).click()
  await expect(spots).toBeHidden()
  expect((await (await page.request.get('/api/session')).json()).user).toMatchObject({
    full_name: 'Lu Skates',
  })

  // The welcome card doesn't appear again on any device; the hometown is stored only on this one.
  await page.reload()
  await expect(page.getByRole('feed')).toBeVisible()
  await expect(page.getByText('Welcome to Nollie')).toBeHidden()
  const phone = await browser.newContext({ baseURL: process.env.NOLLIE_URL as string })
  const there = await phone.newPage()
  await signInAs(there, account)
  const requested = there.waitForResponse((answer) => answer.url().endsWith('/api/account/preferences'))
  await there.goto('/dashboard')
  expect((await (await requested).json()).welcomed).toBe(true)
  await expect(there.getByRole('feed')).toBeVisible()
  await expect(there.getByText('Welcome to Nollie')).toBeHidden()
  await phone.close()
  await local.context.close()
})

test('the welcome can be skipped immediately', async ({ page }) => {
  await signInAs(page, await makeAccount({ welcomed: false }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Skip setup' }).click()
  await expect(page.getByText('Welcome to Nollie')).toBeHidden()
  await expect
    .poll(async () => (await (await page.request.get('/api/account/preferences')).json()).welcomed)
    .toBe(true)
  await page.reload()
  await expect(page.locator('#main')).toBeVisible()
  await expect(page.getByText('Welcome to Nollie')).toBeHidden()
})

/** Opens the dashboard in a new tab, which is a visit. */
async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/dashboard')
  await expect(page.locator('#main')).toBeVisible()
  return page
}

test('the welcome takes at most a quarter of the first screen, and ends after two visits', async ({
  context,
}) => {
  const account = await makeAccount({ welcomed: false })
  await signInAs(context, account)
  const first = await visit(context)
  const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome to Nollie' })
  await expect(welcome(first)).toBeVisible()
  await expectAccessible(first)
  expect((await welcome(first).boundingBox())?.height).toBeLessThanOrEqual(844 / 4)
  // Loading the page again in the same tab is the same visit.
  await first.reload()
  await expect(welcome(first)).toBeVisible()
  const second = await visit(context)
  await expect(welcome(second)).toBeVisible()
  const ended = context.waitForEvent('response', {
    predicate: (answer) =>
      answer.url().endsWith('/api/account/preferences') && answer.request().method() === 'PATCH',
  })
  const third = await visit(context)
  expect((await ended).ok()).toBe(true)
  await expect(welcome(third)).toHaveCount(0)
})

/** Returns the link in a server's output that makes its operator the admin. */
async function printedLink(server: Server): Promise<string> {
  const find = () => /\S+\/admin\/first#token=\S+/.exec(server.readOutput())?.[0]
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

/** Opens the link signed out, as an operator does who copies it to a browser. */
async function becomeAdminWithLink(page: Page, { email, password }: Account, link: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/admin/first')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Become the admin' }).click()
  await page.getByRole('link', { name: 'Add skateparks from OpenStreetMap' }).click()
  await expect(page.getByRole('heading', { name: 'Add skateparks' })).toBeVisible()
  // For the admin, the link still works.
  await page.goto('/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Become the admin' }).click()
  await expect(page.getByRole('heading', { name: 'You’re the admin' })).toBeVisible()
}

test('an empty installation invites people to share the first spot; its operator becomes the admin with the printed link, and is shown how to fill it', async ({
  browser,
}) => {
  test.skip(Boolean(process.env.FLEET), 'an empty place is a server of its own')
  const shared = { url: process.env.NOLLIE_URL as string, dataDir: process.env.NOLLIE_DATA_DIR as string }
  const empty = await startServer()
  process.env.NOLLIE_URL = empty.url
  process.env.NOLLIE_DATA_DIR = empty.dataDir
  try {
    const context = await browser.newContext({ baseURL: empty.url })
    const page = await context.newPage()
    const account = await makeAccount()
    await signInAs(page, account)
    await page.goto('/dashboard')
    await expect(page.locator('#main').getByRole('link', { name: 'Share Spot' })).toBeVisible()
    await expect(page.getByText('npm run sample')).toBeHidden()
    await becomeAdminWithLink(page, account, await printedLink(empty))
    await page.goto('/dashboard')
    await expect(page.getByText('npm run sample')).toBeVisible()
    await expect(page.getByText('npm run import -- FILE')).toBeVisible()
    await expectAccessible(page)
    await context.close()
  } finally {
    process.env.NOLLIE_URL = shared.url
    process.env.NOLLIE_DATA_DIR = shared.dataDir
    await empty.stop()
  }
})
