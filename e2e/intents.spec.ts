import type { BrowserContext, Page } from '@playwright/test'
import { type Account, aPerson, makeAccount } from './support/accounts.ts'
import { mailedLink } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function findPasswordField(page: Page) {
  return page.getByLabel('Password', { exact: true })
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await findPasswordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function cardAsSeenBy(page: Page, id: string) {
  return (await page.request.get(`/api/spots/${id}/card`)).json()
}

async function requestsFor(page: Page, context: BrowserContext) {
  const changes: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'PUT') changes.push(new URL(request.url()).pathname)
  })
  return changes
}

test('a visitor likes, saves and follows: sign-in is required, and then the action runs', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  const finder = await somebody(browser)
  const spot = await shareSpot(finder.request, { name: 'Harbour Banks' })
  const account = await makeAccount()

  await page.goto(`/spots/${spot.id}`)
  const actions = page.getByRole('group', { name: 'What you can do with this spot' })
  await actions.getByRole('button', { name: 'Like' }).click()
  const sheet = page.getByRole('dialog', { name: 'Like this spot' })
  await expect(sheet).toContainText('Harbour Banks')
  await expectAccessible(page)
  // Opening and closing the dialog stores nothing.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('nollie.intent'))).toBeNull()

  await actions.getByRole('button', { name: 'Like' }).click()
  await sheet.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Sign in to like Harbour Banks.')).toBeVisible()
  await expectAccessible(page)
  await signIn(page, account)
  await expect(findToast(page)).toContainText('You liked Harbour Banks.')
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  const { cover_item } = await cardAsSeenBy(page, spot.id)
  const item = async () =>
    (await (await page.request.get(`/api/posts/${cover_item.post_id}`)).json()).items?.[0] ??
    (await (await page.request.get(`/api/spots/${spot.id}/media`)).json()).items[0]
  expect(await item()).toMatchObject({ liked: true, likes_count: 1 })

  for (const [button, title, done] of [
    ['Save', 'Save this spot', 'You saved Harbour Banks.'],
    ['Follow', 'Follow the person who shared it', `You’re following ${finder.account.username}.`],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`/spots/${spot.id}`)
    await actions.getByRole('button', { name: button }).click()
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Sign In' }).click()
    await signIn(page, account)
    await expect(findToast(page)).toContainText(done)
    expect(await page.evaluate(() => localStorage.getItem('nollie.intent'))).toBeNull()
  }
  expect((await (await page.request.get(`/api/spots/${spot.id}`)).json()).saved).toBe(true)
  await finder.context.close()
})

test("a visitor's comment is posted after signing up, only by that person", async ({
  page,
  context,
  browser,
}) => {
  const finder = await somebody(browser)
  const spot = await shareSpot(finder.request, { name: 'Canal Ledge' })
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Comment' }).click()
  const sheet = page.getByRole('dialog', { name: 'Comment on this spot' })
  await expect(sheet.getByRole('button', { name: 'Sign Up' })).toBeDisabled()
  await sheet.getByLabel('Your comment').fill('Is it waxed?')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(sheet.getByLabel('Your comment')).toHaveValue('Is it waxed?')
  await sheet.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('We’ll post your comment on Canal Ledge after you sign in.')).toBeVisible()
  const person = aPerson()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await findPasswordField(page).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()

  // The emailed link opens in another tab of the same browser, which signs in both tabs.
  const mail = await context.newPage()
  await mail.goto(await mailedLink(person.email, 'verify'))
  await expect(mail).toHaveURL(/comments=1/)
  await expect(mail.getByRole('dialog').getByText('Is it waxed?')).toBeVisible()
  await expect(page).not.toHaveURL(/\/auth/)
  expect((await cardAsSeenBy(page, spot.id)).comments_count).toBe(1)
  await finder.context.close()
})

test('an intent is only for the person who selected it, expires, and never comes from a link', async ({
  page,
  context,
  browser,
}) => {
  const finder = await somebody(browser)
  const spot = await shareSpot(finder.request, { name: 'Station Stairs' })
  const account = await makeAccount()
  const { cover_item } = await cardAsSeenBy(page, spot.id)
  const changes = await requestsFor(page, context)

  // Opening an address that contains an action doesn't perform the action.
  const intent = JSON.stringify({ kind: 'like', spot: { id: spot.id, name: spot.name }, item: cover_item })
  const next = `/spots/${spot.id}?intent=${encodeURIComponent(intent)}&like=1`
  await page.goto(
    `/auth?next=${encodeURIComponent(next)}&intent=${encodeURIComponent(intent)}#intent=${intent}`,
  )
  await signIn(page, account)
  await expect(page).toHaveURL(new RegExp(`/spots/${spot.id}`))
  await expect(page.getByRole('heading', { name: 'Station Stairs' }).first()).toBeVisible()
  expect(changes).toEqual([])

  // Nothing happens if the action belongs to someone else, was discarded, or is too old.
  for (const stored of [
    { intent: JSON.parse(intent), at: Date.now(), email: 'somebody@example.com' },
    { intent: JSON.parse(intent), at: Date.now() - 3 * 60 * 60_000, email: null },
  ]) {
    await context.clearCookies()
    await page.goto('/terms')
    await page.evaluate((value) => localStorage.setItem('nollie.intent', value), JSON.stringify(stored))
    await page.goto('/auth')
    await signIn(page, account)
    await expect(page).toHaveURL('/dashboard')
  }
  await context.clearCookies()
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Like' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Never mind' }).click()
  await signIn(page, account)
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { name: 'Station Stairs' }).first()).toBeVisible()
  expect(changes).toEqual([])
  await finder.context.close()
})

test('sharing a spot requires an account, explains why, and continues afterwards', async ({ page }) => {
  const account = await makeAccount()
  await page.goto('/spots')
  await page.getByRole('link', { name: 'Sign in to share' }).click()
  await expect(page.getByText('Sign in or sign up to share a spot.')).toBeVisible()
  await signIn(page, account)
  await expect(page).toHaveURL('/share-spot')
})
