import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { choose } from './support/menu.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, fillForm, openForm, openMore, spotsAt, submit } from './support/share-form.ts'
import { expect, test } from './support/test.ts'

function choice(page: Page) {
  return page.getByRole('group', { name: 'Who can see this spot' })
}

function pressed(page: Page, name: string) {
  return expect(choice(page).getByRole('button', { name, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
}

async function change(page: Page, to: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit Spot' })
  await choose(page, page.getByRole('button', { name: 'Spot actions' }), 'Edit Spot', dialog)
  await choice(page).getByRole('button', { name: to, exact: true }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a private spot is opened to members and closed again, live on an open screen', async ({
  page,
  browser,
  member: _,
}) => {
  await openForm(page)
  await openMore(page, 'Who can see this spot')
  await pressed(page, 'Everyone')
  await expect(choice(page)).toContainText('The spot shows up on the public map')
  const point = await fillForm(page, 'Hidden Bank')
  await choosePhotos(page)
  await openMore(page, 'Who can see this spot')
  await choice(page).getByRole('button', { name: 'Only me', exact: true }).click()
  await expect(choice(page)).toContainText('Only you can see the spot')
  await expectAccessible(page)
  await saveScreenshot(page, 'audiences-form')
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('dialog', { name: 'Spot shared' })).toContainText('Hidden Bank')
  const [spot] = await spotsAt(page, point)
  const address = `/spots/${spot?.id}`

  await page.goto(address)
  await expect(page.getByText('Only you can see this spot.')).toBeVisible()
  await saveScreenshot(page, 'audiences-page')
  const other = await somebodyElse(browser)
  await other.page.goto(address)
  await expect(other.page.getByText('Spot not found')).toBeVisible()
  expect(await spotsAt(other.page, point)).toEqual([])

  await change(page, 'Members')
  await expect(page.getByText('Only members can see this spot.')).toBeVisible()
  await other.page.reload()
  await expect(other.page.getByRole('heading', { level: 1, name: 'Hidden Bank' })).toBeVisible()
  await expect(other.page.getByText('Only members can see this spot.')).toBeVisible()

  await change(page, 'Mutual followers')
  await expect(page.getByText('Only your mutual followers can see this spot.')).toBeVisible()
  await expect(other.page.getByRole('heading', { level: 1, name: 'Hidden Bank' })).toBeHidden()

  await page.goto('/share-spot')
  await openMore(page, 'Who can see this spot')
  await pressed(page, 'Mutual followers')
  await other.context.close()
})
