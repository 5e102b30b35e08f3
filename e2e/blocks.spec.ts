import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/axe.ts'
import { choose } from './support/menu.ts'
import { editProfile, somebodyElse } from './support/people.ts'
import { addPost, findCard, openFeedAt } from './support/posts.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

test('a person is reported, blocked and unblocked on their page, and blocked from a post, which disappears', async ({
  page,
  browser,
  member: _,
}) => {
  const maya = await somebodyElse(browser)
  const { request } = maya.page
  await editProfile(request, { full_name: 'Maya Okafor' })
  const user_id = await fetchUserId(request)
  const spot = await shareSpot(request)
  const title = `Kickflip ${randomUUID().slice(0, 8)}`
  await addPost(request, spot.id, { title, media_ids: [] })
  const mine = await fetchUserId(page.request)
  await page.goto(`/user/${user_id}`)
  const menu = page.getByRole('button', { name: 'More options for Maya Okafor' })
  await choose(page, menu, 'Report', page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await maya.page.goto(`/user/${mine}`)
  await expect(maya.page.locator('.profiles_acts').getByRole('button')).toBeVisible()
  await choose(page, menu, 'Block', page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(findToast(page)).toContainText('Blocked Maya Okafor')
  await expect(page.getByRole('heading', { name: 'You blocked Maya Okafor' })).toBeVisible()
  // The two can no longer find each other, and the blocked person doesn't see why.
  await expect(maya.page.getByRole('heading', { name: 'Person not found' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'user-blocked')
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor', exact: true })).toBeVisible()
  const card = await openFeedAt(page, title)
  const question = page.getByRole('dialog', { name: 'Block Maya Okafor?' })
  await choose(
    page,
    card.getByRole('button', { name: 'More options for Maya Okafor’s post' }),
    'Block Maya Okafor',
    question,
  )
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(findCard(page, title)).toHaveCount(0)
  await maya.context.close()
})
