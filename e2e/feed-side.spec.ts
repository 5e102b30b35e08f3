import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { somebody } from './support/people.ts'
import { likeItem, openFeed } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test('a map that fails to load is reported, and the link to the spots stays', { tag: '@wide' }, async ({
  page,
  member: _,
}) => {
  const refused: string[] = []
  await page.route(/\/assets\/spots-still/, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await openFeed(page)
  const map = page.getByRole('complementary').getByRole('region', { name: 'Skate spots' })
  await expect(map.getByText('Map Not Available')).toBeVisible()
  await expect(map.getByRole('link')).toHaveAttribute('href', '/spots')
  expect(refused.length, 'the chunk has this name').toBeGreaterThan(0)
})

test('on a wide screen, a map with the number of spots and recent activity are beside the feed', {
  tag: '@desktop',
}, async ({ page, browser, member: _ }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const spot = await shareSpot(page.request, { name: 'Red Curb Lot' })
  await openFeed(page)
  const side = page.getByRole('complementary')
  if ((page.viewportSize()?.width ?? 0) < 1180) {
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(side).toHaveCount(0)
    expect(requested.filter((path) => /\/(engine|feed-side|spots-still|maplibre)/.test(path))).toEqual([])
    return
  }
  expect(
    requested.filter((path) => path.includes('/feed-side')),
    'the chunk has this name',
  ).not.toEqual([])
  const map = side.getByRole('region', { name: 'Skate spots' })
  const fetchCount = async () => {
    const { total } = await (await page.request.get('/api/map?z=0&x0=0&x1=0&y0=0&y1=0')).json()
    return total === 1 ? '1 spot' : `${total.toLocaleString('en')} spots`
  }
  const count = map.getByRole('link', { name: /^[\d,]+ spots?$/ })
  await expect(async () => expect(await count.textContent()).toBe(await fetchCount())).toPass()
  await expect(count).toHaveAttribute('href', '/spots')
  await expect(map.locator('canvas')).toBeVisible()

  const activity = side.getByRole('region', { name: 'Activity' })
  await expect(activity.getByText('No notifications yet')).toBeVisible()
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  const [{ post_id, media_index }] = items
  const kofi = await somebody(browser)
  await likeItem(kofi.request, { post_id, media_index })
  const line = activity.getByRole('link', { name: new RegExp(`${kofi.account.username}.*liked your photo`) })
  await expect(line).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-side')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await line.click()
  await expect(page).toHaveURL(`/dashboard?item=${post_id}.${media_index}`)
  await page.goBack()
  await count.click()
  await expect(page).toHaveURL(/\/spots(\?|$)/)
  await kofi.context.close()
})
