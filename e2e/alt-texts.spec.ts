import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { aGallery, findLightbox, itemPath } from './support/comments.ts'
import { allSent, outboxLine, outboxReady } from './support/device-outbox.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, fillForm, openForm, spotsAt, submit } from './support/share-form.ts'
import { findToast, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

function describing(page: Page) {
  return page.getByRole('dialog', { name: 'Photo description' })
}

async function describe(page: Page, text: string): Promise<void> {
  const dialog = describing(page)
  await dialog.getByLabel('Description (optional)').fill(text)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

function badge(page: Page) {
  return findLightbox(page).getByRole('button', { name: 'ALT Show description' })
}

async function readAltTexts(page: Page, spot_id: string): Promise<(string | null)[]> {
  const { items } = await (await page.request.get(`/api/spots/${spot_id}/media`)).json()
  return items.map(({ media }: { media: { alt_text: string | null } }) => media.alt_text)
}

test('a photo is described while sharing, and its author changes the description later', {
  tag: '@desktop',
}, async ({ page, browser, member: _ }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await openForm(page)
  await choosePhotos(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /ALT Describe / }).click()
  await expect(describing(page).getByText('500 characters left')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'describe-photo')
  await describe(page, 'A marble hubba beside a granary')
  // Saving the description doesn't send the form around it.
  await expect(page.getByRole('button', { name: /^ALT Edit the description of / })).toBeFocused()
  await saveScreenshot(page, 'described-file')
  expect(sent.filter((path) => path === '/api/spots')).toEqual([])
  const place = await fillForm(page)
  await submit(page).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const [spot] = await spotsAt(page, place)
  expect(await readAltTexts(page, spot?.id ?? '')).toEqual(['A marble hubba beside a granary'])

  await page.goto(`/spots/${spot?.id}`)
  await page.locator('.spots_tile button').first().click()
  const photo = findLightbox(page).getByRole('img', { name: 'A marble hubba beside a granary' })
  await expect(photo).toBeVisible()
  await badge(page).click()
  await expect(describing(page).getByText('A marble hubba beside a granary')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'photo-description')
  await page.keyboard.press('Escape')
  await expect(describing(page)).toHaveCount(0)
  await expect(badge(page)).toBeFocused()

  await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit description' }).click()
  await describe(page, 'A hubba, eight stairs high')
  await expect(findToast(page)).toContainText('Description saved')
  await expect(findLightbox(page).getByRole('img', { name: 'A hubba, eight stairs high' })).toBeVisible()

  const other = await somebodyElse(browser)
  await other.page.goto(`/spots/${spot?.id}`)
  await expect(other.page.getByRole('img', { name: 'A hubba, eight stairs high' }).first()).toBeVisible()
  const tile = other.page.locator('.spots_tile').first()
  await tile.scrollIntoViewIfNeeded()
  await expect(tile.locator('[data-described]')).toBeVisible()
  await saveScreenshot(other.page, 'described-tile')
  await other.page.locator('.spots_tile button').first().click()
  await expect(badge(other.page)).toBeVisible()
  await saveScreenshot(other.page, 'described-photo')
  await findLightbox(other.page).getByRole('button', { name: 'More options', exact: true }).click()
  await expect(other.page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(other.page.getByRole('menuitem', { name: /description/ })).toHaveCount(0)
  await other.context.close()
})

test('a photo without a description names its spot and author, and a removed description is no longer shown', async ({
  page,
  member,
}) => {
  const { spot, items } = await aGallery(page, 1)
  await page.goto(itemPath(spot, items[0]))
  const name = `Photo of ${spot.name} by ${member.username}`
  await expect(findLightbox(page).getByRole('img', { name })).toBeVisible()
  await expect(badge(page)).toHaveCount(0)
  const menu = findLightbox(page).getByRole('button', { name: 'More options', exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Add description' }).click()
  await describe(page, 'Ledge')
  await expect(badge(page)).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit description' }).click()
  await describe(page, '')
  await expect(badge(page)).toHaveCount(0)
  await expect(findLightbox(page).getByRole('img', { name })).toBeVisible()
})

test('a description that couldn’t be saved isn’t lost', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  const open = async (name: string) => {
    await page.goto(itemPath(spot, items[0]))
    await findLightbox(page).getByRole('button', { name: 'More options', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const field = describing(page).getByLabel('Description (optional)')
  await open('Add description')
  await page.route('**/api/posts/*/media/0', (route) => route.abort())
  await field.fill('Typed once')
  await describing(page).getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Couldn’t save the description')
  await expect(field).toHaveValue('Typed once')
  await page.unroute('**/api/posts/*/media/0')
  await page.reload()
  await open('Add description')
  await expect(field).toHaveValue('Typed once')
  await describe(page, 'Typed once')
  await expect(badge(page)).toBeVisible()

  await open('Edit description')
  await field.fill('Discarded')
  await describing(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(describing(page)).toHaveCount(0)
  await open('Edit description')
  await expect(field).toHaveValue('Typed once')
})

test('a description written offline waits with its photo, and is sent', async ({
  page,
  context,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Add Media' }).click()
  await choosePhotos(page)
  await page.getByRole('button', { name: /ALT Describe / }).click()
  await describe(page, 'Written online')
  await outboxReady(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^ALT Edit the description of / }).click()
  await describe(page, 'Written offline')
  const dialog = page.getByRole('dialog', { name: /^Add Media to / })
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(outboxLine(page)).toHaveText('1 item to send')
  await context.setOffline(false)
  await allSent(page)
  expect(await readAltTexts(page, spot.id)).toContain('Written offline')
})
