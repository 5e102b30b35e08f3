import type { Page } from '@playwright/test'
import { hideCrewName } from '../apps/server/src/modules/crews/hide-crew-name.service.ts'
import { openHub } from './support/hub.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { choose } from './support/menu.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { openMore } from './support/share-form.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true })
}

test('a crew is created, invites a member, has private spots and posts, and takes them back', async ({
  page,
  browser,
  member: _,
}) => {
  const other = await somebodyElse(browser)
  await (await openHub(page)).getByRole('link', { name: 'Crews', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You’re not in a crew yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New crew' }).click()
  const dialog = page.getByRole('dialog', { name: 'New crew' })
  await dialog.getByRole('button', { name: 'Create crew' }).click()
  await expect(dialog.getByText('Enter a crew name')).toBeVisible()
  await dialog.getByLabel('Crew name').fill('Curb Club')
  await dialog.getByRole('button', { name: 'Create crew' }).click()
  await expect(page).toHaveURL(/\/crews\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Curb Club' })).toBeVisible()
  await expect(page.getByText('No spots yet')).toBeVisible()
  await saveScreenshot(page, 'crews-empty')
  const crew_id = new URL(page.url()).pathname.split('/')[2] ?? ''

  await tab(page, 'People').click()
  await page.getByLabel('Find people to invite').fill(other.account.username)
  await page.getByRole('button', { name: `Invite ${other.account.username}` }).click()
  await expect(findToast(page)).toContainText(`${other.account.username} invited`)
  await expect(page.getByRole('heading', { name: 'Invited' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'crews-people')

  const theirs = other.page
  await theirs.goto('/crews')
  await expect(theirs.getByText(/invited you$/)).toBeVisible()
  await expectAccessible(theirs)
  await saveScreenshot(theirs, 'crews-invitation')
  await theirs.goto('/dashboard')
  await theirs.getByRole('button', { name: /^Notifications/ }).click()
  const bell = theirs.getByRole('dialog', { name: 'Activity' })
  await expect(bell.getByText('invited you to Curb Club')).toBeVisible()
  await saveScreenshot(theirs, 'crews-notification')
  await bell.getByRole('button', { name: 'Join Curb Club' }).click()
  await expect(findToast(theirs)).toContainText('You joined Curb Club')
  await expect(page.getByRole('link', { name: other.account.username, exact: true })).toBeVisible()

  const spot = await shareSpot(page.request, { name: 'Depot Curb', audience: 'crew', crew_id })
  await page.goto('/share-content')
  await page.getByLabel('Title').fill('Sunday at six')
  const who = page.getByRole('group', { name: 'Who can see this post' })
  await who.getByRole('button', { name: 'A crew', exact: true }).click()
  await expect(who.getByRole('button', { name: 'Curb Club' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await saveScreenshot(page, 'crews-post-form')
  await page.getByRole('form').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(findToast(page)).toContainText('Success')

  await theirs.goto(`/crews/${crew_id}`)
  await expect(theirs.getByRole('link', { name: /Depot Curb/ })).toBeVisible()
  await saveScreenshot(theirs, 'crews-spots')
  await tab(theirs, 'Posts').click()
  await expect(theirs.getByText('Sunday at six')).toBeVisible()
  await expect(theirs.getByText('Only Curb Club can see this')).toBeVisible()
  await saveScreenshot(theirs, 'crews-posts')
  await theirs.goto(`/spots/${spot.id}`)
  await expect(theirs.getByText('Only Curb Club can see this spot.')).toBeVisible()

  await page.goto('/share-spot')
  await openMore(page, 'Who can see this spot')
  const audience = page.getByRole('group', { name: 'Who can see this spot' })
  await expect(audience.getByRole('button', { name: 'A crew', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(audience.getByRole('button', { name: 'Curb Club' })).toHaveAttribute('aria-pressed', 'true')
  await audience.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'crews-spot-form')

  await page.goto(`/crews/${crew_id}?tab=people`)
  const menu = page.getByRole('button', { name: `Options for ${other.account.username}` })
  const asked = page.getByRole('dialog', { name: `Remove ${other.account.username}?` })
  await choose(page, menu, 'Remove from crew', asked)
  await expect(asked).toContainText('will lose access to the crew’s spots and posts')
  await saveScreenshot(page, 'crews-remove')
  await asked.getByRole('button', { name: 'Remove from crew' }).click()
  await expect(asked).toBeHidden()
  await expect(theirs.getByText('Spot not found')).toBeVisible()
  await theirs.goto(`/crews/${crew_id}`)
  await expect(theirs.getByText('Crew not found')).toBeVisible()

  // After moderators hide the crew's name, its owner immediately sees how to choose another one.
  await (await database()).transaction().execute((tx) => hideCrewName(tx, crew_id))
  await expect(page.getByText('Moderators hid this crew’s name.')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'crews-name-hidden')
  await page.getByRole('button', { name: 'Choose a name' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename crew' })
  await expect(rename.getByLabel('Crew name')).toHaveValue('')
  await rename.getByLabel('Crew name').fill('Curb Club')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(rename.getByText('Moderators hid this name. Choose another one.')).toBeVisible()
  await rename.getByLabel('Crew name').fill('Curb Friends')
  await rename.getByRole('button', { name: 'Save' }).click()
  await expect(rename).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Curb Friends' })).toBeVisible()
  await expect(page.getByText('Moderators hid this crew’s name.')).toBeHidden()

  const leave = page.getByRole('dialog', { name: 'Leave Curb Friends?' })
  await choose(page, page.getByRole('button', { name: 'Options for Curb Friends' }), 'Leave crew', leave)
  await leave.getByRole('button', { name: 'Leave crew' }).click()
  await expect(page).toHaveURL('/crews')
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByText('Only you can see this spot.')).toBeVisible()
  await other.context.close()
})
