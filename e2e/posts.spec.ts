import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import {
  addPost,
  findCard,
  changePost,
  openFeed,
  openFeedAt,
  openMenu,
  seekCard,
  turn,
} from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast, uploadFile } from './support/share.ts'
import { tapTwice } from './support/tap.ts'
import { expect, test } from './support/test.ts'

function aTitle(text: string) {
  return `${text} ${randomUUID().slice(0, 8)}`
}

function closeMenu(page: Page) {
  return page.keyboard.press('Escape')
}

test('POST-08 POST-09 POST-10 POST-15 C-36 G-39 the menu has the actions that each person may use', async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const kofi = await somebodyElse(browser)
  const title = aTitle('Kickflip')
  await addPost(kofi.page.request, spot.id, { title, media_ids: [] })

  const expectItems = async (viewer: Page, items: string[]) => {
    await openMenu(await openFeedAt(viewer, title))
    await expect(viewer.getByRole('menu').getByRole('menuitem')).toHaveText(items)
  }
  // The member shared the spot; someone else shared the post.
  const ofKofi = ['Report', `Mute ${kofi.account.username}`, `Block ${kofi.account.username}`]
  await expectItems(page, ['Edit spot', ...ofKofi])
  await expectAccessible(page)
  await saveScreenshot(page, 'post-menu')
  await closeMenu(page)
  await expect(
    findCard(page, title).getByRole('button', { name: /^More options for .*’s post$/ }),
  ).toBeFocused()
  await expectItems(kofi.page, ['Edit post', 'Delete'])
  const admin = await somebodyElse(browser)
  await makeAdmin(admin.account)
  await expectItems(admin.page, ['Edit spot', ...ofKofi, 'Delete'])
  const stranger = await somebodyElse(browser)
  await expectItems(stranger.page, ofKofi)
  for (const { context } of [kofi, admin, stranger]) await context.close()
})

test('POST-11 ERR-03 a post is deleted after confirmation, and stays if that fails', {
  tag: '@smoke',
}, async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Slam')
  const post = await addPost(page.request, spot.id, { title, media_ids: [] })
  const card = await openFeedAt(page, title)
  const dialog = page.getByRole('dialog', { name: 'Delete post' })
  const ask = async () => {
    await openMenu(card)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog).toContainText('Are you sure you want to delete this post?')
  }
  await ask()
  await expectAccessible(page)
  await saveScreenshot(page, 'post-delete')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card).toBeVisible()

  await page.route(`**/api/posts/${post.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  // ERR-03: the failure is logged to the console.
  const logged = page.waitForEvent('console', (line) => line.text() === 'Failed to delete post')
  await ask()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('Couldn’t delete the post. Try again.')
  await logged
  await page.unroute(`**/api/posts/${post.id}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('Post deleted')
  await expect(card).toHaveCount(0)
  expect((await page.request.get(`/api/posts/${post.id}`)).status()).toBe(404)
})

test('POST-12 POST-13 deleting the post that created a spot deletes the spot with all its posts', async ({
  page,
  member: _,
}) => {
  const name = aTitle('Curb')
  const spot = await shareSpot(page.request, { name })
  const other = aTitle('Later')
  await addPost(page.request, spot.id, { title: other, media_ids: [] })
  const card = await openFeedAt(page, name)
  await openMenu(card)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Are you sure you want to delete this spot? This will also delete all associated posts. This action cannot be undone.',
  )
  await dialog.getByRole('button', { name: 'Delete' }).first().click()
  await expect(findToast(page)).toContainText('Spot and associated posts deleted successfully.')
  await expect(card).toHaveCount(0)
  await expect(findCard(page, other)).toHaveCount(0)
  expect((await page.request.get(`/api/spots/${spot.id}`)).status()).toBe(404)
})

test('G-42 the owner edits title and description; the title is required', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Nose')
  await addPost(page.request, spot.id, { title, content: 'Old words.', media_ids: [] })
  await openMenu(await openFeedAt(page, title))
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Description')).toHaveValue('Old words.')
  await dialog.getByLabel('Title').fill('   ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'post-edit')
  const next = aTitle('Tail')
  await dialog.getByLabel('Title').fill(next)
  await dialog.getByLabel('Description').fill('New words.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Post saved')
  await expect(findCard(page, next)).toContainText('New words.')
  await expect(findCard(page, title)).toHaveCount(0)
})

test('G-42 a newer version is shown next to the typed text, which survives the conflict, a failure and a reload', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Line')
  const post = await addPost(page.request, spot.id, { title, content: 'One.', media_ids: [] })
  await openFeed(page)
  const edit = async () => {
    await openMenu(await seekCard(page, title))
    await page.getByRole('menuitem', { name: 'Edit post' }).click()
  }
  await edit()
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  await dialog.getByLabel('Description').fill('Mine.')
  await page.route(`**/api/posts/${post.id}`, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Your changes are still here.')
  await page.unroute(`**/api/posts/${post.id}`)
  await page.reload()
  await edit()
  await expect(dialog.getByLabel('Description')).toHaveValue('Mine.')

  const theirs = aTitle('Elsewhere')
  const changed = await changePost(page.request, post, { title: theirs, content: 'From the other phone.' })
  expect(changed.ok()).toBe(true)
  // The open dialog hides the card from the accessibility tree, so find it by its class.
  await expect(page.locator('.post-card_root h2', { hasText: theirs })).toBeAttached()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Someone changed this post while you were editing')).toBeVisible()
  await expect(dialog).toContainText('From the other phone.')
  await expect(dialog.getByLabel('Description')).toHaveValue('Mine.')
  await saveScreenshot(page, 'post-stale')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(findCard(page, title)).toContainText('Mine.')
})

