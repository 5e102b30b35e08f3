import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/axe.ts'
import { editProfile, somebody } from './support/people.ts'
import { addPost, findCard, openFeedAt } from './support/posts.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test('a person muted on a post leaves the feed, is listed in the settings, and returns when unmuted', async ({
  page,
  browser,
  member: _,
}) => {
  const maya = await somebody(browser)
  await editProfile(maya.request, { full_name: 'Maya Okafor' })
  const spot = await shareSpot(maya.request)
  const title = `Kickflip ${randomUUID().slice(0, 8)}`
  await addPost(maya.request, spot.id, { title, media_ids: [] })
  const card = await openFeedAt(page, title)
  await card.getByRole('button', { name: 'More options for Maya Okafor’s post' }).click()
  await page.getByRole('menuitem', { name: 'Mute Maya Okafor' }).click()
  await expect(findToast(page)).toContainText('Muted Maya Okafor')
  await expect(findCard(page, title)).toHaveCount(0)

  await page.goto('/settings#muted')
  const muted = page.getByRole('list', { name: 'Muted people' })
  await expect(muted.getByRole('listitem')).toHaveText(/Maya Okafor/)
  await expectAccessible(page)
  await saveScreenshot(page, 'settings-muted')
  await muted.getByRole('button', { name: 'Unmute Maya Okafor' }).click()
  await expect(page.getByText('You haven’t muted anyone.')).toBeVisible()

  // The page's own menu says which of the two applies.
  await page.goto(`/user/${await fetchUserId(maya.request)}`)
  const menu = page.getByRole('button', { name: 'More options for Maya Okafor' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mute', exact: true }).click()
  await findToast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(findToast(page).filter({ hasText: 'Unmuted Maya Okafor' })).toBeVisible()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Mute', exact: true })).toBeVisible()
  await maya.context.close()
})
