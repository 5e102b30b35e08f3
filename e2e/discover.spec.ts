import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { scrollTo } from './support/scroll.ts'
import { expectAccessible } from './support/axe.ts'
import { somebody, somebodyElse } from './support/people.ts'
import { addPost, likeItem, removePost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, uploadFile } from './support/share.ts'
import { findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'
import { fetchUserId } from './support/request-as-page.ts'

function aTag() {
  return randomBytes(4).toString('hex')
}

/** Returns a one-second video, recorded as a phone's browser would. */
async function aClip(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 240
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    for (let n = 0; n < 25; n++) {
      pen.fillStyle = `hsl(${n * 14} 80% 50%)`
      pen.fillRect(0, 0, 240, 240)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    await new Promise((resolve) => {
      recorder.onstop = resolve
      recorder.stop()
    })
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
  })
  return { name: 'clip.webm', mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') }
}

function grid(page: Page) {
  return page.getByRole('list', { name: 'Photos and videos, newest first' })
}

function findTile(page: Page, kind: 'Photo' | 'Video', spot: string) {
  return grid(page).getByRole('button', { name: new RegExp(`^${kind}: ${spot}, by `) })
}

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search for users or spots' })
}

/** Opens Discover and waits until its live stream is open. */
async function openDiscover(page: Page): Promise<void> {
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await page.goto('/feed')
  await stream
  await expect(grid(page)).toBeVisible()
}

test("DISC-02 DISC-14 DISC-15 DISC-16 DISC-19 DISC-20 MEDIA-17 a live grid of everyone's photos and videos", {
  tag: ['@smoke', '@desktop'],
}, async ({ page, browser, member: _, isMobile }) => {
  const kofi = await somebodyElse(browser)
  const name = `Ledge ${aTag()}`
  await kofi.page.goto('/')
  const clip = await uploadFile(kofi.page.request, await aClip(kofi.page))
  const spot = await shareSpot(kofi.page.request, { name })
  const moving = await addPost(kofi.page.request, spot.id, { title: 'Clip', media_ids: [clip] })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openDiscover(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover')
  await expect(
    page.locator('main').locator('..').getByRole('link', { name: 'Your profile' }),
  ).toHaveAttribute('href', '/profile')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveAttribute(
    'href',
    '/feed',
  )
  const photo = findTile(page, 'Photo', name)
  const video = findTile(page, 'Video', name)
  await expect(photo).toBeVisible()
  const [newer, older] = await Promise.all(
    [video, photo].map((tile) => tile.locator('..').getAttribute('aria-posinset')),
  )
  expect(Number(newer)).toBeLessThan(Number(older))
  const [tile, all] = await Promise.all([photo.boundingBox(), grid(page).boundingBox()])
  expect(tile?.width).toBeCloseTo(tile?.height ?? 0, 0)
  expect((all?.width ?? 0) / (tile?.width ?? 1)).toBeCloseTo(3, 0)

  // The video plays muted while it's on screen, but not if the person prefers reduced motion.
  await scrollTo(video)
  const film = video.locator('video')
  await expect(film).toHaveJSProperty('paused', false)
  await expect(film).toHaveJSProperty('muted', true)
  await expect(film).toHaveJSProperty('loop', true)
  await expect(film).toHaveJSProperty('autoplay', true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(film).toHaveCount(0)

  await likeItem(page.request, { post_id: moving.id })
  await video.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const text = video.locator('..')
  await expect(text.getByText(name, { exact: true })).toBeVisible()
  await expect(text.getByText(`by ${kofi.account.username}`)).toBeVisible()
  await expect(text.locator('.discover_counts')).toHaveText('10')
  if (!isMobile) {
    await photo.hover()
    const beside = photo.locator('..')
    await expect(beside.getByText(`by ${kofi.account.username}`)).toBeVisible()
    await expect(beside.locator('.discover_counts')).toHaveText('00')
  }
  await expectAccessible(page)
  await saveScreenshot(page, 'discover')

  // New items are announced without moving anything; deleted ones disappear.
  const late = `Bowl ${aTag()}`
  const other = await shareSpot(kofi.page.request, { name: late })
  const pill = page.getByRole('button', { name: /new photos? (and|or) videos?/ })
  await expect(pill).toBeVisible()
  await expect(findTile(page, 'Photo', late)).toHaveCount(0)
  await pill.click()
  await expect(findTile(page, 'Photo', late)).toBeVisible()
  expect((await removePost(kofi.page.request, moving.id)).ok()).toBe(true)
  await expect(video).toHaveCount(0)

  const shown = findTile(page, 'Photo', late)
  await shown.click()
  await expect(findLightbox(page)).toBeVisible()
  await expect(page).toHaveURL(/\/feed\?item=/)
  await page.goBack()
  await expect(findLightbox(page)).toBeHidden()
  await shown.click()
  await findLightbox(page).getByRole('link', { name: 'View Spot' }).click()
  await expect(page).toHaveURL(`/spots/${other.id}`)
  await kofi.context.close()
})

test('DISC-03 DISC-04 DISC-06 DISC-07 DISC-08 DISC-09 DISC-10 DISC-11 C-18 people and spots are found while typing', async ({
  page,
  browser,
  member: _,
}) => {
  const kofi = await somebody(browser)
  const kofis = await fetchUserId(kofi.request)
  const tag = kofi.account.username.slice('skater_'.length)
  const spot = await shareSpot(kofi.request, { name: `Plaça ${tag}` })
  await openDiscover(page)
  await field(page).focus()
  await expect(page.getByText('Start typing to search for users or spots...')).toBeVisible()
  await expect(grid(page)).toBeVisible()

  await field(page).fill(tag)
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Spots' })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(page.getByText('Found 1 user', { exact: true })).toBeVisible()
  await expect(page.getByText('Found 1 spot', { exact: true })).toBeVisible()
  await expect(page.getByText('Click on any result to view details')).toBeVisible()
  await expect(grid(page)).toBeHidden()
  await expectAccessible(page)
  await saveScreenshot(page, 'discover-search')

  // A late response for earlier text is ignored.
  let answer: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/search\?q=zzz/, async (route) => {
    await gate
    await route.continue().catch(() => undefined)
  })
  await field(page).fill('zzz')
  await expect(page.getByText('Searching...').first()).toBeVisible()
  await field(page).fill(`placa ${tag}`)
  await expect(page.getByRole('option', { name: spot.name })).toBeVisible()
  answer()
  await expect(page.getByRole('option')).toHaveCount(1)
  await field(page).fill(`nobody ${tag}`)
  await expect(page.getByText(`No users or spots found matching "nobody ${tag}"`).first()).toBeVisible()

  // People can open a profile with the keyboard. Going back shows an empty field.
  await field(page).fill(tag)
  await expect(page.getByRole('option')).toHaveCount(2)
  await field(page).press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText(`@${kofi.account.username}`)
  await field(page).press('Enter')
  await expect(page).toHaveURL(`/user/${kofis}`)
  await page.goBack()
  await expect(field(page)).toHaveValue('')
  await expect(grid(page)).toBeVisible()

  // Enter closes the suggestions, and the page shows all results.
  await field(page).fill(tag)
  await expect(page.getByRole('option')).toHaveCount(2)
  await field(page).press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Users' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Spots' }).getByRole('link', { name: spot.name })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'discover-found')
  await field(page).press('ArrowDown')
  await page.getByRole('option', { name: spot.name }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await kofi.context.close()
})

