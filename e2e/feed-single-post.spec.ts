import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { addComment, addPost, findCard, likeItem, removePost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test('a notification about a text post opens that post, with its comments', async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Donaudampfschifffahrtskanalbank' })
  const post = await addPost(page.request, spot.id, { title: 'Session on Sunday?', media_ids: [] })
  const kofi = await somebody(browser)
  await addComment(kofi.request, post.id, 'I am in')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /commented/ })
    .click()
  await expect(page).toHaveURL(`/post/${post.id}?comments=1`)
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
  await expect(page.getByText('I am in')).toBeVisible()
  await expect(page).toHaveTitle(/Session on Sunday\?/)
  // The plate has one line; its title has the whole name.
  const plate = page.locator('.post-card_plate')
  await expect(plate).toHaveAttribute('title', 'Donaudampfschifffahrtskanalbank')
  expect((await plate.boundingBox())?.height).toBeLessThanOrEqual(56)
  await expectAccessible(page)
  await saveScreenshot(page, 'single-post')

  await likeItem(kofi.request, { post_id: post.id })
  await expect(findCard(page, post.title).locator('.action_count b')).toHaveText('1')
  await removePost(page.request, post.id)
  await expect(page.getByRole('heading', { name: 'This post no longer exists' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard')
  await kofi.context.close()
})

test('the address of an unknown post shows an error', async ({ page, member: _ }) => {
  for (const id of ['nothing', '01a1fea2-346c-7231-872a-689aece5bf7d']) {
    await page.goto(`/post/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This post no longer exists' })).toBeVisible()
  }
})
