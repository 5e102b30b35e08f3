import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { editProfile, somebody, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { withoutStream } from './support/without-stream.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

async function follow(request: APIRequestContext, user_id: string) {
  return expect((await request.put(`/api/people/${user_id}/follow`, { headers: ownSite() })).ok()).toBe(true)
}

function findRow(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByText(`@${name}`, { exact: true }) })
}

test('LIST-01 LIST-02 LIST-03 LIST-05 LIST-06 LIST-07 LIST-08 LIST-09 LIST-10 FOLLOW-01 FOLLOW-02 followers with mutual friends', async ({
  page,
  browser,
  member,
}) => {
  const maya = await somebody(browser)
  const kofi = await somebody(browser)
  const [mayas, kofis, mine] = [
    await fetchUserId(maya.request),
    await fetchUserId(kofi.request),
    await fetchUserId(page.request),
  ]
  await editProfile(maya.request, { full_name: 'Maya Okafor', bio: 'Switch everything.' })
  await follow(page.request, kofis)
  await page.goto(`/user/${mayas}/followers`)
  await expect(page.getByText('No followers yet')).toBeVisible()
  await expect(page.getByText("Maya Okafor doesn't have any followers yet.")).toBeVisible()
  await follow(kofi.request, mayas)
  // An event updates the list.
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
  await follow(page.request, mayas)
  await follow(maya.request, mine)
  await page.reload()
  await expect(page.getByText('2 followers', { exact: true })).toBeVisible()
  await expect(findRow(page, member.username).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'followers')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/user/${mayas}`)

  // No one the viewer follows is following Kofi. Maya follows the viewer, and Kofi follows Maya.
  await page.goto('/profile/following')
  await expect(page.getByRole('heading', { name: 'Following' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Following' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(`@${maya.account.username}`)
  for (const text of ['Maya Okafor', 'Switch everything.', '1 mutual friend'])
    await expect(rows.first()).toContainText(text)
  // People without a name appear under their username, with its first letter in place of a photo.
  await expect(rows.last().locator('b')).toHaveText(kofi.account.username)
  await expect(rows.last().locator('.avatar_root')).toHaveAttribute(
    'data-initials',
    (kofi.account.username[0] ?? '').toUpperCase(),
  )
  await expect(rows.last()).not.toContainText('mutual')
  const button = rows.last().getByRole('button')
  let answer: () => void = () => undefined
  await page.route('**/api/people/*/follow', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await button.press('Enter')
  await expect(button).toHaveText(/^Loading\.\.\./)
  await expect(button).toBeFocused()
  await expect.poll(() => answer.toString()).not.toContain('undefined')
  answer()
  await expect(button).toHaveText(/^Follow(?!ing)/)
  await page.unroute('**/api/people/*/follow')
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(`/user/${mayas}`)
  await maya.context.close()
  await kofi.context.close()
})

test("LIST-04 LIST-11 LIST-12 G-15 a person's own empty lists lead to the next step", async ({
  page,
  member: _,
}) => {
  let answer: () => void = () => undefined
  await page.route('**/followers*', async (route) => {
    if (!route.request().url().includes('/api/')) return route.continue()
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.goto('/profile/followers')
  await expect(page.getByText('Loading followers...')).toBeVisible()
  await expect.poll(() => answer.toString()).not.toContain('undefined')
  answer()
  await expect(page.getByText('No followers yet')).toBeVisible()
  await saveScreenshot(page, 'followers-empty')
  await page.getByRole('link', { name: 'Share a Spot' }).click()
  await expect(page).toHaveURL('/share-spot')
  await page.goto('/profile/following')
  await expect(page.getByText('Not following anyone yet')).toBeVisible()
  await page.getByRole('link', { name: 'Find People to Follow' }).click()
  await expect(page).toHaveURL('/connect')
})

test('a list that fails to load can be retried', async ({ page, member: _ }) => {
  await page.clock.install()
  await page.route('**/api/people/*/following*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/profile/following')
  await afterRetries(page, page.getByRole('heading', { name: 'Couldn’t load the list of people' }))
  await page.unroute('**/api/people/*/following*')
  await tryAgainUntil(page, page.getByText('Not following anyone yet'))
})

test('CONN-01 CONN-02 CONN-03 CONN-04 CONN-05 CONN-07 CONN-08 skaters are found and followed', {
  tag: '@smoke',
}, async ({ page, browser, member: _ }) => {
  const maya = await somebody(browser)
  await withoutStream(page)
  await page.goto('/connect')
  await expect(page.getByRole('heading', { level: 1, name: 'Connect with Skaters' })).toBeVisible()
  await expect(page.getByText('You are following 0 skaters')).toBeVisible()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'connect')
  const search = page.getByPlaceholder('Search by username or name...')
  await search.fill(maya.account.username.slice(3))
  await expect(page.getByRole('listitem')).toHaveCount(1)
  const row = findRow(page, maya.account.username)
  const button = row.getByRole('button')
  await button.click()
  await expect(button).toHaveText(/^Following/)
  await expect(page.getByText(/You are following 1 skater$/)).toBeVisible()
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: maya.account.username })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue(maya.account.username.slice(3))
  await button.click()
  await expect(button).toHaveText(/^Follow(?!ing)/)
  await expect(page.getByText('You are following 0 skaters')).toBeVisible()
  await search.fill('zzzz-nobody-has-this-name')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await maya.context.close()
})

test('CONN-06 CONN-07 an empty installation says that no one else is there', async ({ page, member: _ }) => {
  let answer: () => void = () => undefined
  await page.route('**/api/people/suggestions', (route) => route.fulfill({ json: { items: [] } }))
  await page.route('**/api/people', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ json: { items: [], next_cursor: null } })
  })
  await page.goto('/connect')
  await expect(page.getByText('Loading users...')).toBeVisible()
  await expect.poll(() => answer.toString()).not.toContain('undefined')
  answer()
  await expect(page.getByText('No other users found.')).toBeVisible()
})

test("LIST-14 LIST-15 LIST-16 ROUTE-14 own spots and other people's", async ({
  page,
  browser,
  member: _,
}) => {
  await page.goto('/profile/spots')
  await expect(page.getByText('No spots shared yet')).toBeVisible()
  await expect(page.getByText('Start sharing your favorite skate spots!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Share Your First Spot' })).toHaveAttribute(
    'href',
    '/share-spot',
  )
  await shareSpot(page.request)
  await page.goto('/user-spots')
  await expect(page.getByText('1 spot', { exact: true })).toBeVisible()
  await shareSpot(page.request)
  await shareSpot(page.request)
  await page.goto('/profile/spots')
  await expect(page.getByText('3 spots', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'own-spots')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
  const maya = await somebody(browser)
  const id = await fetchUserId(maya.request)
  await page.goto(`/user/${id}/spots`)
  await expect(page.getByText("This user hasn't shared any spots.")).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/user/${id}`)
  await maya.context.close()
})

test('on a desktop, Connect is aligned to one edge, and cards in a row have equal heights', {
  tag: '@wide',
}, async ({ page, browser, member: _ }) => {
  const [maya, kofi] = [await somebodyElse(browser), await somebodyElse(browser)]
  await editProfile(kofi.page.request, { full_name: 'Kofi Mensah', bio: 'Ledges before breakfast.' })
  await page.goto('/connect')
  const card = page.locator('.people_card')
  await expect(card.nth(1)).toBeVisible()
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x
  const edge = await left('.header-bar_row')
  for (const box of ['.people_search', '.people_head', '.people_card', '.people_network'])
    expect(await left(box), box).toBe(edge)
  const heights = new Map<number, Set<number>>()
  for (const box of await card.all()) {
    const { y, height } = (await box.boundingBox()) ?? { y: 0, height: 0 }
    heights.set(y, (heights.get(y) ?? new Set()).add(height))
  }
  for (const row of heights.values()) expect(row.size).toBe(1)
  await saveScreenshot(page, 'connect-edges')
  await maya.context.close()
  await kofi.context.close()
})
