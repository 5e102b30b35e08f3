import { randomUUID } from 'node:crypto'
import { shortPath } from '@nollie/contract/short-links'
import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { saveScreenshot } from './support/screens.ts'
import { drawFrames } from './support/scroll.ts'
import { aPhoto, realPhoto, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { readFileSync } from 'node:fs'
import { tryAgainUntil } from './support/retry-buttons.ts'

test('SPOT-01 SPOT-04 SPOT-05 SPOT-11 SPOT-12 SPOT-15 ROUTE-07 the page of a spot', {
  tag: ['@smoke', '@desktop'],
}, async ({ page, member }) => {
  const files = [
    'el_torcal_rocks.jpg',
    'thompson-springs.jpg',
    'tanners_ridge.jpg',
    'silver_fir.jpg',
  ].flatMap((name) => {
    const path = realPhoto(name)
    return path ? [{ name, mimeType: 'image/jpeg', buffer: readFileSync(path) }] : []
  })
  const media_ids: string[] = []
  for (const file of files.length ? files : [await aPhoto({ width: 1800, height: 1350 }), await aPhoto()])
    media_ids.push(await uploadFile(page.request, file))
  const spot = await shareSpot(page.request, {
    media_ids,
    city: 'Alder Bay',
    state: 'CA',
    country: 'United States',
  })
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Library Marble' })).toBeVisible()
  await expect(page).toHaveTitle('Library Marble · Nollie')
  const cover = page.getByRole('img', { name: 'Cover photo of Library Marble' })
  await expect(cover).toHaveAttribute('src', spot.photo_url)
  await expect(cover).toHaveAttribute('data-loaded', '')
  const facts = page.locator('main')
  for (const text of [
    'Intermediate',
    'Ledges',
    'Plaza',
    member.username,
    '200 Assembly Sq, Alder Bay, CA, United States',
  ])
    await expect(facts.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(facts).toContainText('Security leaves at six')
  await expect(facts.locator('.spots_detailFacts time')).toHaveText(
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(new Date()),
  )
  await expect(page.getByRole('link', { name: 'Get Directions' })).toHaveAttribute(
    'href',
    new RegExp(`destination=${spot.latitude},${spot.longitude}$`),
  )
  const gallery = page.getByRole('region', { name: 'Photos and videos' })
  await expect(gallery.locator('.spots_tile')).toHaveCount(media_ids.length)
  const columns = await gallery
    .locator('.spots_tiles')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  expect(columns).toBe(3)
  for (const photo of await gallery.getByRole('img').all()) {
    await photo.scrollIntoViewIfNeeded()
    await expect(photo).toHaveAttribute('data-loaded', '')
  }
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await saveScreenshot(page, 'spot')
  await page.evaluate(() => scrollTo(0, 10_000))
  await drawFrames(page)
  await saveScreenshot(page, 'spot-scrolled')
})

test('SPOT-05 SPOT-12 on a phone directions are on the first screen, the cover is swiped, and comments are on the page', async ({
  page,
  member: _,
}) => {
  const media_ids = [
    await uploadFile(page.request, await aPhoto()),
    await uploadFile(page.request, await aPhoto()),
  ]
  const spot = await shareSpot(page.request, { media_ids })
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByRole('link', { name: 'Get Directions' })).toBeInViewport({ ratio: 1 })
  for (const name of ['Save', 'Share Spot']) await expect(page.getByRole('button', { name })).toBeInViewport()
  const slides = page.getByRole('group', { name: 'Cover photos' })
  await slides.evaluate((row) => row.scrollTo({ left: row.clientWidth }))
  await expect(slides.getByRole('img')).toHaveCount(2)
  await expect(slides.getByRole('img').nth(1)).toBeInViewport()
  const comments = page.getByRole('region', { name: 'Comments' })
  await expect(async () => {
    await page.mouse.wheel(0, 300)
    await expect(comments.getByRole('textbox')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await comments.getByRole('textbox').fill('Fresh wax')
  await comments.getByRole('button', { name: 'Post' }).click()
  await expect(comments.getByText('Fresh wax')).toBeVisible()
})

test('SPOT-01 G-28 back returns to the previous page, or else to the map', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await page.goto('/dashboard')
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/(spots|dashboard)$/)
})

test('ROUTE-08 the sharing link opens the page and replaces its history entry', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await page.goto('/settings')
  await page.goto(`/spot/${spot.id}`)
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library Marble')
  await page.goBack()
  await expect(page).toHaveURL('/settings')
})

test('SHARE-20 SHARE-21 SHARE-22 SHARE-23 SHARE-24 the link is shared', async ({
  page,
  context,
  member: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const spot = await shareSpot(page.request, { name: 'Ledge & Rail' })
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Share Spot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Spot' })
  await expect(dialog).toContainText('Ledge & Rail')
  await expect(dialog).toContainText('Knee-high marble')
  const link = `${process.env.NOLLIE_URL}${shortPath('spot', spot.id)}`
  const field = dialog.getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(link)
  await expect(field).toHaveAttribute('readonly', '')
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-share')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(findToast(page)).toContainText('Link copied!')
  await expect(findToast(page)).toContainText('The link has been copied to your clipboard.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  const whatsApp = new URL((await dialog.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '')
  expect(whatsApp.hostname).toBe('wa.me')
  expect(whatsApp.searchParams.get('text')).toContain(link)
  const mail = new URL((await dialog.getByRole('link', { name: 'Email' }).getAttribute('href')) ?? '')
  expect(mail.protocol).toBe('mailto:')
  expect(mail.searchParams.get('subject')).toBe('Check out this spot: Ledge & Rail')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(findToast(page)).toContainText('Failed to copy')
  await expect(findToast(page)).toContainText('Could not copy link to clipboard.')
})

test('SPOT-16 SPOT-17 SPOT-13 loading texts, an empty gallery, and an unknown place', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const whole = await (await page.request.get(`/api/spots/${spot.id}`)).json()
  const released = Promise.withResolvers<void>()
  await page.route(`**/api/spots/${spot.id}`, async (route) => {
    await released.promise
    await route.fulfill({ json: { ...whole, latitude: 'north', photo: null, photo_url: null } })
  })
  await page.route(`**/api/spots/${spot.id}/media`, (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByText('Loading spot...')).toBeVisible()
  released.resolve()
  await expect(page.getByText('Invalid location data')).toBeVisible()
  await expect(page.getByText('No photos or videos yet')).toBeVisible()
  await expect(page.getByText('Share some content at this spot to see it here!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Directions' })).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-bare')
})

test('SPOT-18 an unknown spot shows an error and leads to the map', async ({ page, member: _ }) => {
  await page.goto(`/spots/${randomUUID()}`)
  await expect(page.getByText('Spot not found')).toBeVisible()
  await expect(page.getByText("The spot you're looking for doesn't exist.")).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-missing')
  await page.getByRole('link', { name: 'Back to Spots' }).click()
  await expect(page).toHaveURL('/spots')
})

test('a page that fails to load shows an error and can be retried', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await page.clock.install()
  await page.route(`**/api/spots/${spot.id}`, (route) => route.abort())
  await page.goto(`/spots/${spot.id}`)
  await afterRetries(page, page.getByText('Couldn’t load this spot'))
  await page.unroute(`**/api/spots/${spot.id}`)
  await tryAgainUntil(page, page.getByRole('heading', { level: 1, name: 'Library Marble' }))
})

test('SPOT-19 a deleted picture is hidden', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.spots_tile')).toHaveCount(1)
  // The map image isn't one of the spot's photos.
  await expect(page.locator('main img:not(.map_still):visible')).toHaveCount(0)
})

