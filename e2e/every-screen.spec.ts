import type { Page } from '@playwright/test'
import { signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { shareSpot } from './support/share.ts'
import { act } from './support/comments.ts'
import { expect as atOnce, test } from './support/test.ts'

test.describe.configure({ timeout: 600_000 })
const expect = atOnce.configure({ timeout: 60_000 })

// Paths, with the heading where it distinguishes one screen from another.
type Screens = readonly (readonly [path: string, heading?: string])[]

const FOR_ALL: Screens = [
  ['/', 'Find Your Next Skate Spot'],
  ['/auth'],
  ['/spots'],
  ['/delete-account'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/notice', 'Report something'],
  ['/appeal'],
  ['/my-data'],
]
const FOR_MEMBERS: Screens = [
  ['/dashboard', 'Dashboard'],
  ['/feed', 'Discover'],
  ['/user-posts', 'Discover'],
  ['/share-spot', 'Share Spot'],
  ['/share-content', 'Share Content'],
  ['/profile/spots', 'Your spots'],
  ['/user-spots', 'Your spots'],
  ['/profile/following', 'Following'],
  ['/profile/followers', 'Followers'],
  ['/community', 'Community Discussions'],
  ['/connect', 'Connect with Skaters'],
  ['/messages', 'Messages'],
  ['/messages/new'],
  ['/settings', 'Settings'],
]
const FOR_ADMINS: Screens = [
  '',
  '?list=appealed',
  '?list=closed',
  '?list=members',
  '?list=spots',
  '?list=log',
].map((list) => [`/admin${list}`, 'Moderation'])

async function walk(page: Page, screens: Screens): Promise<void> {
  for (const [path, heading] of screens)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      if (heading) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // Nothing is wider than the screen, nor than that of the narrowest phone.
      const size = page.viewportSize()
      for (const narrow of size && size.width < 400 ? [size, { ...size, width: 320 }] : [size]) {
        if (narrow) await page.setViewportSize(narrow)
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(wider, `${path} scrolls sideways at ${narrow?.width}`).toBeLessThanOrEqual(0)
      }
      if (size) await page.setViewportSize(size)
      await expectAccessible(page)
    })
}

test('every screen for everybody can be used by everybody, in both themes', { tag: '@desktop' }, ({ page }) =>
  walk(page, FOR_ALL),
)

test('ROUTE-04 ROUTE-06 ROUTE-09 ROUTE-10 ROUTE-11 ROUTE-12 ROUTE-13 ROUTE-15 ROUTE-16 ROUTE-17 NATIVE-01 every screen for members can be used by everybody, in both themes', {
  tag: '@desktop',
}, async ({ page, browser, member }) => {
  const other = await somebodyElse(browser)
  const spot = await shareSpot(other.page.request)
  await addPost(other.page.request, spot.id, { title: 'First try' })
  const { user } = await (await other.page.request.get('/api/session')).json()
  const theirs = `/user/${user.user_id}`
  await walk(page, [
    ...FOR_MEMBERS,
    ['/profile', member.username],
    [theirs, other.account.username],
    [`${theirs}/spots`, 'Spots'],
    [`${theirs}/following`, 'Following'],
    [`${theirs}/followers`, 'Followers'],
    [`/spots/${spot.id}`, 'Library Marble'],
    [`/messages/with/${user.user_id}`],
  ])
  await other.context.close()
})

test('the screen of who is suspended can be used by everybody, in both themes', { tag: '@desktop' }, async ({
  page,
  browser,
  member,
}) => {
  const admin = await somebodyElse(browser)
  await makeAdmin(admin.account)
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title: 'First try' })
  const { user } = await (await page.request.get('/api/session')).json()
  const suspended = await act(admin.page, 'PUT', `/api/moderation/people/${user.user_id}/suspension`, {
    reason: 'Sells wax.',
  })
  expect(suspended.ok()).toBe(true)
  await signInAs(page, member)
  await walk(page, [
    ['/suspended', 'Your account is suspended'],
    ['/settings', 'Your account is suspended'],
  ])
  await admin.context.close()
})

test('every screen for admins can be used by everybody, in both themes', { tag: '@desktop' }, async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  await walk(page, FOR_ADMINS)
})
