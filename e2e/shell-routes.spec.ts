import { shortPath } from '@nollie/contract/short-links'
import { expectAccessible } from './support/axe.ts'
import { saveScreenshot } from './support/screens.ts'
import { expect, test } from './support/test.ts'

const SOMEBODY = '0199e3a0-0000-7000-8000-000000000001'
// All routes that need an account, and the other paths to their screens.
const PROTECTED = [
  '/dashboard',
  '/feed',
  '/user-posts',
  '/share-spot',
  '/profile',
  '/profile/spots',
  '/profile/following',
  '/profile/followers',
  '/user-spots',
  `/user/${SOMEBODY}`,
  `/user/${SOMEBODY}/spots`,
  `/user/${SOMEBODY}/following`,
  `/user/${SOMEBODY}/followers`,
  '/community',
  '/connect',
  '/crews',
  '/share-content',
  '/quick-drop',
  '/settings',
  '/messages',
  '/admin',
  '/admin/first',
  '/admin/health',
]

test('AUTH-24 AUTH-25 PROF-01 LIST-17 DISC-01 a visitor to any screen for members must sign in, and then continues to the requested path', async ({
  page,
}) => {
  await page.goto('/terms')
  for (const path of PROTECTED) {
    // These are navigations inside one page; FEED-10 and DSC-02 load such a path as a page.
    await page.evaluate((to) => history.pushState(null, '', to), path)
    const next = path === '/dashboard' ? '' : `?next=${encodeURIComponent(path)}`
    await expect(page, path).toHaveURL(`/auth${next}`)
    await expect(page.getByRole('heading', { name: 'Welcome Back' }), path).toBeVisible()
  }
})

test('AUTH-24 ROUTE-02 landing page, sign-in with its form, map, rules and account deletion are open to visitors', {
  tag: '@smoke',
}, async ({ page }) => {
  for (const path of ['/', '/auth', '/spots', '/delete-account', '/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    await expect(page).toHaveURL(path)
    if (path === '/auth') await expect(page.getByLabel('Email')).toBeVisible()
  }
})

test('ROUTE-21 ROUTE-22 an unknown path shows an error, leads home, and is logged', async ({
  page,
  consoleErrors,
}) => {
  const answer = await page.goto('/no/such/ledge')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expect.poll(() => consoleErrors.join('\n')).toContain('/no/such/ledge')
  consoleErrors.length = 0
  await expectAccessible(page)
  await saveScreenshot(page, 'not-found')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('ROUTE-21 an unknown path shows an error for signed-in people, too', async ({
  page,
  member,
  consoleErrors,
}) => {
  expect(member.email).toBeTruthy()
  await page.goto('/nope')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  consoleErrors.length = 0
})

test('ROUTE-03 FEED-06 C-20 the dashboard has the five links of the bottom navigation, and messages in the rail', {
  tag: '@desktop',
}, async ({ page, member, isMobile }) => {
  expect(member.email).toBeTruthy()
  await page.goto('/dashboard')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveCount(isMobile ? 5 : 7)
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const screens = ['/dashboard', '/feed', '/spots', '/share-spot', '/messages', '/profile']
  expect(hrefs.slice(isMobile ? 0 : 1)).toEqual(screens.filter((path) => !isMobile || path !== '/messages'))
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard')
})

test('after a navigation the focus is on the new heading, and the skip link skips the navigation', {
  tag: '@wide',
}, async ({ page, member }) => {
  expect(member.email).toBeTruthy()
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click()
  await expect(page).toHaveURL('/feed')
  await expect(page).toHaveTitle('Discover · Nollie')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('ROUTE-08 a sharing link is replaced with the canonical path', async ({ page, member }) => {
  expect(member.email).toBeTruthy()
  await page.goto('/feed')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/spot/${SOMEBODY}`)
  await expect(page).toHaveURL(`/spots/${SOMEBODY}`)
  await page.goBack()
  await expect(page).toHaveURL('/feed')
})

test('a short link opens its page, an invalid one the error page, from outside and within', async ({
  page,
  member: _,
  consoleErrors,
}) => {
  await page.goto(shortPath('user', SOMEBODY))
  await expect(page).toHaveURL(`/user/${SOMEBODY}`)
  const push = (path: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  await push(`${shortPath('community', SOMEBODY)}?x=1`)
  await expect(page).toHaveURL(`/community/${SOMEBODY}?x=1`)
  const nowhere = page.getByRole('heading', { name: 'Oops! Page not found' })
  await push(`${shortPath('post', SOMEBODY)}0`)
  await expect(nowhere).toBeVisible()
  const answer = await page.goto(shortPath('spot', SOMEBODY).slice(0, -1))
  expect(answer?.status()).toBe(404)
  await expect(nowhere).toBeVisible()
  consoleErrors.length = 0
})

test('LIMIT-08 the scrollbar hides 600 ms after scrolling stops', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const root = page.locator('html')
  // The page's clock is paused from here on.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.evaluate(() => scrollBy(0, 200))
  await expect(root).toHaveAttribute('data-scrolling')
  await page.clock.runFor(599)
  await expect(root).toHaveAttribute('data-scrolling')
  await page.clock.runFor(1)
  await expect(root).not.toHaveAttribute('data-scrolling')
})

test('a selected theme is stored, applied in other tabs immediately, and never flashes', async ({
  page,
  context,
  member,
}) => {
  expect(member.email).toBeTruthy()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /^Preferences/ }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The theme must be set before the first paint, long before the scripts run.
  await page.route(/assets\/(?!theme-).*\.js$/, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('R23 a chunk missing on the server offers to load the new version', async ({
  page,
  member,
  consoleErrors,
}) => {
  expect(member.email).toBeTruthy()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(/assets\/(?!theme-).*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Spots' }).click()
  await expect(page.getByRole('heading', { name: 'A new version of Nollie is ready' })).toBeVisible()
  await page.unroute(/assets\/(?!theme-).*\.js$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page).toHaveURL(/\/spots$/)
  await expect(page.getByRole('heading', { name: 'A new version of Nollie is ready' })).toBeHidden()
  consoleErrors.length = 0
})

test('R23 a chunk that fails to load over a dead connection does not mean there is a new version', async ({
  page,
  member,
  consoleErrors,
}) => {
  expect(member.email).toBeTruthy()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The browser still reports that it's online.
  await page.route(/assets\/(?!theme-).*\.js$|\/api\//, (route) => route.abort())
  await page.getByRole('link', { name: 'Spots' }).click()
  await expect(page.getByRole('heading', { name: 'No response' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No response' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No response' })).toBeHidden()
  await expect(page).toHaveURL(/\/spots$/)
  consoleErrors.length = 0
})

test('terms and privacy are public, and linked where people sign up', async ({ page }) => {
  for (const [path, title] of [
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/runs? this (?:Nollie )?server/).first()).toBeVisible()
    await expectAccessible(page)
    await saveScreenshot(page, path.slice(1))
  }
  await page.goto('/auth')
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    '/privacy',
  )
})
