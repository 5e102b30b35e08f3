import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { somebodyElse } from './support/people.ts'
import { findToast, uploadFile, closeToast } from './support/share.ts'
import { act, aGallery, itemPath, findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'

async function expectNoDelete(page: Page): Promise<void> {
  await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Add description' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
}

function counter(page: Page) {
  return page.locator('.lightbox_counter')
}

test('MEDIA-24 MEDIA-26 MEDIA-27 MEDIA-28 MEDIA-29 C-04 C-28 P-05 the author deletes one item, and the others stay', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 3)
  const cover = items.findIndex(({ is_cover }) => is_cover)
  expect(cover).toBe(0)
  await page.goto(itemPath(spot, items[0]))
  await expect(counter(page)).toHaveText('1 / 3')
  // The cover can't be deleted.
  await expectNoDelete(page)
  await page.keyboard.press('ArrowRight')
  await page.evaluate(() => Object.assign(window, { same: true }))
  const ask = async () => {
    await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await ask()
  const dialog = page.getByRole('dialog', { name: 'Delete Media' })
  await expect(
    dialog.getByText('Are you sure you want to delete this image? This action cannot be undone.', {
      exact: true,
    }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)

  await page.route('**/api/posts/*/media/1', (route) => route.abort())
  await ask()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('Failed to delete media. Please try again.')
  await expect(counter(page)).toHaveText('2 / 3')
  await page.unroute('**/api/posts/*/media/1')

  await ask()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('Media deleted successfully.')
  await expect(counter(page)).toHaveText('2 / 2')
  await expect(page).toHaveURL(itemPath(spot, items[2]))
  await findLightbox(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.spots_tile')).toHaveCount(2)
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  const { items: left } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  expect(left.map(({ media_index }: { media_index: number }) => media_index)).toEqual([0, 2])
})

test('MEDIA-19 MEDIA-24 DATA-17 wherever the cover is opened, it has no Delete, and its own title', async ({
  page,
  member: _,
}) => {
  const { items } = await aGallery(page, 2)
  const [cover] = items
  for (const path of ['/dashboard', '/feed']) {
    await page.goto(`${path}?item=${cover?.post_id}.${cover?.media_index}`)
    await expect(counter(page)).toBeVisible()
    await expectNoDelete(page)
    await findLightbox(page).getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Spot Cover Photo').first()).toBeVisible()
  }
})

test('MEDIA-24 a refusal to delete the cover is explained', async ({ page, member: _ }) => {
  const { spot } = await aGallery(page, 2)
  await page.route(`**/api/spots/${spot.id}/media*`, async (route) => {
    const answer = await (await route.fetch()).json()
    for (const item of answer.items) item.is_cover = false
    await route.fulfill({ json: answer })
  })
  await page.goto(`/spots/${spot.id}`)
  await page.locator('.spots_tile button').first().click()
  await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Media' }).getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('This is the spot’s cover photo. Change the cover first.')
  await expect(counter(page)).toHaveText('1 / 2')
})

test('MEDIA-16 MEDIA-24 LIKE-01 LIKE-02 RT-01 two people at one photo: likes appear live, and others have no Delete', async ({
  page,
  member,
  browser,
}) => {
  const { spot, items } = await aGallery(page, 2)
  const other = await somebodyElse(browser)
  for (const one of [page, other.page]) await one.goto(itemPath(spot, items[1]))
  const like = (one: Page) => findLightbox(one).getByRole('button', { name: /^Like/, pressed: false }).first()
  // Waits while two maps start to render in the background.
  for (const one of [page, other.page])
    await expect(findLightbox(one).locator('.action_count b')).toHaveText('0')
  await findLightbox(other.page).getByRole('button', { name: 'More options', exact: true }).click()
  await expect(other.page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(other.page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await other.page.getByRole('menuitem', { name: 'Report' }).click()
  const report = other.page.getByRole('dialog', { name: 'Report Post' })
  await expect(report).toBeVisible()
  await other.page.keyboard.press('Escape')
  await expect(report).toHaveCount(0)

  await findLightbox(page).getByRole('button', { name: 'Likes', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Likes' })
  await expect(list.getByText('No likes yet')).toBeVisible()
  await like(other.page).click()
  await expect(findLightbox(other.page).locator('.action_count b')).toHaveText('1')
  await expect(list.getByText(other.account.username).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(findLightbox(page).locator('.action_count b')).toHaveText('1')
  await like(page).click()
  await expect(findLightbox(other.page).locator('.action_count b')).toHaveText('2')
  // The other photo of the same post has no likes.
  await page.keyboard.press('ArrowLeft')
  await expect(findLightbox(page).locator('.action_count b')).toHaveText('0')

  const removed = await act(page, 'DELETE', `/api/posts/${items[1]?.post_id}/media/1`)
  expect(removed.status(), await removed.text()).toBe(200)
  await expect(other.page.locator('.spots_tile')).toHaveCount(1)
  await expect(other.page).toHaveURL(itemPath(spot, items[0]))
  expect(member.username).not.toBe(other.account.username)
  await other.context.close()
})

test('MEDIA-19 MEDIA-20 P-20 sharing uses the address of the open item', async ({
  page,
  context,
  member: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { spot, items } = await aGallery(page, 2)
  await page.goto(itemPath(spot, items[0]))
  await findLightbox(page).getByRole('button', { name: 'Share', exact: true }).click()
  const cover = page.getByRole('dialog', { name: 'Spot Cover Photo' })
  await expect(cover.getByLabel('Link')).toHaveValue(page.url())
  await cover.getByRole('button', { name: 'Copy link' }).click()
  await expect(findToast(page)).toContainText('Link copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.keyboard.press('Escape')
  await expect(cover).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('2 / 2')
  await findLightbox(page).getByRole('button', { name: 'Share', exact: true }).click()
  const photo = page.getByRole('dialog', { name: 'Spot Photo' })
  await expect(photo.getByLabel('Link')).toHaveValue(page.url())
  await expect(photo.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  await expectAccessible(page)
})

test('MEDIA-19 a video has a poster and controls, and stops when the item changes', async ({
  page,
  member: _,
}) => {
  const { spot } = await aGallery(page, 2)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  await page.route(`**/api/spots/${spot.id}/media*`, (route) =>
    route.fulfill({
      json: {
        items: items.map((item: { media_index: number; media: object }) =>
          item.media_index === 1
            ? { ...item, media: { ...item.media, type: 'video', url: '/media/clip/video.mp4', duration: 3 } }
            : item,
        ),
        next_cursor: null,
      },
    }),
  )
  // The video never loads, so its poster stays.
  await page.route('**/media/clip/video.mp4', () => undefined)
  await page.goto(itemPath(spot, items[1]))
  const video = findLightbox(page).locator('video')
  await expect(video).toHaveAttribute('poster', /1080\.webp$/)
  await expect(video).toHaveJSProperty('controls', true)
  await expect(video).toHaveJSProperty('muted', true)
  await findLightbox(page).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Spot Video' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Spot Video' })).toHaveCount(0)
  await findLightbox(page).getByRole('button', { name: 'Previous' }).click()
  await expect(counter(page)).toHaveText('1 / 2')
  await expect(video).toHaveCount(0)
})

test('MEDIA-22 MEDIA-23 an earlier profile picture can be used again, only by its owner', async ({
  page,
  member: _,
  browser,
}) => {
  const posts: string[] = []
  for (let n = 0; n < 2; n++) {
    const made = await act(page, 'POST', '/api/profile/pictures', {
      media_id: await uploadFile(page.request),
    })
    expect(made.status(), await made.text()).toBe(201)
    const { user_id } = await made.json()
    const { items } = await (await page.request.get(`/api/people/${user_id}/pictures`)).json()
    posts.unshift(items[0].id)
  }
  const path = (post: string | undefined) => `/dashboard?item=${post}.0`
  const open = async (one: Page, post: string | undefined) => {
    await one.goto(path(post))
    await findLightbox(one).getByRole('button', { name: 'More options', exact: true }).click()
    await expect(one.getByRole('menuitem').first()).toBeVisible()
  }
  const take = page.getByRole('menuitem', { name: 'Set as Profile Picture' })
  await open(page, posts[0])
  await expect(take).toHaveCount(0)
  const other = await somebodyElse(browser)
  await open(other.page, posts[1])
  await expect(other.page.getByRole('menuitem', { name: 'Set as Profile Picture' })).toHaveCount(0)
  await other.context.close()

  await open(page, posts[1])
  await page.route('**/api/profile/picture', (route) => route.abort())
  await take.click()
  await expect(findToast(page)).toContainText('Failed to update profile picture. Please try again.')
  await page.unroute('**/api/profile/picture')
  const avatar = async () => (await (await page.request.get('/api/session')).json()).user.avatar_url
  const before = await avatar()
  await closeToast(page)
  await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
  await take.click()
  await expect(findToast(page)).toContainText('Profile picture updated successfully.')
  expect(await avatar()).not.toBe(before)
  await closeToast(page)
  await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(take).toHaveCount(0)
})

test('with open comments, the menu opens at its button, and a toast does not cover the heart', {
  tag: '@desktop',
}, async ({ page, browser, member: _ }) => {
  const other = await somebodyElse(browser)
  const { spot, items } = await aGallery(other.page, 2)
  await page.goto(`/spots/${spot.id}`)
  const lightbox = findLightbox(page)
  // Retries, because a map starts to render at the same time.
  await expect(async () => {
    if (!(await lightbox.isVisible())) await page.locator('.spots_tile').nth(1).click({ timeout: 5_000 })
    await expect(lightbox).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await lightbox.getByRole('button', { name: /^Comments, / }).click()
  await expect(lightbox.getByPlaceholder('Add a comment...')).toBeVisible()
  const more = lightbox.getByRole('button', { name: 'More options', exact: true })
  await more.click()
  const report = page.getByRole('menuitem', { name: 'Report' })
  await expect(report).toBeVisible()
  const [button, item] = [await more.boundingBox(), await report.boundingBox()]
  expect((item?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0))).toBeLessThan(24)
  await page.keyboard.press('Escape')

  await page.route('**/api/posts/*/media/*/like', (route) => route.abort())
  const heart = lightbox.getByRole('button', { name: 'Like', exact: true })
  await heart.click()
  await expect(findToast(page)).toContainText('Failed to update like. Please try again.')
  const isFree = await heart.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && button.contains(hit)
  })
  expect(isFree).toBe(true)
  expect(items).toHaveLength(2)
  await other.context.close()
})
