import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { saveScreenshot } from './support/screens.ts'
import { uploadFile } from './support/share.ts'
import { act, aGallery, itemPath, findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'
import { tapTwiceAt } from './support/tap.ts'

function counter(page: Page) {
  return page.locator('.lightbox_counter')
}

function shownPhoto(page: Page) {
  return page.locator('[data-shown] > .photo_root')
}

function readZoom(page: Page) {
  return shownPhoto(page).evaluate((photo) => new DOMMatrix(getComputedStyle(photo).transform).a)
}

test('MEDIA-13 MEDIA-14 MEDIA-15 MEDIA-33 a tile opens the lightbox above everything, with arrows and a counter', {
  tag: '@smoke',
}, async ({ page, member }) => {
  const { spot, items } = await aGallery(page, 3)
  const { created_at } = await (await page.request.get(`/api/posts/${items[1]?.post_id}`)).json()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(`/spots/${spot.id}`)
  const tile = page.locator('.spots_tile button').nth(1)
  await expect(tile).toBeVisible()
  // The lightbox's style sheet loads together with its code.
  const isLightbox = (path: string) => /\/lightbox-[^/]+\.css$/.test(path)
  expect(loaded.filter(isLightbox)).toEqual([])
  await tile.click()
  const lightbox = findLightbox(page)
  await expect(lightbox).toBeVisible()
  expect(loaded.filter(isLightbox)).toHaveLength(1)
  const box = await lightbox.boundingBox()
  expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  expect(await lightbox.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(0, 0, 0)')
  await expect(lightbox.getByRole('link', { name: member.username })).toHaveAttribute('href', /^\/user\//)
  await expect(lightbox.locator('time').first()).toHaveText(
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(created_at)),
  )
  await expect(counter(page)).toHaveText('2 / 3')
  await expect(lightbox.locator('[aria-live]')).toHaveText(
    `Photo of ${spot.name} by ${member.username}, 2 of 3`,
  )
  await expect(shownPhoto(page).getByRole('img')).toHaveAttribute('data-loaded', '')
  // The photos on both sides are preloaded.
  const neighbours = lightbox.locator('.lightbox_slide:not([data-shown]) img[data-loaded]')
  await expect(neighbours).toHaveCount(2)
  await lightbox.getByRole('button', { name: 'Next' }).click()
  await expect(counter(page)).toHaveText('3 / 3')
  await expect(lightbox.getByRole('button', { name: 'Next' })).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('item')).toBe(`${items[2]?.post_id}.${items[2]?.media_index}`)
  await lightbox.getByRole('button', { name: 'Previous' }).click()
  await lightbox.getByRole('button', { name: 'Previous' }).click()
  await expect(counter(page)).toHaveText('1 / 3')
  await expect(lightbox.getByRole('link', { name: 'View Spot' })).toHaveCount(0)
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(tile).toBeFocused()
})

test('C-25 the open item is part of the address: Back closes it, a link and a reload open it', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 3)
  const [first, second] = items
  await page.goto('/dashboard')
  await page.goto(`/spots/${spot.id}`)
  const tile = page.locator('.spots_tile button').first()
  await tile.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 40))
  const scrolled = await page.evaluate(() => scrollY)
  await tile.click()
  await findLightbox(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(itemPath(spot, second))
  await page.goBack()
  await expect(findLightbox(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await page.goForward()
  await expect(counter(page)).toHaveText('2 / 3')
  await page.reload()
  await expect(counter(page)).toHaveText('2 / 3')

  await page.goto(itemPath(spot, first))
  await expect(counter(page)).toHaveText('1 / 3')
  await findLightbox(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1, name: spot.name })).toBeVisible()
})

test('POST-14 C-25 a link to an item outside the list opens it in the set of its post, oldest first', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 2)
  const later = await act(page, 'POST', '/api/posts', {
    spot_id: spot.id,
    title: 'Two more',
    media_ids: [await uploadFile(page.request)],
  })
  expect(later.status(), await later.text()).toBe(201)
  const post = await later.json()
  await page.route(`**/api/spots/${spot.id}/media*`, (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  await page.goto(itemPath(spot, { post_id: post.id, media_index: 0 }))
  await expect(counter(page)).toHaveText('3 / 3')
  await findLightbox(page).getByRole('button', { name: 'Previous' }).click()
  await expect(counter(page)).toHaveText('2 / 3')
  await expect(page).toHaveURL(itemPath(spot, items[1]))
})

