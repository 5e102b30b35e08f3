import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { shareSpot } from './support/share.ts'
import { expect as atOnce, test } from './support/test.ts'

test.describe.configure({ timeout: 600_000 })
const expect = atOnce.configure({ timeout: 60_000 })

const FOR_ALL = [
  '/',
  '/auth',
  '/spots',
  '/delete-account',
  '/terms',
  '/privacy',
  '/notice',
  '/appeal',
  '/my-data',
]
const FOR_MEMBERS = [
  '/dashboard',
  '/feed',
  '/share-spot',
  '/share-content',
  '/profile',
  '/profile/spots',
  '/profile/following',
  '/profile/followers',
  '/community',
  '/connect',
  '/messages',
  '/messages/new',
  '/settings',
]
const FOR_ADMINS = [
  '/admin',
  '/admin?list=appealed',
  '/admin?list=closed',
  '/admin?list=members',
  '/admin?list=spots',
  '/admin?list=log',
]

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // Nothing is wider than the screen.
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    })
}

test('every screen for everybody can be used by everybody, in both themes', { tag: '@desktop' }, ({ page }) =>
  walk(page, FOR_ALL),
)

test('every screen for members can be used by everybody, in both themes', { tag: '@desktop' }, async ({
  page,
  browser,
  member: _,
}) => {
  const other = await somebodyElse(browser)
  const spot = await shareSpot(other.page.request)
  await addPost(other.page.request, spot.id, { title: 'First try' })
  const { user } = await (await other.page.request.get('/api/session')).json()
  const theirs = ['', '/spots', '/following', '/followers'].map((tab) => `/user/${user.user_id}${tab}`)
  await walk(page, [...FOR_MEMBERS, ...theirs, `/spots/${spot.id}`, `/messages/with/${user.user_id}`])
  await other.context.close()
})

test('every screen for admins can be used by everybody, in both themes', { tag: '@desktop' }, async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  await walk(page, FOR_ADMINS)
})
