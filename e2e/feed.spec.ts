import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import {
  addComment,
  addPost,
  findCard,
  changePost,
  likeItem,
  openFeed,
  openFeedAt,
  removePost,
  seekCard,
  turn,
} from './support/posts.ts'
import { outboxLine, outboxReady } from './support/device-outbox.ts'
import { somebody, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, realPhoto, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { ownSite } from './support/request-as-page.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

function photos(...names: string[]) {
  return Promise.all(
    names.map(async (name) => {
      const path = realPhoto(name)
      return path ? { name, mimeType: 'image/jpeg', buffer: readFileSync(path) } : aPhoto()
    }),
  )
}

test('FEED-01 FEED-04 FEED-05 POST-01 POST-02 POST-03 POST-05 POST-06 POST-07 C-31 a feed of cards', {
  tag: '@smoke',
}, async ({ page, browser, member }) => {
  const kofi = await somebody(browser)
  const [first, second, third] = await photos('tanners_ridge.jpg', 'el_torcal_rocks.jpg', 'silver_fir.jpg')
  const media_ids = []
  for (const file of [first, second, third]) media_ids.push(await uploadFile(kofi.request, file))
  const spot = await shareSpot(kofi.request, {
    name: `Granary Hubba ${randomUUID().slice(0, 4)}`,
    spot_types: ['stairs'],
    city: 'Alder Bay',
    state: 'CA',
    media_ids,
  })
  const textPost = await addPost(kofi.request, spot.id, {
    title: `Dry by seven ${member.username}`,
    content: 'Go before the office crowd and bring wax.',
    media_ids: [],
  })
  const { items } = await (await kofi.request.get(`/api/spots/${spot.id}/media`)).json()
  const made = await (await kofi.request.get(`/api/posts/${items[0].post_id}`)).json()
  await likeItem(kofi.request, { post_id: made.id, media_index: 1 })
  await addComment(kofi.request, made.id, 'That gap is bigger than it looks.')

  await openFeed(page)
  await expect(page).toHaveTitle('Dashboard · Nollie')
  await expect(page.getByRole('img', { name: 'Nollie' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toHaveAttribute('href', '/profile')
  const text = await seekCard(page, textPost.title)
  await expect(text).toContainText('Go before the office crowd and bring wax.')
  await expect(text.getByRole('img')).toHaveCount(0)
  const card = await seekCard(page, made.title)
  await expect(card.getByRole('link', { name: kofi.account.username })).toHaveAttribute(
    'href',
    `/user/${made.user_id}`,
  )
  await expect(card.locator('time')).toHaveText(/ago$/)
  await expect(card.getByRole('link', { name: `${spot.name} Alder Bay, CA` })).toHaveAttribute(
    'href',
    `/spot/${spot.id}`,
  )
  const photo = card.getByRole('img', { name: /^Photo 1 of 3/ })
  await expect(photo).toHaveAttribute('src', made.media[0].media.url)
  await expect(photo).toHaveAttribute('data-loaded', '')
  await expect(card.getByText('1 / 3')).toBeVisible()
  await expect(card.getByRole('button', { name: '0 likes. See who liked it.' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-feed')

  await turn(card)
  await expect(card.getByText('2 / 3')).toBeVisible()
  await expect(card.getByRole('button', { name: '1 like. See who liked it.' })).toBeVisible()
  // The button counts comments on the whole post; the actions below it are for the photo in view.
  await card.getByRole('button', { name: 'Comments, 1' }).click()
  await expect(card.getByText('No comments yet')).toBeVisible()
  await expect(card.getByText('1 more comment on this post’s other photos and videos')).toBeVisible()
  await addComment(kofi.request, made.id, 'And here it is smooth.', 1)
  await expect(card.getByText('And here it is smooth.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comments, 2' })).toBeVisible()
  await saveScreenshot(page, 'dashboard-feed-second')

  await card.getByRole('link', { name: /Granary Hubba/ }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await kofi.context.close()
})

test('POST-05 a small photo keeps its size, on a blurred enlargement of itself', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const title = `Small ${randomUUID().slice(0, 8)}`
  const media_ids = [await uploadFile(page.request, await aPhoto({ width: 300, height: 220 }))]
  await addPost(page.request, spot.id, { title, media_ids })
  const card = await openFeedAt(page, title)
  // The card's set begins with the spot's photo.
  const photo = card.getByRole('img', { name: /^Photo 2 of 2/ })
  await expect(photo).toHaveAttribute('data-loaded', '')
  expect(await photo.boundingBox()).toMatchObject({ width: 300, height: 220 })
  const enlargement = card
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: /^Photo 2 of 2/ }) })
    .locator('[data-enlarged]')
  await expect(enlargement).toHaveCSS('background-image', /\/400\.webp/)
  await expect(enlargement).toHaveCSS('filter', /blur/)
  const [around, frame] = [
    await enlargement.boundingBox(),
    await card.locator('.post-media_root').boundingBox(),
  ]
  expect(around?.width).toBeGreaterThanOrEqual(frame?.width ?? Number.NaN)
  expect(around?.height).toBeGreaterThanOrEqual(frame?.height ?? Number.NaN)
})

test('POST-06 the plate of a spot has one line for its name and one for its town, and a title with both', {
  tag: '@desktop',
}, async ({ page, member: _ }) => {
  const name = `The marble ledges behind the old harbor warehouse ${randomUUID().slice(0, 4)}`
  const media_ids = [await uploadFile(page.request)]
  const spot = await shareSpot(page.request, { name, city: 'Alder Bay', state: 'CA', media_ids })
  for (const media of [media_ids, []]) {
    const title = `Plate ${randomUUID().slice(0, 8)}`
    await addPost(page.request, spot.id, {
      title,
      media_ids: media.length > 0 ? [await uploadFile(page.request)] : [],
    })
    const card = await openFeedAt(page, title)
    const plate = card.getByRole('link', { name: `${name} Alder Bay, CA` })
    await expect(plate).toHaveAttribute('title', `${name}, Alder Bay, CA`)
    expect((await plate.boundingBox())?.height).toBeLessThanOrEqual(56)
    const text = plate.locator('b')
    expect(await text.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true)
    // Most names fit.
    expect((await text.boundingBox())?.width).toBeGreaterThan(200)
    const share = await card.getByRole('button', { name: 'Share', exact: true }).boundingBox()
    const box = await plate.boundingBox()
    const at = (share?.y ?? 0) + (share?.height ?? 0) / 2
    const isBeside = (box?.x ?? 0) + (box?.width ?? 0) <= (share?.x ?? 0)
    expect(isBeside || (box?.y ?? 0) + (box?.height ?? 0) <= at, 'the plate covers no button').toBe(true)
  }
})

async function contentAt(page: Page, spot_id: string, titles: string[]) {
  const made = []
  for (const title of titles) made.push(await addPost(page.request, spot_id, { title, media_ids: [] }))
  return made
}

function someTitles(count: number, tag = randomUUID().slice(0, 8)) {
  return Array.from({ length: count }, (_, n) => `Run ${tag} ${n}`)
}

test('G-25 pages load while scrolling, few cards are rendered, and going back returns to the same card', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const titles = someTitles(48)
  await contentAt(page, spot.id, titles)
  const oldest = await openFeedAt(page, titles[0] as string)
  await expect(oldest).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(48)
  await oldest.getByRole('link', { name: /Library Marble/ }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library Marble')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(oldest).toBeInViewport()
})

test('FEED-02 FEED-07 FEED-08 the toggle is labeled with its effect, its state is stored, and empty feeds show a message', async ({
  page,
  member: _,
}) => {
  await page.route('**/api/posts?*', (route) => route.fulfill({ json: { items: [], next_cursor: null } }))
  await page.goto('/dashboard')
  await expect(page.getByText('No posts available yet. Be the first to share a spot!')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-empty')
  const requested = page.waitForRequest((request) => request.url().includes('filter=followed'))
  await page.getByRole('button', { name: 'Show posts from followed users only' }).click()
  await requested
  await expect(
    page.getByText(
      'No posts from users you follow yet. Try following some users or disable the filter to see all posts!',
    ),
  ).toBeVisible()
  const all = page.getByRole('banner').getByRole('button', { name: 'Show all posts' })
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(all).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-followed')
  await all.click()
  await expect(page.getByRole('button', { name: 'Show posts from followed users only' })).toBeVisible()
})

test('FEED-09 G-31 shows that the feed is loading', async ({ page, member: _ }) => {
  let go: () => void = () => undefined
  const makeGate = () => new Promise<void>((resolve) => (go = resolve))
  let gate = makeGate()
  const slow = async (route: Route) => {
    await gate
    await route.fallback()
  }
  await page.route('**/api/session', slow)
  await page.route('**/api/posts?*', slow)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await page.unroute('**/api/session', slow)
  const released = go
  gate = makeGate()
  released()
  await expect(page.getByText('Loading your feed...')).toBeVisible()
  await saveScreenshot(page, 'dashboard-loading')
  const spot = await shareSpot(page.request)
  await contentAt(page, spot.id, someTitles(21))
  const first = go
  gate = makeGate()
  first()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Loading posts...')).toBeAttached()
  go()
})

test('FEED-10 a visitor is redirected to sign-in, and back', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test('a feed or next page that fails to load shows an error and can be retried', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await contentAt(page, spot.id, someTitles(22))
  await page.clock.install()
  await page.route('**/api/posts?*', (route) => route.abort())
  await page.goto('/dashboard')
  await afterRetries(page, page.getByText('Couldn’t load the feed'))
  await saveScreenshot(page, 'dashboard-failed')
  await page.unroute('**/api/posts?*')
  await page.route('**/api/posts?*cursor=*', (route) => route.abort())
  const whole = page.locator('main').filter({ has: page.getByText('Couldn’t load the feed') })
  const again = whole.getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, page.getByRole('article').first(), again)
  const failed = page.getByText('Couldn’t load more posts.')
  // Scrolling renders and removes cards and makes the page longer, so scroll repeatedly.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(failed).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.unroute('**/api/posts?*cursor=*')
  await tryAgainUntil(page, page.getByRole('article').last())
  await expect(failed).toHaveCount(0)
})

test('offline, the posts stay, and unavailable parts show an error', async ({
  page,
  context,
  member: _,
  consoleErrors,
}) => {
  const spot = await shareSpot(page.request)
  const [post] = await contentAt(page, spot.id, someTitles(1))
  const card = await openFeedAt(page, post?.title ?? '')
  await outboxReady(page)
  await context.setOffline(true)
  await expect(page.getByText('You’re offline. This may be out of date.')).toBeVisible()
  // Posts by other journeys may have moved the card.
  await seekCard(page, post?.title ?? '')
  await card.getByRole('button', { name: 'Like', exact: true }).click()
  await expect(outboxLine(page)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await card.getByRole('link', { name: /Library Marble/ }).click()
  await expect(findToast(page)).toContainText('Check your connection, then try again.')
  await expect(card).toBeVisible()
  await saveScreenshot(page, 'dashboard-offline')
  await context.setOffline(false)
  // The lines above the posts disappear, which moves the posts up.
  await expect(outboxLine(page)).toHaveCount(0)
  await expect(page.getByText('You’re offline. This may be out of date.')).toBeHidden()
  await card.getByRole('link', { name: /Library Marble/ }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  // The router logs an error when it can't preload a screen.
  const others = consoleErrors.filter((text) => !text.includes('dynamically imported module'))
  consoleErrors.splice(0, consoleErrors.length, ...others)
})

test('RT-01 posts, edits, likes, comments and deletions by others appear live, without layout shifts', async ({
  page,
  browser,
  member: _,
}) => {
  const kofi = await somebodyElse(browser)
  const tag = randomUUID().slice(0, 8)
  const spot = await shareSpot(kofi.page.request, { name: `Ledge ${tag}` })
  const [post] = await contentAt(kofi.page, spot.id, [`First ${tag}`])
  if (!post) return
  const card = await openFeedAt(page, `First ${tag}`)

  await contentAt(kofi.page, spot.id, [`Second ${tag}`, `Third ${tag}`])
  const pill = page.getByRole('button', { name: /^\d+ new posts?$/ })
  await expect(pill).toBeVisible()
  await expect(findCard(page, `Third ${tag}`)).toHaveCount(0)
  await saveScreenshot(page, 'dashboard-newer')
  await pill.click()
  await seekCard(page, `Third ${tag}`)
  await seekCard(page, `Second ${tag}`)
  await seekCard(page, `First ${tag}`)

  await likeItem(kofi.page.request, { post_id: post.id })
  await expect(card.getByRole('button', { name: '1 like. See who liked it.' })).toBeVisible()
  await likeItem(kofi.page.request, { post_id: post.id, liked: false })
  await expect(card.getByRole('button', { name: '0 likes. See who liked it.' })).toBeVisible()
  await addComment(kofi.page.request, post.id, 'Watch the crack.')
  await expect(card.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await changePost(kofi.page.request, post, { title: `Mended ${tag}`, content: 'Now with words.' })
  await expect(findCard(page, `Mended ${tag}`)).toContainText('Now with words.')
  const gone = await kofi.page.request.put(`/api/spots/${spot.id}/status`, {
    data: { status: 'gone' },
    headers: ownSite(),
  })
  expect(gone.ok(), await gone.text()).toBe(true)
  await expect(findCard(page, `Mended ${tag}`).getByText('Gone', { exact: true })).toBeVisible()
  // The change is shown as a separate card at the top, where it doesn't move the posts being read.
  await page.evaluate(() => scrollTo(0, 0))
  const change = page.getByRole('link', { name: `Ledge ${tag} is gone.` })
  await expect(change).toBeVisible()
  await expect(change).toHaveAttribute('href', `/spots/${spot.id}`)
  await saveScreenshot(page, 'dashboard-changed')
  await seekCard(page, `Mended ${tag}`)
  await removePost(kofi.page.request, post.id)
  await expect(findCard(page, `Mended ${tag}`)).toHaveCount(0)
  await kofi.context.close()
})
