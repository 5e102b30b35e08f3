import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { launchOptions } from './support/chromium.ts'
import { allSent, outboxReady, outboxRows } from './support/device-outbox.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, openForm, ready, spotsAt, submit, tiles } from './support/share-form.ts'
import { aPhoto, aPoint, findToast, holdToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, workerReady } from './support/worker.ts'

test.use({
  serviceWorkers: 'allow',
  launchOptions: launchOptions('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
})

type Point = { latitude: number; longitude: number }

async function standAt(context: BrowserContext, point: Point) {
  await context.grantPermissions(['geolocation', 'camera'])
  await context.setGeolocation({ ...point, accuracy: 6 })
}

function list(page: Page) {
  return page.getByRole('list', { name: 'Drafts' })
}

function cards(page: Page) {
  return list(page).getByRole('article')
}

async function storedDrafts(page: Page): Promise<(Point & { id: string })[]> {
  return (await (await page.request.get('/api/drafts')).json()).items
}

test('DRAFT-01 DRAFT-03 DRAFT-04 DRAFT-05 the shortcut stores a photo and its place with one click; later the draft gets a name and becomes a spot', async ({
  page,
  context,
  member: _,
}) => {
  const here = aPoint()
  await standAt(context, here)
  await page.goto('/quick-drop?now=1')
  const camera = page.getByRole('dialog', { name: 'Camera' })
  await camera.getByRole('button', { name: 'Take Photo', exact: true }).click()
  await holdToast(page, 'Draft saved')
  await expect(page).toHaveURL('/quick-drop')
  await findToast(page).getByRole('button', { name: 'View drafts' }).click()
  await expect(page).toHaveURL('/profile?tab=drafts')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Name and share' })).toBeVisible()
  // The stored draft is listed before it leaves the outbox.
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('to within')
  await page.reload()
  await expect(cards(page).getByRole('img').or(cards(page).locator('img')).first()).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'drafts')

  await page.getByRole('button', { name: 'More options for this draft' }).click()
  await page.getByRole('menuitem', { name: 'Edit draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit draft' })
  await dialog.getByLabel('Note').fill('Wax the right side')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(cards(page)).toContainText('Wax the right side')

  await page.getByRole('link', { name: 'Name and share' }).click()
  await expect(page).toHaveURL(/\/share-spot\?draft=/)
  await expect(ready(page)).toHaveCount(1)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Wax the right side')
  await page.getByLabel('Spot name').fill('Dropped ledge')
  await page.getByRole('button', { name: 'Ledges', exact: true }).click()
  // A failure preserves the draft and everything typed in the form.
  await page.route('**/api/spots', (route) => route.fulfill({ status: 500, body: '' }))
  await submit(page).click()
  await expect(page.getByText('Error', { exact: false }).first()).toBeVisible()
  expect(await storedDrafts(page)).toHaveLength(1)
  await page.unroute('**/api/spots')
  await page.reload()
  await expect(page.getByLabel('Spot name')).toHaveValue('Dropped ledge')
  await expect(ready(page)).toHaveCount(1)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect((await spotsAt(page, here)).map(({ name }) => name)).toEqual(['Dropped ledge'])
  await page.goto('/profile?tab=drafts')
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('DRAFT-01 an unfinished spot form is saved for later with its photo, pin, and text', async ({
  page,
  member: _,
}) => {
  const position = aPoint()
  await openForm(page)
  const later = page.getByRole('button', { name: 'Save for later' })
  await expect(later).toHaveCount(0)
  await chooser(page).setInputFiles(await aPhoto({ position }))
  await expect(ready(page)).toHaveCount(1)
  await page.getByLabel('Spot name').fill('Half a ledge')
  await later.click()
  await expect(findToast(page)).toContainText('Draft saved')
  await expect(page).toHaveURL('/quick-drop')
  await expect.poll(async () => (await storedDrafts(page)).length).toBe(1)
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Half a ledge')
  const [draft] = await storedDrafts(page)
  expect(draft?.latitude).toBeCloseTo(position.latitude, 3)
  await openForm(page)
  await expect(page.getByLabel('Spot name')).toHaveValue('')
  await expect(tiles(page)).toHaveCount(0)
})

test('DRAFT-03 DRAFT-06 an offline drop waits on the device, even after a reload, and is on the account once online', async ({
  page,
  context,
  browser,
  member,
}) => {
  const here = aPoint()
  await standAt(context, here)
  await page.goto('/quick-drop')
  await workerReady(page)
  await page.reload()
  await stored(page, '/api/drafts')
  await context.setOffline(true)
  // This draft's position is only in the photo.
  await context.clearPermissions()
  const there = aPoint()
  await page.getByLabel('Choose photos').setInputFiles(await aPhoto({ position: there }))
  await expect(cards(page)).toContainText('On this device, waiting for a connection')
  await expect(cards(page)).not.toContainText('No location yet')
  await page.reload()
  await expect(cards(page)).toContainText('On this device, waiting for a connection')
  await expectAccessible(page)
  await saveScreenshot(page, 'drafts-waiting')
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Name and share' })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  const [draft, ...others] = await storedDrafts(page)
  expect(others).toEqual([])
  expect(draft?.latitude).toBeCloseTo(there.latitude, 3)

  const other = await somebodyElse(browser, member)
  await other.page.goto('/profile?tab=drafts')
  await expect(cards(other.page)).toHaveCount(1)
  // Deleting the draft there asks for confirmation first, and then it no longer exists here either.
  await other.page.getByRole('button', { name: 'More options for this draft' }).click()
  await other.page.getByRole('menuitem', { name: 'Delete draft' }).click()
  await other.page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(other.page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await page.goto(`/share-spot?draft=${draft?.id}`)
  await expect(page.getByRole('heading', { name: 'This draft no longer exists' })).toBeVisible()
  await other.context.close()
})

test('DRAFT-05 a draft named and shared offline waits in the outbox, and becomes one spot once online', async ({
  page,
  context,
  member: _,
}) => {
  const here = aPoint()
  await page.goto('/quick-drop')
  await workerReady(page)
  await page.getByLabel('Choose photos').setInputFiles(await aPhoto({ position: here }))
  await page.getByRole('link', { name: 'Name and share' }).click()
  await expect(ready(page)).toHaveCount(1)
  await outboxReady(page)
  await context.setOffline(true)
  await page.getByLabel('Spot name').fill('Tunnel draft')
  await page.getByRole('button', { name: 'Ledges', exact: true }).click()
  await submit(page).click()
  await expect(findToast(page)).toContainText('Saved in your outbox')
  await page.goto('/outbox')
  await expect(outboxRows(page)).toContainText('Tunnel draft')
  expect(await spotsAt(page, here)).toEqual([])
  await context.setOffline(false)
  await allSent(page)
  expect((await spotsAt(page, here)).map(({ name }) => name)).toEqual(['Tunnel draft'])
  expect(await storedDrafts(page)).toEqual([])
})
