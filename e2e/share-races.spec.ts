import type { Locator, Page, Route } from '@playwright/test'
import { act } from './support/comments.ts'
import { countPosts, holdRequests } from './support/hold-requests.ts'
import { somebody } from './support/people.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, chooser, fillForm, openForm, ready, spotsAt, submit } from './support/share-form.ts'
import { aPhoto, aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const NEARBY = /\/api\/spots\/nearby/

function north(point: { latitude: number; longitude: number }) {
  return {
    latitude: point.latitude + 0.0001,
    longitude: point.longitude,
  }
}

function formatPosition({ latitude, longitude }: { latitude: number; longitude: number }) {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** Delays all responses to duplicate checks until `release` is called. */
async function holdNearby(page: Page) {
  const released = Promise.withResolvers<void>()
  await page.route(NEARBY, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  return { release: () => released.resolve() }
}

test('a quick Share waits for the duplicate check, and a double tap asks once', async ({
  page,
  member: _,
}) => {
  const there = await shareSpot(page.request, { name: 'Port Ledges', spot_types: ['stairs'] })
  await openForm(page)
  await choosePhotos(page)
  const posts = countPosts(page)
  const { release } = await holdNearby(page)
  await fillForm(page, 'Quick ledge', north(there))
  await submit(page).dblclick()
  await expect(submit(page)).toHaveText('Sharing Spot...')
  release()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('There’s already a spot 11 m away')
  await saveScreenshot(page, 'share-race')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(submit(page)).toHaveText('Share Spot')
  expect(posts.count).toBe(0)
  await submit(page).click()
  await dialog.getByRole('button', { name: 'Share anyway' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(posts.count).toBe(1)
})

test('without a response, the form asks whether to post anyway', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: '' } })
  await page.route(NEARBY, fail)
  await openForm(page)
  const point = await fillForm(page)
  await choosePhotos(page)
  const posts = countPosts(page)
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Couldn’t check for duplicates. Share anyway?' })
  await expect(dialog).toBeVisible()
  await saveScreenshot(page, 'share-unchecked')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(posts.count).toBe(0)
  await expect(page.getByLabel('Spot name')).toHaveValue('Granary Hubba')
  await submit(page).click()
  await dialog.getByRole('button', { name: 'Share anyway' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.unroute(NEARBY, fail)
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('a response that never arrives is not awaited forever', async ({ page, member: _ }) => {
  await openForm(page)
  await holdNearby(page)
  await fillForm(page)
  await choosePhotos(page)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: /Couldn’t check for duplicates/ })).toBeVisible()
})

test("the duplicate check is about the pin's current position", async ({ page, member: _ }) => {
  const there = await shareSpot(page.request, { name: 'Moved Ledge', spot_types: ['stairs'] })
  await openForm(page)
  await choosePhotos(page)
  await fillForm(page, 'Other ledge', north(there))
  await page.getByRole('button', { name: 'It’s a different spot' }).click()
  await expect(page.getByText('You marked it as a different spot.')).toBeVisible()
  // The answer was for a different position than the pin's current one.
  await page.getByLabel('Coordinates').fill(formatPosition(there))
  await submit(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: /Moved Ledge/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { release } = await holdNearby(page)
  await page.getByLabel('Coordinates').fill(formatPosition(aPoint()))
  await submit(page).click()
  release()
  await expect(page).toHaveURL('/dashboard')
})

test('Share during an upload asks about the known data, and posts after the upload', async ({
  page,
  member: _,
}) => {
  const there = await shareSpot(page.request, { name: 'Slow Ledge', spot_types: ['stairs'] })
  const released = Promise.withResolvers<void>()
  await page.route('**/api/uploads/**', async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  const posts = countPosts(page)
  await openForm(page)
  await fillForm(page, 'Slow photo', north(there))
  await chooser(page).setInputFiles([await aPhoto()])
  await submit(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: /Slow Ledge/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Share anyway' }).click()
  await expect(ready(page)).toHaveCount(0)
  released.resolve()
  await expect(page).toHaveURL('/dashboard')
  expect(posts.count).toBe(1)
})

test('Enter in a place field confirms it, and shares nothing', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  await openForm(page)
  const point = await fillForm(page)
  await choosePhotos(page)
  const posts = countPosts(page)
  let asked = 0
  page.on('request', (request) => {
    if (NEARBY.test(request.url())) asked += 1
  })
  const other = aPoint()
  await page.getByLabel('Coordinates').fill(`${other.latitude}, ${other.longitude}`)
  for (const label of ['Coordinates', 'Address', 'City', 'State or region', 'Country', 'Postal code'])
    await page.getByLabel(label, { exact: true }).press('Enter')
  await expect(page.getByLabel('Coordinates')).toHaveValue(formatPosition(other))
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(submit(page)).toHaveText('Share Spot')
  expect(posts.count).toBe(0)
  await expect(page).toHaveURL('/share-spot')
  expect(await spotsAt(page, other)).toEqual([])
  expect(await spotsAt(page, point)).toEqual([])
})

test('a quick Share uses the audience that was selected last', async ({ page, member: _ }) => {
  await shareSpot(page.request, { name: 'Members only', audience: 'members' })
  const released = Promise.withResolvers<void>()
  await page.route('**/api/spots/audience', async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  await openForm(page)
  const point = await fillForm(page, 'Quiet ledge')
  await choosePhotos(page)
  await submit(page).click()
  await expect(submit(page)).toHaveText('Sharing Spot...')
  released.resolve()
  await expect(page).toHaveURL('/dashboard')
  const [spot] = await spotsAt(page, point)
  const shared = await (await page.request.get(`/api/spots/${spot?.id}`)).json()
  expect(shared).toMatchObject({ name: 'Quiet ledge', audience: 'members' })
})

/** Clicks twice before the page can render in between. */
function clickTwice(button: Locator) {
  return button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })
}

test('a list form that is sent twice creates one list', async ({ page, member: _ }) => {
  await page.goto('/saved?tab=lists')
  await page.getByRole('button', { name: 'New list', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New list' })
  await form.getByLabel('Name').fill('Rainy days')
  const waiting = await holdRequests(page, 'POST', /\/api\/lists$/)
  await clickTwice(form.getByRole('button', { name: 'Create list' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => waiting.requests.length).toBe(1)
  waiting.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Rainy days' })).toBeVisible()
  await page.goto('/saved?tab=lists')
  await expect(page.getByRole('link', { name: 'Rainy days' })).toHaveCount(1)
  expect(waiting.requests.length).toBe(1)
})

test('a question inside a form runs once, and does not send the form', async ({ page, member: _ }) => {
  const list = { name: 'Night tour', visibility: 'link' }
  const { id } = await (await act(page, 'POST', '/api/lists', list)).json()
  await page.goto(`/lists/${id}`)
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Edit list' }).click()
  const form = page.getByRole('dialog', { name: 'Edit list' })
  await form.getByLabel('Name').fill('Day tour')
  await form.getByRole('button', { name: 'Replace link' }).click()
  const question = page.getByRole('dialog', { name: 'Replace this link?' })
  const waiting = await holdRequests(page, 'PUT', /\/api\/lists\/[^/]+\/link$/)
  await clickTwice(question.getByRole('button', { name: 'Replace link' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  expect(waiting.requests.length).toBe(1)
  waiting.release()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Day tour')
  const saved = await (await page.request.get(`/api/lists/${id}`)).json()
  expect(saved).toMatchObject({ name: 'Night tour', visibility: 'link' })
})

test('a message that is sent twice arrives once', async ({ page, browser, member: _ }) => {
  const friend = await somebody(browser)
  const user_id = await fetchUserId(friend.request)
  await page.goto(`/messages/with/${user_id}`)
  await page.getByRole('textbox', { name: /^Message / }).fill('Six, at the bank?')
  const waiting = await holdRequests(page, 'POST', /\/api\/messages\/with\//)
  await clickTwice(page.getByRole('button', { name: 'Send', exact: true }))
  await expect(page.getByRole('log').getByText('Six, at the bank?')).toHaveCount(1)
  waiting.release()
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('log').getByText('Six, at the bank?')).toHaveCount(1)
  expect(waiting.requests.length).toBe(1)
  await friend.context.close()
})