test('a video shows its poster and that it is being processed, then plays', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  let ready = false
  await page.route(`**/api/spots/${spot.id}/media`, (route) => {
    const made = {
      type: 'video',
      status: ready ? 'ready' : 'processing',
      url: ready ? '/media/x/video.mp4' : null,
      duration: ready ? 3 : null,
    }
    return route.fulfill({
      json: { items: [{ ...items[0], media: { ...items[0].media, ...made } }], next_cursor: null },
    })
  })
  await page.goto(`/spots/${spot.id}`)
  const gallery = page.getByRole('region', { name: 'Photos and videos' })
  await expect(gallery.getByText('Processing')).toBeVisible()
  await expect(gallery.getByRole('img')).toHaveCount(1)
  ready = true
  await expect(gallery.getByText('Processing')).toHaveCount(0)
  // The file does not exist, so its request is left unanswered.
  await page.route('**/media/x/video.mp4', () => undefined)
  await gallery.getByRole('button', { name: /^Video of Library Marble/ }).click()
  await expect(page.getByRole('dialog').locator('video')).toHaveAttribute('src', '/media/x/video.mp4')
})

test('the gallery loads page by page', async ({ page, member: _ }) => {
  const first = await shareSpot(page.request)
  const { items } = await (await page.request.get(`/api/spots/${first.id}/media`)).json()
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...items[0], media_index: from + n }))
  await page.route(`**/api/spots/${first.id}/media*`, (route) => {
    const second = new URL(route.request().url()).searchParams.get('cursor') === 'second'
    return route.fulfill({
      json: second
        ? { items: many(30, 5), next_cursor: null }
        : { items: many(0, 30), next_cursor: 'second' },
    })
  })
  await page.goto(`/spots/${first.id}`)
  await expect(page.locator('.spots_tile')).toHaveCount(9)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.getByRole('button', { name: 'All photos and videos' }).click()
  await expect(page.locator('.spots_tile')).toHaveCount(30)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.locator('.spots_tile')).toHaveCount(35)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('C-24 the public link preview of a spot', async ({ page, playwright }) => {
  const account = await makeAccount()
  await signInAs(page, account)
  const spot = await shareSpot(page.request, { city: 'Alder Bay' })
  const stranger = await playwright.request.newContext({ baseURL: process.env.NOLLIE_URL as string })
  const html = await (await stranger.get(`/spot/${spot.id}`)).text()
  expect(html).toContain('<meta property="og:title" content="Library Marble">')
  expect(html).toContain('Alder Bay')
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await stranger.get(new URL(picture).pathname)
  expect(answer.headers()['content-type']).toBe('image/jpeg')
  await stranger.dispose()
})

test('C-24 SPOT-12 a visitor gets directions from the card of a spot', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request, { name: 'Open Ledge' })
  await page.context().clearCookies()
  await page.goto(`/spots/${spot.id}`)
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByRole('link', { name: 'Get Directions' })).toHaveAttribute(
    'href',
    new RegExp(`destination=${spot.latitude},${spot.longitude}$`),
  )
  await expectAccessible(page)
  await saveScreenshot(page, 'visitor-card')
})
