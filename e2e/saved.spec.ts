import { shortPath } from '@nollie/contract/short-links'
import { openHub } from './support/hub.ts'
import { expectAccessible } from './support/axe.ts'
import { addPost, openFeedAt } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test('a post and a spot are saved, found under Saved, and unsaved; a card is shared by its address', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Bookmark Banks' })
  const title = `Keep this ${Date.now()}`
  const post = await addPost(page.request, spot.id, { title, media_ids: [] })
  const card = await openFeedAt(page, title)
  const save = card.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAttribute('aria-pressed', 'false')
  // The button changes before the server responds, and opening another page would cancel the request.
  const isSaved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  const savedPost = isSaved()
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await savedPost
  await saveScreenshot(page, 'card-actions')
  await card.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Share post' })
  await expect(sheet.getByRole('textbox')).toHaveValue(
    `${process.env.NOLLIE_URL}${shortPath('post', post.id)}`,
  )
  await expect(sheet.getByRole('link', { name: 'Send to a skater' })).toHaveAttribute(
    'href',
    `/messages/new?post=${post.id}.0`,
  )
  await page.keyboard.press('Escape')

  await page.goto(`/spots/${spot.id}`)
  const saveSpot = page.getByRole('button', { name: 'Save', exact: true }).first()
  const savedSpot = isSaved()
  await saveSpot.click()
  await expect(saveSpot).toHaveAttribute('aria-pressed', 'true')
  await savedSpot

  await (await openHub(page)).getByRole('link', { name: 'Saved' }).click()
  await expect(page).toHaveURL('/saved')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('tab', { name: 'Spots' }).click()
  await expect(page.getByRole('link', { name: spot.name })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'saved')
  await page.getByRole('tab', { name: 'Posts' }).click()
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  expect((await removed).ok()).toBe(true)
  await page.reload()
  await expect(page.getByText('No saved posts yet')).toBeVisible()
})