test('a link to a deleted item shows an error, and one that fails to load can be retried', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 1)
  const missing = '01a00000-0000-7000-8000-000000000000'
  await page.goto(`/spots/${spot.id}?item=${missing}.0`)
  const lightbox = page.getByRole('dialog')
  await expect(lightbox.getByText('This photo or video no longer exists.')).toBeVisible()
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)

  await page.route(`**/api/spots/${spot.id}/media*`, (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  await page.route('**/api/posts/*/related', (route) => route.abort())
  await page.clock.install()
  await page.goto(itemPath(spot, items[0]))
  await afterRetries(page, lightbox.getByText('Check your connection, then try again.'))
  await page.unroute('**/api/posts/*/related')
  await tryAgainUntil(page, shownPhoto(page), lightbox.getByRole('button', { name: 'Try again' }))
  await page.goto(`/spots/${spot.id}?item=nonsense`)
  await expect(page.getByRole('heading', { level: 1, name: spot.name })).toBeVisible()
  await expect(lightbox).toHaveCount(0)
})

test('a lightbox opened by its address shows no focus ring before the keyboard is used', {
  tag: '@wide',
}, async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  await page.goto(itemPath(spot, items[0]))
  const lightbox = findLightbox(page)
  await expect(shownPhoto(page)).toBeVisible()
  await expect.poll(() => lightbox.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  await expect(lightbox.locator(':focus-visible')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused()
})

test('MEDIA-14 keys: arrows, Home, End and Escape; typed text stays', { tag: '@wide' }, async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 3)
  await page.goto(itemPath(spot, items[0]))
  await expect(counter(page)).toHaveText('1 / 3')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('2 / 3')
  await page.keyboard.press('End')
  await expect(counter(page)).toHaveText('3 / 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Home')
  await expect(counter(page)).toHaveText('1 / 3')
  await findLightbox(page)
    .getByRole('button', { name: /^Comments/ })
    .click()
  const field = findLightbox(page).getByPlaceholder('Add a comment...')
  await field.fill('left')
  await field.press('ArrowLeft')
  await field.press('End')
  await expect(counter(page)).toHaveText('1 / 3')
  // Tab cycles within the lightbox.
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press('Tab')
    await expect
      .poll(() =>
        page.evaluate(() =>
          Boolean(document.activeElement?.closest('.lightbox_root, [data-base-ui-focus-guard]')),
        ),
      )
      .toBe(true)
  }
  await findLightbox(page).getByRole('button', { name: 'Likes', exact: true }).focus()
  await page.keyboard.press('Enter')
  const likes = page.getByRole('dialog', { name: 'Likes' })
  await expect(likes.getByText('No likes yet')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(likes).toHaveCount(0)
  await expect(counter(page)).toHaveText('1 / 3')
  await page.keyboard.press('Escape')
  await expect(findLightbox(page)).toHaveCount(0)
})

function touch(
  cdp: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...points: [number, number][]
) {
  return cdp.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  })
}

