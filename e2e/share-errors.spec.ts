import { afterRetries } from './support/clock.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, chooser, fillForm, openForm, ready, spotsAt, submit } from './support/share-form.ts'
import { aPhoto, findToast, closeToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

// Decoding photos and rendering maps takes a while on machines without a GPU.

test('SHARE-16 SHARE-19 a failed upload is reported by name, the form stays, and it can be retried', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  await fillForm(page)
  const photo = await aPhoto()
  await page.route('**/api/uploads', (route) =>
    route.fulfill({
      status: 507,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'STORAGE_FULL',
        detail: 'The server’s storage is full. Nothing was saved.',
      }),
    }),
  )
  await chooser(page).setInputFiles(photo)
  await expect(page.locator('.media-grid_tile[data-step=failed]')).toBeVisible()
  await submit(page).click()
  await expect(findToast(page)).toContainText('Error sharing spot')
  await expect(findToast(page)).toContainText(`Failed to upload image: ${photo.name}`)
  await expect(page).toHaveURL('/share-spot')
  await expect(page.getByLabel('Spot name')).toHaveValue('Granary Hubba')
  await page.unroute('**/api/uploads')
  await page.getByRole('button', { name: `Upload ${photo.name} again` }).click()
  await expect(ready(page)).toHaveCount(1)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
})

test('SHARE-18 SHARE-19 a server error is reported, and no typed value is lost', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  const point = await fillForm(page)
  await choosePhotos(page)
  const fail = (status: number, code: string, detail: string) =>
    page.route('**/api/spots', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status, code, detail }),
      }),
    )
  const refusals: [number, string, string, string][] = [
    [
      500,
      'INTERNAL',
      'Something went wrong. Please try again later.',
      'Failed to share spot. Please try again.',
    ],
    [
      507,
      'STORAGE_FULL',
      'The server’s storage is full. Nothing was saved.',
      'Database error: The server’s storage is full. Nothing was saved.',
    ],
    [429, 'TOO_MANY', 'Too many requests.', 'Too many requests.'],
    [
      409,
      'MEDIA_NOT_READY',
      'One of these files is still being processed.',
      'One of these files is still being processed.',
    ],
    [413, 'TOO_LARGE', 'This is too large.', 'This is too large.'],
  ]
  for (const [status, code, detail, text] of refusals) {
    await fail(status, code, detail)
    await submit(page).click()
    await expect(findToast(page)).toContainText('Error sharing spot')
    await expect(findToast(page)).toContainText(text)
    await page.unroute('**/api/spots')
    await expect(page).toHaveURL('/share-spot')
    await expect(page.getByLabel('Spot name')).toHaveValue('Granary Hubba')
    await expect(ready(page)).toHaveCount(1)
    await closeToast(page)
  }
  expect(await spotsAt(page, point)).toEqual([])
  // The form can't be edited while it's being sent, because such changes would be lost.
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/spots', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByLabel('Spot name').press('Enter')
  await expect(page.locator('[inert]', { has: page.locator('input[value="Granary Hubba"]') })).toHaveCount(1)
  answered.resolve()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('R8 R11 a lost response does not create two spots, even if the text was changed in between', async ({
  page,
  member: _,
}) => {
  await page.clock.install()
  await openForm(page)
  const point = await fillForm(page, 'Lost Answer')
  await choosePhotos(page)
  let lost = 0
  await page.route('**/api/spots', async (route) => {
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await submit(page).click()
  await afterRetries(page, findToast(page).getByText('Failed to share spot. Please try again.'))
  expect(lost).toBeGreaterThan(1)
  await page.unroute('**/api/spots')
  await page.getByLabel('Spot name').fill('Lost Answer, renamed')
  await submit(page).click()
  const anyway = page.getByRole('button', { name: 'Share anyway' })
  await expect(async () => {
    if (await anyway.isVisible()) await anyway.click({ timeout: 1_000 })
    await expect(page).toHaveURL('/dashboard', { timeout: 500 })
  }).toPass()
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('R11 offline, photos wait, and continue when the network is back', async ({
  page,
  context,
  member: _,
}) => {
  await page.clock.install()
  await openForm(page)
  const point = await fillForm(page, 'Tunnel Gap')
  await chooser(page).setInputFiles(await aPhoto())
  await expect(ready(page)).toHaveCount(1)
  await context.setOffline(true)
  await chooser(page).setInputFiles(await aPhoto())
  await afterRetries(page, page.getByText('Waiting for a connection'))
  await expect(page.getByLabel('Spot name')).toHaveValue('Tunnel Gap')
  await context.setOffline(false)
  await afterRetries(page, ready(page).nth(1))
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('SHARE-08 if the session ends midway, nothing is lost: sign in and continue', async ({
  page,
  context,
  member,
}) => {
  await openForm(page)
  const point = await fillForm(page, 'Session Rail')
  await choosePhotos(page)
  await context.clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await submit(page).dispatchEvent('click')
  await expect(findToast(page)).toContainText('Authentication required')
  await expect(findToast(page)).toContainText('Please log in to share a spot')
  await expect(page).toHaveURL(/\/auth\?next=%2Fshare-spot/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/share-spot')
  await expect(page.getByLabel('Spot name')).toHaveValue('Session Rail')
  await expect(ready(page)).toHaveCount(1)
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('R15 an unreadable file is marked and does not affect the others', async ({ page, member: _ }) => {
  await openForm(page)
  const point = await fillForm(page, 'Broken Brick')
  // The file is truncated within its tables, because files truncated after them can sometimes be decoded.
  const broken = Buffer.concat([(await aPhoto()).buffer.subarray(0, 200), Buffer.alloc(3000, 7)])
  await chooser(page).setInputFiles([
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken },
    await aPhoto(),
  ])
  await expect(page.locator('.media-grid_tile[data-step=failed]')).toHaveCount(1)
  await expect(ready(page)).toHaveCount(1)
  await saveScreenshot(page, 'share-one-broken')
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, point)).toHaveLength(1)
})
