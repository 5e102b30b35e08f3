import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { launchOptions } from './support/chromium.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, openForm, openMore, ready, spotsAt, submit } from './support/share-form.ts'
import { aPhoto, aPoint } from './support/share.ts'
import { countTaps } from './support/taps.ts'
import { expect, test } from './support/test.ts'

test.use({
  launchOptions: launchOptions('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
})

type Tap = ReturnType<typeof countTaps>['tap']

async function openFromDock(page: Page, tap: Tap) {
  await page.goto('/dashboard')
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Share Spot' }))
}

async function addPhoto(page: Page, tap: Tap, photo: Awaited<ReturnType<typeof aPhoto>>) {
  const opened = page.waitForEvent('filechooser')
  await tap(page.getByText('Add', { exact: true }))
  await (await opened).setFiles(photo)
}

async function nameAndShare(page: Page, tap: Tap, name: string) {
  await tap(page.getByLabel('Spot name'))
  await page.keyboard.type(name)
  await tap(page.getByRole('button', { name: 'Ledges', exact: true }))
  await tap(submit(page))
  await page.getByRole('dialog', { name: 'Spot shared' }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/dashboard')
}

test('a spot is shared in five taps with a photo that has a position', async ({ page, member: _ }) => {
  const { taps, tap } = countTaps()
  const position = aPoint()
  await openFromDock(page, tap)
  await addPhoto(page, tap, await aPhoto({ position }))
  await expect(page.locator('.share_point')).toHaveCount(1)
  await nameAndShare(page, tap, 'Five Taps')
  expect(taps.count).toBe(5)
  expect((await spotsAt(page, position)).map(({ name }) => name)).toEqual(['Five Taps'])
})

test('a spot is shared in at most seven taps with a photo that has no position', async ({
  page,
  context,
  member: _,
}) => {
  const here = aPoint()
  await context.grantPermissions(['geolocation', 'camera'])
  await context.setGeolocation({ ...here, accuracy: 6 })
  const chosen = countTaps()
  await openFromDock(page, chosen.tap)
  await addPhoto(page, chosen.tap, await aPhoto())
  // The photo may show another place, so the device's position is used only on request.
  await expect(ready(page)).toHaveCount(1)
  await expect(page.locator('.share_point')).toHaveCount(0)
  await chosen.tap(page.getByRole('button', { name: 'Use my location' }))
  await expect(page.locator('.share_point')).toHaveCount(1)
  await nameAndShare(page, chosen.tap, 'Seven Taps')
  expect(chosen.taps.count).toBeLessThanOrEqual(7)
  expect((await spotsAt(page, here)).map(({ name }) => name)).toEqual(['Seven Taps'])

  const there = aPoint()
  await context.setGeolocation({ ...there, accuracy: 6 })
  const taken = countTaps()
  await openFromDock(page, taken.tap)
  await taken.tap(page.getByRole('button', { name: 'Camera: take a photo or video' }))
  await taken.tap(
    page.getByRole('dialog', { name: 'Camera' }).getByRole('button', { name: 'Take Photo', exact: true }),
  )
  await expect(page.locator('.share_point')).toHaveCount(1)
  await nameAndShare(page, taken.tap, 'Camera Ledge')
  expect(taken.taps.count).toBeLessThanOrEqual(7)
  expect((await spotsAt(page, there)).map(({ name }) => name)).toEqual(['Camera Ledge'])
})

test('SHARE-14 after sharing, a sheet shows the spot on a map and sends it to friends', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  await chooser(page).setInputFiles(await aPhoto({ position: aPoint() }))
  await page.getByLabel('Spot name').fill('Proud Ledge')
  await page.getByRole('button', { name: 'Ledges', exact: true }).click()
  await submit(page).click()
  const shown = page.getByRole('dialog', { name: 'Spot shared' })
  await expect(shown).toContainText('Proud Ledge')
  await expect(page).toHaveURL('/dashboard')
  await expectAccessible(page)
  await saveScreenshot(page, 'share-done')
  await shown.getByRole('button', { name: 'Send to friends' }).click()
  const ways = page.getByRole('dialog', { name: 'Share Spot' })
  await expect(ways).toContainText('Proud Ledge')
  await ways.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Proud Ledge' }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('SHARE-12 pressing the disabled button goes to the first missing field and names it', {
  tag: '@desktop',
}, async ({ page, member: _ }) => {
  await openForm(page)
  const press = () => submit(page).click({ force: true })
  await press()
  await expect(page.getByRole('button', { name: 'Camera: take a photo or video' })).toBeFocused()
  await expect(page.getByText('Please add at least one photo to share your spot')).toHaveCount(2)
  await chooser(page).setInputFiles(await aPhoto())
  await expect(page.getByText('Please add at least one photo to share your spot')).toHaveCount(0)
  await press()
  await expect(page.getByLabel('Spot name')).toBeFocused()
  await expect(page.getByLabel('Spot name')).toHaveAccessibleDescription('Name your spot')
  await page.keyboard.type('Found Ledge')
  // With the keyboard, selecting the sentence next to the progress does the same.
  await page.getByRole('button', { name: 'Choose at least one spot type' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Street', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await press()
  await expect(page.getByRole('button', { name: 'Use my location' })).toBeFocused()
  await expect(page.getByText('Select the location on the map')).toHaveCount(2)
  await openMore(page, 'Place details')
  const { latitude, longitude } = aPoint()
  await page.getByLabel('Coordinates').fill(`${latitude}, ${longitude}`)
  await expect(page.getByText('Ready to share.')).toBeVisible()
  await expect(submit(page)).toBeEnabled()
})