test('MEDIA-14 touch: page, pull away, pinch and double tap', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 3)
  const cdp = await page.context().newCDPSession(page)
  const swipe = async (from: [number, number], to: [number, number]) => {
    await touch(cdp, 'touchStart', from)
    for (let part = 1; part <= 6; part++)
      await touch(cdp, 'touchMove', [
        from[0] + ((to[0] - from[0]) * part) / 6,
        from[1] + ((to[1] - from[1]) * part) / 6,
      ])
    await touch(cdp, 'touchEnd')
  }
  await page.goto(`/spots/${spot.id}`)
  await page.locator('.spots_tile button').first().click()
  await expect(counter(page)).toHaveText('1 / 3')
  await swipe([80, 250], [310, 250])
  await expect(counter(page)).toHaveText('1 / 3')
  await swipe([310, 250], [80, 260])
  await expect(counter(page)).toHaveText('2 / 3')
  await swipe([200, 250], [190, 256])
  await expect(counter(page)).toHaveText('2 / 3')

  await expect(shownPhoto(page).getByRole('img')).toHaveAttribute('data-loaded', '')
  await touch(cdp, 'touchStart', [180, 420], [210, 420])
  for (let part = 1; part <= 5; part++)
    await touch(cdp, 'touchMove', [180 - part * 12, 420], [210 + part * 12, 420])
  await touch(cdp, 'touchEnd')
  await expect.poll(() => readZoom(page)).toBeGreaterThan(2)
  // In a zoomed photo, a swipe pans instead of showing the next one.
  await swipe([300, 300], [100, 300])
  await expect(counter(page)).toHaveText('2 / 3')
  await tapTwiceAt(page, { x: 195, y: 420 })
  await expect.poll(() => readZoom(page)).toBe(1)
  await tapTwiceAt(page, { x: 120, y: 400 })
  await expect.poll(() => readZoom(page)).toBeGreaterThan(2)
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('3 / 3')
  await expect.poll(() => readZoom(page)).toBe(1)
  await swipe([200, 300], [205, 620])
  await expect(findLightbox(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  expect(items).toHaveLength(3)
})

test('MEDIA-14 wheel and double click zoom, and the mouse moves a zoomed picture', {
  tag: '@wide',
}, async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 2)
  await page.goto(itemPath(spot, items[0]))
  await expect(shownPhoto(page).getByRole('img')).toHaveAttribute('data-loaded', '')
  await page.mouse.move(640, 380)
  await page.mouse.wheel(0, -400)
  await expect.poll(() => readZoom(page)).toBeGreaterThan(2)
  const left = async () => (await shownPhoto(page).boundingBox())?.x ?? 0
  // Waits until the zoomed photo has stopped moving.
  let before = Number.NaN
  const isStill = async () => {
    const last = before
    before = await left()
    return before === last
  }
  await expect.poll(isStill, { intervals: [200] }).toBe(true)
  await page.mouse.down()
  await page.mouse.move(740, 380, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await left()) - before)).toBeGreaterThan(50)
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => readZoom(page)).toBe(1)
  await page.mouse.dblclick(640, 380)
  await expect.poll(() => readZoom(page)).toBeGreaterThan(2)
  await page.mouse.dblclick(640, 380)
  await expect.poll(() => readZoom(page)).toBe(1)
  await page.mouse.wheel(200, 0)
  await expect(counter(page)).toHaveText('2 / 2')
})

test('MEDIA-14 the gallery loads more while it is paged through', async ({ page, member: _ }) => {
  const { spot } = await aGallery(page, 1)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...items[0],
      media_index: from + n,
      media: { ...items[0].media, id: `01a00000-0000-7000-8000-${String(from + n).padStart(12, '0')}` },
    }))
  await page.route(`**/api/spots/${spot.id}/media*`, (route) => {
    const second = new URL(route.request().url()).searchParams.get('cursor') === 'second'
    return route.fulfill({
      json: second
        ? { items: many(30, 5), next_cursor: null }
        : { items: many(0, 30), next_cursor: 'second' },
    })
  })
  await page.goto(`/spots/${spot.id}?item=${items[0].post_id}.5`)
  await expect(counter(page)).toHaveText('6 / 30+')
  await page.keyboard.press('End')
  await expect(counter(page)).toHaveText('30 / 35')
})

test('the lightbox is always dark, meets WCAG AA, and respects reduced motion', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 3)
  await page.goto(itemPath(spot, items[1]))
  await expect(shownPhoto(page).getByRole('img')).toHaveAttribute('data-loaded', '')
  await expectAccessible(page)
  await saveScreenshot(page, 'lightbox')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(
    await page.locator('.lightbox_track').evaluate((track) => getComputedStyle(track).transitionDuration),
  ).toMatch(/^0/)
})
