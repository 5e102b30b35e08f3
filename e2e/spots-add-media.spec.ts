import type { Page } from '@playwright/test'
import { signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, ready, tiles } from './support/share-form.ts'
import { aPhoto, realPhoto, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function findDialog(page: Page) {
  return page.getByRole('dialog', { name: /^Add Media to / })
}

function share(page: Page) {
  return findDialog(page).getByRole('button', { name: 'Share', exact: true })
}

function inGallery(page: Page) {
  return page.locator('.spots_tile')
}

async function openDialog(page: Page, spotId: string): Promise<void> {
  await page.goto(`/spots/${spotId}`)
  await page.getByRole('button', { name: 'Add Media' }).click()
  await expect(findDialog(page)).toBeVisible()
}

function posts(page: Page) {
  const bodies: { media_ids: string[] }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/posts'))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

async function newest(page: Page, spotId: string) {
  const { items } = await (await page.request.get(`/api/spots/${spotId}/media`)).json()
  return (await page.request.get(`/api/posts/${items[0].post_id}`)).json()
}

test('SPOT-14 MEDIA-01 MEDIA-02 MEDIA-03 MEDIA-05 photos are added to a spot, and appear immediately for everyone', async ({
  page,
  browser,
  member: _,
}) => {
  const sent = posts(page)
  const spot = await shareSpot(page.request)
  const other = await somebodyElse(browser)
  await other.page.goto(`/spots/${spot.id}`)
  await expect(inGallery(other.page)).toHaveCount(1)
  await openDialog(page, spot.id)
  const dialog = findDialog(page)
  await expect(dialog).toHaveAccessibleName('Add Media to Library Marble')
  await expect(dialog.getByLabel('Title')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await share(page).click()
  await expect(findToast(page)).toContainText(
    /Content required.*Please enter a title or upload at least one photo\/video/s,
  )
  expect(sent).toEqual([])

  const files = ['tanners_ridge.jpg', 'silver_fir.jpg'].flatMap((name) => realPhoto(name) ?? [])
  await chooser(page).setInputFiles(files.length ? files : [await aPhoto(), await aPhoto()])
  await expect(ready(page)).toHaveCount(2)
  await expectAccessible(page)
  await saveScreenshot(page, 'add-media')
  await share(page).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(inGallery(page)).toHaveCount(3)
  await expect(inGallery(other.page)).toHaveCount(3)
  expect(sent).toHaveLength(1)
  expect(await newest(page, spot.id)).toMatchObject({ kind: 'media', title: 'Added 2 photo(s)' })
  await page.getByRole('button', { name: 'Add Media' }).click()
  await expect(tiles(page)).toHaveCount(0)
  await findDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(findDialog(page)).toHaveCount(0)
  await other.context.close()
})

test('MEDIA-03 text alone is enough', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await openDialog(page, spot.id)
  await findDialog(page).getByLabel('Title').fill('Waxed on Sunday')
  const answer = page.waitForResponse('**/api/posts')
  await share(page).click()
  expect((await (await answer).json()).title).toBe('Waxed on Sunday')
  await expect(findDialog(page)).toHaveCount(0)
  await expect(inGallery(page)).toHaveCount(1)
})

test('typed text and selected files survive Cancel and a reload during an upload, and are shared once', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await page.clock.install()
  await openDialog(page, spot.id)
  await findDialog(page).getByLabel('Title').fill('Half-way')
  await page.route('**/api/uploads/*', (route) => route.abort())
  await chooser(page).setInputFiles([await aPhoto()])
  await afterRetries(page, findDialog(page).getByText('Waiting for a connection'))
  await share(page).click()
  await afterRetries(page, findToast(page).getByText('Couldn’t share your photos and videos'))
  await expect(findToast(page)).toContainText(/Failed to upload image: ledge-/)
  await expect(tiles(page)).toHaveCount(1)
  await page.unroute('**/api/uploads/*')

  await openDialog(page, spot.id)
  await expect(findDialog(page).getByText('Your draft is back.')).toBeVisible()
  await expect(findDialog(page).getByLabel('Title')).toHaveValue('Half-way')
  await expect(ready(page)).toHaveCount(1)
  await findDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Media' }).click()
  await expect(ready(page)).toHaveCount(1)
  await share(page).click()
  await expect(findDialog(page)).toHaveCount(0)
  await expect(inGallery(page)).toHaveCount(2)
  await openDialog(page, spot.id)
  await expect(tiles(page)).toHaveCount(0)
  await expect(findDialog(page).getByLabel('Title')).toHaveValue('')
})

test('a lost response makes no second post', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await openDialog(page, spot.id)
  await chooser(page).setInputFiles([await aPhoto()])
  await expect(ready(page)).toHaveCount(1)
  let lost = 0
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await share(page).click()
  await expect(findDialog(page)).toHaveCount(0)
  await expect(inGallery(page)).toHaveCount(2)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  expect(items).toHaveLength(2)
  expect(lost).toBe(1)
})

test('MEDIA-04 an ended session asks to sign in, and loses nothing', async ({ page, context, member }) => {
  const spot = await shareSpot(page.request)
  await openDialog(page, spot.id)
  await findDialog(page).getByLabel('Title').fill('Still mine')
  await chooser(page).setInputFiles([await aPhoto()])
  await expect(ready(page)).toHaveCount(1)
  await context.clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await share(page).dispatchEvent('click')
  await expect(findToast(page)).toContainText(/Authentication required.*Please log in to create a post/s)
  await signInAs(page, member)
  await openDialog(page, spot.id)
  await expect(findDialog(page).getByLabel('Title')).toHaveValue('Still mine')
  await expect(ready(page)).toHaveCount(1)
  await share(page).click()
  await expect(findDialog(page)).toHaveCount(0)
  expect(await newest(page, spot.id)).toMatchObject({ title: 'Still mine' })
})

test('adding to a spot that was deleted meanwhile shows an error and the files stay', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await openDialog(page, spot.id)
  await chooser(page).setInputFiles([await aPhoto()])
  await expect(ready(page)).toHaveCount(1)
  const origin = process.env.NOLLIE_URL as string
  await page.request.delete(`/api/spots/${spot.id}`, { headers: { origin } })
  await expect(page.getByText('This spot was deleted while you had it open.')).toBeAttached()
  await share(page).click()
  await expect(findToast(page)).toContainText("The spot you're looking for doesn't exist.")
  await expect(tiles(page)).toHaveCount(1)
})