test('POST-14 G-30 photos by one person at one spot within five minutes are one set, oldest first', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const [first, second] = [aTitle('Early'), aTitle('Late')]
  const media = [await uploadFile(page.request), await uploadFile(page.request)]
  await addPost(page.request, spot.id, { title: first, media_ids: media.slice(0, 1) })
  await addPost(page.request, spot.id, { title: second, media_ids: media.slice(1) })
  // Pretends that the spot was shared six minutes before the later post.
  await page.route(/\/api\/posts(\?|\/[0-9a-f-]{36}$)/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const post of body.items ?? [body])
      if (post.kind === 'spot' && post.spot_id === spot.id)
        post.created_at = new Date(Date.parse(post.created_at) - 6 * 60_000).toISOString()
    await route.fulfill({ response: answer, json: body })
  })
  const card = await openFeedAt(page, second)
  await expect(card.getByText('2 / 2')).toBeVisible()
  await turn(card, 'Previous')
  await expect(card.getByText('1 / 2')).toBeVisible()
  const shown = await card.locator('.post-card_slide:not([inert])').getByRole('img').getAttribute('src')
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  const early = items.find((item: { media: { id: string } }) => item.media.id === media[0])
  expect(shown).toBe(early.media.url)
  // The older card shows only its own photo, because no two cards show the same one.
  const older = await seekCard(page, first)
  await expect(older.locator('.post-card_slide')).toHaveCount(1)
})

test('POST-05 a clip shows its poster and that it is being processed, then plays muted and opens the lightbox', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Clip')
  const made = await addPost(page.request, spot.id, { title })
  let ready = false
  await page.route(/\/api\/posts(\?|\/[0-9a-f-]{36}(\/related)?$)/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const post of body.items ?? [body])
      if (post.id === made.id)
        Object.assign(post.media[0].media, {
          type: 'video',
          status: ready ? 'ready' : 'processing',
          url: ready ? '/media/x/video.mp4' : null,
          duration: ready ? 3 : null,
        })
    await route.fulfill({ response: answer, json: body })
  })
  const card = await openFeedAt(page, title)
  await expect(card.getByText('Processing')).toBeVisible()
  await expect(card.getByRole('img', { name: new RegExp(`^${spot.name} by `) })).toBeVisible()
  // A video that fails would be replaced by its poster, so this one never finishes loading.
  await page.route('**/media/x/video.mp4', () => undefined)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  ready = true
  const play = card.getByRole('button', { name: /^Play video: / })
  await expect(play).toBeVisible()
  await expect(card.locator('video')).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: null })
  await play.scrollIntoViewIfNeeded()
  const clip = card.locator('video')
  await expect(clip).toHaveAttribute('src', '/media/x/video.mp4')
  expect(await clip.evaluate((video: HTMLVideoElement) => video.muted && video.autoplay)).toBe(true)
  await play.press('Enter')
  await expect(page).toHaveURL(`/dashboard?item=${made.id}.0`)
  await expect(page.getByRole('dialog').locator('video')).toBeVisible()
})

test('a double tap likes a photo and never removes a like; a single tap opens it with its title and text', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Tap')
  const post = await addPost(page.request, spot.id, { title, content: 'Third try, first light.' })
  // The heart animation needs motion to be allowed.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const card = await openFeedAt(page, title)
  const photo = card.locator('.post-card_slide:not([inert])').getByRole('button')
  const heart = card.getByRole('button', { name: 'Like', exact: true })
  for (let times = 0; times < 2; times++) {
    await tapTwice(page, photo)
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(card.locator('.post-card_burst')).toHaveCount(1)
    await expect(page).toHaveURL('/dashboard')
  }
  await expect(card.locator('.action_count b')).toHaveText('1')
  await photo.tap()
  await expect(page).toHaveURL(`/dashboard?item=${post.id}.0`)
  const lightbox = page.getByRole('dialog', { name: 'Photos and videos' })
  await expect(lightbox.getByText(title, { exact: true })).toBeVisible()
  await expect(lightbox.getByText('Third try, first light.')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'lightbox-caption')
})

test('a photo opens in the lightbox, which returns to its card', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Ledge')
  const post = await addPost(page.request, spot.id, { title })
  const card = await openFeedAt(page, title)
  const photo = card.locator('.post-card_slide:not([inert])').getByRole('button')
  await photo.press('Enter')
  await expect(page).toHaveURL(`/dashboard?item=${post.id}.0`)
  await expect(page.getByRole('dialog', { name: 'Photos and videos' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(card).toBeInViewport()
  await expect(photo).toBeFocused()
})

test('COMM-14 comments open below their card and load then', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const title = aTitle('Gap')
  await addPost(page.request, spot.id, { title })
  let requested = 0
  await page.route('**/api/posts/*/comments*', (route) => {
    requested += 1
    return route.fallback()
  })
  const card = await openFeedAt(page, title)
  expect(requested).toBe(0)
  await card.getByRole('button', { name: 'Comments, 0' }).click()
  await expect(card.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  await expect(card.getByText('No comments yet')).toBeVisible()
  await card.getByPlaceholder('Add a comment...').fill('Bring wax.')
  await card.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card.getByText('Bring wax.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Comments, 1' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'dashboard-comments')
})