test('DISC-17 DISC-18 Discover shows that it is loading, empty or failed', async ({ page, member: _ }) => {
  let answer: (how: 'empty' | 'failed') => void = () => undefined
  const requested = async () => {
    const how = new Promise<'empty' | 'failed'>((resolve) => (answer = resolve))
    await page.route('**/api/discover*', async (route) => {
      if ((await how) === 'failed') return route.fulfill({ status: 400, json: { code: 'BAD_REQUEST' } })
      return route.fulfill({ json: { items: [], next_cursor: null } })
    })
  }
  await requested()
  await page.goto('/user-posts')
  await expect(page.getByText('Loading photos and videos...')).toBeVisible()
  await expect(page.getByText('Please wait while we fetch the latest content')).toBeVisible()
  answer('failed')
  await expect(page.getByRole('heading', { name: 'Couldn’t load photos and videos' })).toBeVisible()
  // Routes the next request before this error, because the screen may retry by itself.
  await requested()
  answer('empty')
  await tryAgainUntil(page, page.getByRole('heading', { name: 'No photos or videos yet' }))
  await expect(page.getByText('Start sharing content at spots to see them here!')).toBeVisible()
  await expectAccessible(page)
})

test('the link to all results stays visible while rows scroll; all text fields show focus the same way', {
  tag: '@desktop',
}, async ({ page, member: _ }) => {
  const tag = aTag()
  const spots = []
  for (let n = 0; n < 6; n++) spots.push(await shareSpot(page.request, { name: `Ledge ${tag} ${n}` }))
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 460 })
  await openDiscover(page)
  await field(page).fill(tag)
  await expect(page.getByRole('option')).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Show all results' })).toBeInViewport({ ratio: 1 })
  for (let n = 0; n < 5; n++) await field(page).press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Show all results' })).toBeInViewport({ ratio: 1 })

  const readLook = (box: Locator) =>
    box.evaluate((node) => {
      const { boxShadow, borderTopColor, outlineColor } = getComputedStyle(node)
      return { boxShadow, borderTopColor, outlineColor }
    })
  const search = await readLook(page.locator('.search_field'))
  const post = await addPost(page.request, spots[0]?.id ?? '', {
    title: 'Morning',
    media_ids: [],
    content: 'Dry.',
  })
  await page.goto(`/post/${post.id}?comments=1`)
  const comment = page.getByPlaceholder('Add a comment...')
  await comment.focus()
  expect(await readLook(comment)).toEqual(search)
})
