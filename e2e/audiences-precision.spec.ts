import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { choose } from './support/menu.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, fillForm, openForm, openMore, submit } from './support/share-form.ts'
import { expect, test } from './support/test.ts'

function group(page: Page, name: string) {
  return page.getByRole('group', { name })
}

function precision(page: Page) {
  return group(page, 'Location precision for everyone else')
}

function press(of: ReturnType<typeof group>, name: string) {
  return of.getByRole('button', { name, exact: true }).click()
}

async function edit(page: Page, change: (page: Page) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Edit Spot' })
  await choose(page, page.getByRole('button', { name: 'Spot actions' }), 'Edit Spot', dialog)
  await change(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a spot is shown approximately, then by its town, then from a date on; its creator sees its exact position', async ({
  page,
  browser,
  member: _,
}) => {
  await openForm(page)
  const point = await fillForm(page, 'Quiet Bank')
  await choosePhotos(page)
  await expect(group(page, 'Who can see the exact location')).toBeHidden()
  await openMore(page, 'Location precision')
  await press(precision(page), 'Within 150 m')
  await expect(precision(page)).toContainText('Others see the town and a circle with a radius of about 150 m')
  await openMore(page, 'Who can see the exact location')
  await press(group(page, 'Who can see the exact location'), 'Mutual followers')
  await expectAccessible(page)
  await saveScreenshot(page, 'precision-form')
  const shared = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/spots'),
  )
  await submit(page).click()
  const { id } = (await (await shared).json()) as { id: string }
  await expect(page).toHaveURL('/dashboard')
  const address = `/spots/${id}`
  await page.goto(address)
  await expect(page.getByText('Others see: Within 150 m.')).toBeVisible()
  const directions = page.getByRole('link', { name: 'Get Directions' })
  await expect(directions).toHaveAttribute('href', new RegExp(String(point.latitude)))
  await saveScreenshot(page, 'precision-own')

  const other = await somebodyElse(browser)
  await other.page.goto(address)
  await expect(
    other.page.getByText('Only the approximate location is shown, within about 150 m.'),
  ).toBeVisible()
  const about = other.page.getByRole('link', { name: 'Get directions to the area' })
  await expect(about).toBeVisible()
  expect(await about.getAttribute('href')).not.toContain(String(point.latitude))
  await expectAccessible(other.page)
  await saveScreenshot(other.page, 'precision-other')

  await edit(page, (on) => press(precision(on), 'Town only'))
  await expect(page.getByText('Others see: Town only.')).toBeVisible()
  await expect(other.page.getByText('The exact location is hidden. Only the town is shown.')).toBeVisible()

  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await edit(page, (on) => on.getByLabel('Publish date').fill(day))
  await expect(page.getByText(/^Goes live on .* Then visible to: Everyone\.$/)).toBeVisible()
  await expect(other.page.getByRole('heading', { level: 1, name: 'Quiet Bank' })).toBeHidden()
  await page.goto('/share-spot')
  await openMore(page, 'Location precision')
  await expect(precision(page).getByRole('button', { name: 'Town only' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await other.context.close()
})
