import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { aGallery } from './support/comments.ts'
import { somebody } from './support/people.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { expect, test } from './support/test.ts'
import { weighProgram } from './support/program-size.ts'

for (const path of ['/', '/welcome']) {
  test(`LAND-01 LAND-02 LAND-03 LAND-07 ROUTE-01 ROUTE-20 C-01 G-01 G-38 P-23 a visitor of ${path} reads what Nollie is`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Find Your Next Skate Spot' })).toBeVisible()
    await expect(
      page.getByText(
        'Discover epic skate spots, share your sessions, and connect with the global skating community.',
      ),
    ).toBeVisible()
    await expect(page.getByText('An interactive map of skate spots worldwide.')).toBeVisible()
    await expect(page.getByText('Upload photos and videos to share a spot.')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('2024')
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(/Find Your Next Skate Spot/)
  })
}

test('LAND-04 LAND-05 LAND-06 ROUTE-05 C-02 Get Started, Explore Spots and Sign Up Now open the sign-up form, the plain link opens the map', async ({
  page,
}) => {
  const ways = [
    ['Get Started', page.getByRole('banner').getByRole('link', { name: 'Get Started' })],
    ['Explore Spots', page.getByRole('link', { name: 'Explore Spots' })],
    ['Sign Up Now', page.getByRole('link', { name: 'Sign Up Now' })],
  ] as const
  for (const [name, way] of ways)
    await test.step(name, async () => {
      await page.goto('/')
      await way.click()
      await expect(page).toHaveURL(/\/auth\?mode=sign-up/)
      await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
    })
  await page.goto('/')
  await page.getByRole('link', { name: 'Just look at the map' }).click()
  await expect(page).toHaveURL(/\/spots$/)
})

test('after Explore Spots the form offers to look around first, and signing in leads to the map', async ({
  page,
}) => {
  const account = await makeAccount()
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Spots' }).click()
  await page.getByRole('link', { name: 'Look around first' }).click()
  await expect(page).toHaveURL(/\/spots$/)
  await page.goBack()
  await page.getByRole('link', { name: /Already have an account/ }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/spots$/)
})

test('a protected page says why people have to sign in', async ({ page }) => {
  await page.goto('/messages')
  await expect(page).toHaveURL(/\/auth\?next=%2Fmessages/)
  await expect(page.getByText('Sign in to open the page you requested.')).toBeVisible()
})

test('a linked post or profile shows its photo and name before sign-in, if its author allows it', async ({
  page,
  browser,
}) => {
  const friend = await somebody(browser)
  const { username } = friend.account
  const { spot, items } = await aGallery(friend, 1)
  const post = `/post/${items[0]?.post_id}`
  const linked = page.getByRole('figure')
  await page.goto(post)
  await expect(page.getByText('Sign in to open the page you requested.')).toBeVisible()
  await expect(linked).toHaveCount(0)

  const allowed = await friend.request.patch('/api/account/preferences', {
    data: { link_previews: true },
    headers: ownSite(),
  })
  expect(allowed.ok(), await allowed.text()).toBe(true)
  await page.goto(post)
  await expect(linked).toContainText(`${username} at ${spot.name}`)
  await expect(linked.locator('img')).toHaveJSProperty('naturalWidth', 1200)
  await expect(page.getByText('Sign in to open the page you requested.')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'auth-linked-post')
  await page.goto(`/user/${await fetchUserId(friend.request)}`)
  await expect(linked).toContainText(`@${username}`)
  await friend.context.close()
})

test('LAND-09 AUTH-18 shows that the session is loading, then the page', async ({ page }) => {
  let answer = () => undefined as void
  const gate = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/session', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto('/terms')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Find Your Next Skate Spot' })).toBeHidden()
  answer()
  await expect(page.getByRole('heading', { name: 'Find Your Next Skate Spot' })).toBeVisible()
  await expect(page.getByText('Loading...')).toBeHidden()
})

test('shows the landing page even if the session cannot be loaded', async ({ page }) => {
  await page.route('**/api/session', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Find Your Next Skate Spot' })).toBeVisible()
})

test('R11 R23 offline, continuing shows an error instead of an empty page', async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Explore Spots' }).click()
  await expect(page.getByRole('heading', { name: 'No response' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
  consoleErrors.length = 0
})

test('the landing page works by keyboard and with Back and Forward', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Spots' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\?mode=sign-up/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Find Your Next Skate Spot' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
})

test('LAND-08 C-01 a signed-in person is redirected from / and /welcome to the dashboard', async ({
  page,
  member,
}) => {
  expect(member.email).toBeTruthy()
  for (const path of ['/', '/welcome']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('the landing page needs no script, and loads at most 10 kB of scripts', async ({ page, browser }) => {
  const program = weighProgram(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await program()).toBeLessThanOrEqual(10_000)
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const there = await bare.newPage()
  for (const path of ['/', '/welcome']) {
    await there.goto(path)
    await expect(there.getByRole('heading', { level: 1, name: 'Find Your Next Skate Spot' })).toBeVisible()
  }
  await there.getByRole('link', { name: 'Explore Spots' }).click()
  await expect(there).toHaveURL(/\/auth\?mode=sign-up/)
  await bare.close()
})

test('signing in in another tab redirects the landing page to the dashboard', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await signInAs(other, await makeAccount())
  await other.goto('/')
  await expect(other).toHaveURL('/dashboard')
  await page.bringToFront()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL('/dashboard')
})
