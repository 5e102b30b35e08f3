import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebody, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, shareSpot, findToast, closeToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

async function open(page: Page, spotId: string) {
  await page.goto(`/spots/${spotId}`)
  await expect(page.locator('.spots_detailName')).toBeVisible()
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Chooses an item of the Update menu, which loads after the first screen. */
async function update(page: Page, item: string) {
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

function error(status: number) {
  return {
    status,
    contentType: 'application/problem+json',
    json: { code: 'INTERNAL', status, detail: 'x', title: 'x' },
  }
}

test('a spot that no longer exists is marked on its page, live, on the card and in the list, and can be reopened', async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const other = await somebodyElse(browser)
  await open(other.page, spot.id)
  await open(page, spot.id)
  await update(page, 'Gone')
  await expect(findToast(page)).toContainText('Marked as gone')
  for (const one of [page, other.page]) await expect(one.getByText('This spot is gone.')).toBeVisible()
  await expect(page.getByText(/^(Skateable now|Not skateable now|light until|dark)/)).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-gone')

  const visitor = await browser.newContext({ baseURL: process.env.NOLLIE_URL as string })
  const card = await visitor.newPage()
  await card.goto(`/spots/${spot.id}`)
  await expect(card.getByRole('heading', { name: 'Library Marble' }).first()).toBeVisible()
  await expect(card.locator('.badge_root').getByText('Gone').first()).toBeVisible()
  await visitor.close()

  await update(page, 'It’s back')
  for (const one of [page, other.page]) await expect(one.getByText('This spot is gone.')).toHaveCount(0)
  await other.context.close()
})

test('SPOT-20 SPOT-21 SPOT-23 a spot is deleted after confirmation; its viewers see that; an admin restores it', async ({
  page,
  browser,
  member,
}) => {
  const spot = await shareSpot(page.request)
  const other = await somebodyElse(browser)
  await open(other.page, spot.id)
  await open(page, spot.id)
  await choose(page, 'Delete Spot')
  const dialog = page.getByRole('dialog', { name: 'Delete Spot' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete this spot? This will also delete all associated posts. This action cannot be undone.',
  )
  await expect(dialog.getByRole('button', { name: 'Mark as gone' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-delete')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Spot actions' })).toBeFocused()
  expect((await page.request.get(`/api/spots/${spot.id}`)).status()).toBe(200)

  await choose(page, 'Delete Spot')
  await page.route(`**/api/spots/${spot.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(error(500)) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Delete Spot' }).click()
  await expect(findToast(page)).toContainText('Failed to delete the spot. Please try again.')
  await expect(findToast(page).locator('.toaster_root')).toHaveAttribute('data-kind', 'error')
  await page.unroute(`**/api/spots/${spot.id}`)
  await dialog.getByRole('button', { name: 'Delete Spot' }).click()
  await expect(findToast(page)).toContainText(
    /Spot deleted.*The spot and associated posts have been successfully deleted\./s,
  )
  await expect(page).toHaveURL(/\/spots(\?|$)/)

  await expect(other.page.getByText('This spot was deleted while you had it open.')).toBeVisible()
  await expect(heading(other.page)).toHaveText('Spot not found')
  await expect(other.page.getByRole('button', { name: 'Restore spot' })).toHaveCount(0)

  const admin = await somebodyElse(browser)
  await makeAdmin(admin.account)
  await admin.page.goto(`/spots/${spot.id}`)
  await expect(heading(admin.page)).toHaveText('Spot not found')
  await expect(admin.page.getByText(`${member.username} deleted this spot on`)).toBeVisible()
  await expectAccessible(admin.page)
  await saveScreenshot(admin.page, 'spot-tombstone')
  await admin.page.getByRole('button', { name: 'Restore spot' }).click()
  await expect(heading(admin.page)).toHaveText('Library Marble')
  await expect(admin.page.locator('.spots_tile')).toHaveCount(1)
  await expect(heading(other.page)).toHaveText('Library Marble')
  await other.context.close()
  await admin.context.close()
})

test('the delete dialog offers to mark the spot as nonexistent instead, and the spot stays', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await open(page, spot.id)
  await choose(page, 'Delete Spot')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as gone' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('This spot is gone.')).toBeVisible()
  expect(await (await page.request.get(`/api/spots/${spot.id}`)).json()).toMatchObject({ status: 'gone' })
})

async function pickCover(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const picked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await (await picked).setFiles(file)
}

test('SPOT-06 SPOT-07 SPOT-08 SPOT-09 SPOT-10 a new cover: selected, uploaded, on the page and in the gallery', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await open(page, spot.id)
  await expect(page.locator('input[type=file]')).toHaveAttribute('accept', 'image/*')
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/api/spots/${spot.id}/cover`, async (route) => {
    await gate
    await route.continue()
  })
  await pickCover(page, await aPhoto({ width: 1800, height: 1200 }))
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
  go()
  await expect(findToast(page)).toContainText('Cover photo updated successfully')
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible()
  const now = await (await page.request.get(`/api/spots/${spot.id}`)).json()
  expect(now.photo_url).not.toBe(spot.photo_url)
  await expect(page.getByRole('img', { name: 'Cover photo of Library Marble' })).toHaveAttribute(
    'src',
    now.photo_url,
  )
  await expect(page.locator('.spots_tile')).toHaveCount(2)
  await closeToast(page)
  await pickCover(page, { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await expect(findToast(page)).toContainText('This file isn’t a photo we support')
  await closeToast(page)
  const broken = Buffer.concat([(await aPhoto()).buffer.subarray(0, 200), Buffer.alloc(5000, 7)])
  await pickCover(page, { name: 'a.jpg', mimeType: 'image/jpeg', buffer: broken })
  await expect(findToast(page)).toContainText('Failed to update cover photo')
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible()
})

test('SPOT-10 a cover that fails during the upload shows an error, survives a reload, and can be resumed', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await open(page, spot.id)
  await page.route(`**/api/spots/${spot.id}/cover`, (route) => route.fulfill(error(500)))
  await pickCover(page, await aPhoto())
  await expect(findToast(page)).toContainText('Failed to update cover photo')
  await page.unroute(`**/api/spots/${spot.id}/cover`)
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, findToast(page).getByText('Cover photo updated successfully'), again)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  expect(items).toHaveLength(2)
})

test('RT-01 likes by others are counted in the gallery, live', async ({ page, browser, member: _ }) => {
  const spot = await shareSpot(page.request)
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  await open(page, spot.id)
  await expect(page.locator('.spots_tile')).toHaveCount(1)
  await expect(page.locator('.spots_tileCounts')).toHaveCount(0)
  const other = await somebody(browser)
  const origin = process.env.NOLLIE_URL as string
  const like = `/api/posts/${items[0].post_id}/media/0/like`
  expect((await other.request.put(like, { headers: { origin } })).status()).toBe(200)
  await expect(page.locator('.spots_tileCounts')).toHaveText('1')
  expect((await other.request.delete(like, { headers: { origin } })).status()).toBe(200)
  await expect(page.locator('.spots_tileCounts')).toHaveCount(0)
  await other.context.close()
})

test('C1 a long name without a break and one with markup stay within the page and dialogs as text', async ({
  page,
  browser,
  member: _,
}) => {
  const name = `<img src=x onerror=alert(1)>${'W'.repeat(92)}`
  const spot = await shareSpot(page.request, { name, description: 'M'.repeat(900), address: 'i'.repeat(300) })
  const fits = async (one: Page) => {
    const wide = await one.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.sheet_root, .sheet_body')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.className),
    )
    expect(wide).toEqual([])
  }
  await open(page, spot.id)
  await expect(page.locator('.spots_detailName')).toHaveText(name)
  await fits(page)
  const origin = process.env.NOLLIE_URL as string
  const headers = { origin, 'if-match': '"1"' }
  const edited = await page.request.patch(`/api/spots/${spot.id}`, {
    headers,
    data: { name: 'V'.repeat(120), description: null },
  })
  expect(edited.status(), await edited.text()).toBe(200)
  await expect(page.locator('.spots_detailName')).toHaveText('V'.repeat(120))
  for (const [item, title] of [
    ['Add Media', /^Add Media to V+$/],
    ['Edit Spot', 'Edit Spot'],
    ['History', 'History'],
    ['Delete Spot', 'Delete Spot'],
  ] as const) {
    if (/^(Add Media|History)$/.test(item)) await page.getByRole('button', { name: item }).click()
    else await choose(page, item)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    if (item === 'History') await expect(dialog).toContainText('onerror')
    await fits(page)
    await dialog
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .first()
      .click()
    await expect(dialog).toHaveCount(0)
  }
  const other = await somebodyElse(browser)
  await open(other.page, spot.id)
  await choose(other.page, 'Report Spot')
  await fits(other.page)
  await other.context.close()
})
