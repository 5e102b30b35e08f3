import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { somebody } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { shareSpot } from './support/share.ts'
import { act } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { tryAgain, tryAgainUntil } from './support/retry-buttons.ts'

// The session and the server's settings still load; every other request fails.
const KNOWN = /\/api\/(session|config|live|maps)/

async function breakApi(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (KNOWN.test(pathname) || route.request().method() !== 'GET') return route.fallback()
    // For crews, simulates a lost connection, which doesn't show whether the crew was deleted.
    if (pathname.startsWith('/api/crews/')) return route.abort()
    return route.fulfill({
      status: 500,
      json: { code: 'INTERNAL', title: 'Something went wrong', status: 500, detail: '', request_id: 'r' },
    })
  })
}

// Collects the page's console messages.
function collectLog(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  return lines
}

test('ERR-01 ERR-02 ERR-05 ERR-06 P-17 a screen whose data fails to load shows an error, never an empty state, and loads on retry', async ({
  page,
  browser,
  member: _,
}) => {
  const other = await somebody(browser)
  const spot = await shareSpot(other.request)
  const post = await addPost(other.request, spot.id, { title: 'Switch heel over the bench' })
  const { user } = await (await other.request.get('/api/session')).json()
  const text = { title: 'Wax or no wax', content: 'On marble.', category: 'tips' }
  const discussion = await (await act(other, 'POST', '/api/discussions', text)).json()
  const crew = await (await act(page, 'POST', '/api/crews', { name: 'Ledge Locals' })).json()
  await other.context.close()
  const screens: readonly (readonly [path: string, empty: RegExp, there: string | RegExp])[] = [
    ['/dashboard', /No posts yet/, post.title],
    ['/feed', /No photos or videos yet/, 'Discover'],
    [`/spots/${spot.id}`, /not found|no longer/i, spot.name],
    [`/user/${user.user_id}`, /not found|no longer/i, other.account.username],
    [`/user/${user.user_id}/spots`, /No spots/, spot.name],
    [`/user/${user.user_id}/followers`, /No followers/i, 'Followers'],
    ['/community', /No discussions/i, 'Wax or no wax'],
    [`/community/${discussion.id}`, /not found|no longer/i, 'On marble.'],
    ['/connect', /No (users|people|skaters)/i, other.account.username],
    ['/messages', /No messages|No conversations/i, 'Messages'],
    ['/share-content', /No posts yet/, 'Share Content'],
    [`/crews/${crew.id}`, /not found/i, 'Ledge Locals'],
  ]
  await page.clock.install()
  const log = collectLog(page)
  for (const [path, empty, there] of screens)
    await test.step(path, async () => {
      await breakApi(page)
      await page.goto(path)
      await afterRetries(page, tryAgain(page).first())
      await expect(page.getByText(empty)).toHaveCount(0)
      expect(log.splice(0).join('\n'), 'the log').toMatch(/Loading failed: (500 INTERNAL|0 OFFLINE)/)
      await expectAccessible(page)
      await page.unroute('**/api/**')
      await tryAgainUntil(page, page.getByText(there).first())
    })
})

test('ERR-07 SPOT-19 C-39 a photo that fails to load leaves no broken picture', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }))
  const log = collectLog(page)
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1, name: spot.name })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const broken = await page
    .locator('img')
    .evaluateAll(
      (all) =>
        all.filter((img) => img instanceof HTMLImageElement && img.complete && !img.naturalWidth).length,
    )
  expect(broken).toBe(0)
  expect(log).toContain('A photo could not be shown.')
})
