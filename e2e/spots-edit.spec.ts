import type { Page, Request } from '@playwright/test'
import { signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { choose } from './support/menu.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast, closeToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

function findDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Edit Spot' })
}

// A map that can't be rendered also shows an alert.
function findStaleAlert(page: Page) {
  return findDialog(page).getByRole('alert').filter({ hasText: 'while you were editing' })
}

function save(page: Page) {
  return findDialog(page).getByRole('button', { name: 'Save', exact: true })
}

async function openMenu(page: Page, spotId: string): Promise<void> {
  await page.goto(`/spots/${spotId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Spot actions' }).click()
}

async function openEdit(page: Page, spotId: string): Promise<void> {
  await page.goto(`/spots/${spotId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await choose(page, page.getByRole('button', { name: 'Spot actions' }), 'Edit Spot', findDialog(page))
  await expect(findDialog(page).getByLabel('Spot name')).not.toHaveValue('')
}

function changes(page: Page) {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && /\/api\/spots\//.test(request.url()))
      bodies.push(request.postDataJSON())
  })
  return bodies
}

test('SPOT-01 SPOT-02 SPOT-03 SPOT-04 SPOT-06 SPOT-24 C-37 G-39 the menu of creator, others and admin', async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await openMenu(page, spot.id)
  const own = ['Share Spot', 'Add to a list', 'Edit Spot', 'Change cover', 'Merge with another spot']
  await expect(page.getByRole('menuitem')).toHaveText([...own, 'Delete Spot'])
  await saveScreenshot(page, 'spot-menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible()

  const other = await somebodyElse(browser)
  await openMenu(other.page, spot.id)
  await expect(other.page.getByRole('menuitem')).toHaveText(['Share Spot', 'Add to a list', 'Report Spot'])
  await other.page.keyboard.press('Escape')
  await expect(other.page.getByRole('button', { name: /^(Change|Add Cover)$/ })).toHaveCount(0)

  await makeAdmin(other.account)
  await other.page.reload()
  await openMenu(other.page, spot.id)
  await expect(other.page.getByRole('menuitem')).toHaveText([...own, 'Report Spot', 'Delete Spot'])
  await other.context.close()
})

test('EDIT-01 EDIT-02 EDIT-03 EDIT-04 EDIT-05 EDIT-07 EDIT-08 a spot is edited', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const sent = changes(page)
  const spot = await shareSpot(page.request, { city: 'Alder Bay', state: 'CA', country: 'United States' })
  await openEdit(page, spot.id)
  const dialog = findDialog(page)
  await expect(dialog.getByLabel('Spot name')).toHaveValue('Library Marble')
  await expect(dialog.getByLabel('Description')).toHaveValue(/^Knee-high marble/)
  await expect(dialog.getByRole('button', { name: 'Ledges' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByRole('button', { name: 'Intermediate' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog.getByLabel('City')).toHaveValue('Alder Bay')
  await expect(dialog.getByLabel('Coordinates')).toHaveValue(
    `${spot.latitude.toFixed(5)}, ${spot.longitude.toFixed(5)}`,
  )
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-edit')

  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(dialog).toBeVisible()
  const height = await dialog.evaluate((sheet) => sheet.getBoundingClientRect().height)
  expect(height / (page.viewportSize()?.height ?? 1)).toBeCloseTo(0.9, 1)

  await dialog.getByLabel('Spot name').fill('   ')
  await save(page).click()
  await expect(findToast(page)).toContainText(/Validation Error.*Spot name is required/s)
  await dialog.getByLabel('Spot name').fill('Library Marble')
  await dialog.getByLabel('Coordinates').fill('0, 0')
  await save(page).click()
  await expect(findToast(page)).toContainText('Please select a location on the map')
  expect(sent).toEqual([])

  await dialog.getByLabel('Coordinates').fill('41.38330, 2.16690')
  await expect(dialog.getByLabel('City')).toHaveValue('Barcelona')
  await dialog.getByLabel('Spot name').fill('MACBA marble')
  await dialog.getByLabel('Description').fill('  Waxed again.  ')
  await dialog.getByLabel('Address').fill('')
  for (const type of ['Ledges', 'Plaza']) await dialog.getByRole('button', { name: type }).click()
  await save(page).dblclick()
  await expect(findToast(page)).toContainText(/Success.*Spot updated successfully\./s)
  await expect(dialog).toHaveCount(0)
  expect(sent).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('MACBA marble')
  const facts = page.locator('main')
  await expect(facts).toContainText('Waxed again.')
  await expect(facts).toContainText('Barcelona')
  await expect(facts.getByText('Ledges', { exact: true })).toHaveCount(0)
  const stored = await (await page.request.get(`/api/spots/${spot.id}`)).json()
  expect(stored).toMatchObject({
    description: 'Waxed again.',
    spot_types: [],
    city: 'Barcelona',
    address: null,
  })
})

test('Enter in a place field or the publishing date confirms it, and saves nothing', {
  tag: '@desktop',
}, async ({ page, member: _ }) => {
  const sent = changes(page)
  const spot = await shareSpot(page.request)
  await openEdit(page, spot.id)
  const dialog = findDialog(page)
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const { latitude, longitude } = aPoint()
  await field('Coordinates').fill(`${latitude}, ${longitude}`)
  await field('Address').fill('1 Pier Road')
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await field('Publish date').fill(day)
  const places = ['Coordinates', 'Address', 'City', 'State or region', 'Country', 'Postal code']
  for (const label of [...places, 'Publish date']) await field(label).press('Enter')
  await expect(field('Coordinates')).toHaveValue(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
  await expect(field('Publish date')).toHaveValue(day)
  expect(sent).toEqual([])
  await save(page).click()
  await expect(dialog).toHaveCount(0)
  expect(sent).toEqual([expect.objectContaining({ latitude, longitude, address: '1 Pier Road' })])
})

test('Cancel asks before it discards typed values', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await openEdit(page, spot.id)
  const cancel = findDialog(page).getByRole('button', { name: 'Cancel' })
  await findDialog(page).getByLabel('Spot name').fill('Typed for nothing')
  await cancel.click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(findDialog(page).getByLabel('Spot name')).toHaveValue('Typed for nothing')
  await cancel.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(findDialog(page)).toHaveCount(0)
  await openEdit(page, spot.id)
  await expect(findDialog(page).getByLabel('Spot name')).toHaveValue('Library Marble')
  // If nothing was changed, the dialog closes without asking.
  await cancel.click()
  await expect(findDialog(page)).toHaveCount(0)
})

test('EDIT-06 a save while the form is loading waits', async ({ page, member: _ }) => {
  const sent = changes(page)
  const spot = await shareSpot(page.request)
  await openMenu(page, spot.id)
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/api/spots/${spot.id}`, async (route) => {
    await gate
    await route.continue()
  })
  await page.getByRole('menuitem', { name: 'Edit Spot' }).click()
  await save(page).click()
  await expect(findToast(page)).toContainText(
    /Please wait.*Form is still loading, please try again in a moment/s,
  )
  go()
  await expect(findDialog(page).getByLabel('Spot name')).toHaveValue('Library Marble')
  expect(sent).toEqual([])
})

test('R9 an edit of an older version saves nothing, shows the other change, and lets the person choose', async ({
  page,
  browser,
  member,
}) => {
  const spot = await shareSpot(page.request)
  const admin = await somebodyElse(browser)
  await makeAdmin(admin.account)
  await openEdit(page, spot.id)
  await openEdit(admin.page, spot.id)

  const theirs = findDialog(admin.page)
  await theirs.getByLabel('Spot name').fill('Library Ledge')
  await theirs.getByRole('button', { name: 'Advanced' }).click()
  await save(admin.page).click()
  await expect(theirs).toHaveCount(0)

  const mine = findDialog(page)
  await mine.getByRole('textbox', { name: 'Spot name' }).fill('The Library')
  await mine.getByLabel('Description').fill('Mine alone.')
  await save(page).click()
  await expect(findStaleAlert(page)).toContainText(
    `${admin.account.username} edited this spot while you were editing`,
  )
  await expect(mine.getByRole('textbox', { name: 'Spot name' })).toHaveValue('The Library')
  await expect(mine.getByRole('button', { name: 'Advanced' })).toHaveAttribute('aria-pressed', 'true')
  const now = async () => (await page.request.get(`/api/spots/${spot.id}`)).json()
  expect(await now()).toMatchObject({ name: 'Library Ledge', version: 2 })
  await findStaleAlert(page).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-edit-stale')

  await save(page).click()
  await expect(findToast(page)).toContainText('Choose which version to keep')
  await closeToast(page)
  expect(await now()).toMatchObject({ version: 2 })
  await mine.getByRole('button', { name: 'Use theirs: Library Ledge' }).click()
  await expect(mine.getByRole('textbox', { name: 'Spot name' })).toHaveValue('Library Ledge')
  await mine.getByRole('button', { name: 'Keep mine: The Library' }).click()
  await save(page).click()
  await expect(mine).toHaveCount(0)
  expect(await now()).toMatchObject({
    name: 'The Library',
    description: 'Mine alone.',
    difficulty_level: 'advanced',
    version: 3,
  })
  await closeToast(page)

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const [newest, first] = [history.getByRole('listitem').nth(0), history.getByRole('listitem').nth(1)]
  await expect(newest).toContainText(`${member.username} edited the spot`)
  await expect(newest).toContainText(/Spot name\s*Library Ledge\s*The Library/)
  await expect(newest).toContainText('Mine alone.')
  await expect(first).toContainText(`${admin.account.username} edited the spot`)
  await expect(first).toContainText(/Difficulty\s*Intermediate\s*Advanced/)
  await expectAccessible(page)
  await saveScreenshot(page, 'spot-history')
  await admin.context.close()
})

test('an edit of a deleted spot shows an error and the typed values stay', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  await openEdit(page, spot.id)
  await findDialog(page).getByLabel('Description').fill('An hour of typing.')
  const origin = process.env.NOLLIE_URL as string
  await page.request.delete(`/api/spots/${spot.id}`, { headers: { origin } })
  await expect(page.getByText('This spot was deleted while you had it open.')).toBeAttached()
  await save(page).click()
  await expect(findToast(page)).toContainText('Someone deleted this spot while you were editing')
  await expect(findDialog(page).getByLabel('Description')).toHaveValue('An hour of typing.')
})

test('EDIT-08 no typed value is lost offline, on a server error, or when the session ends', async ({
  page,
  context,
  member,
}) => {
  const spot = await shareSpot(page.request)
  await openEdit(page, spot.id)
  const text = findDialog(page).getByLabel('Description')
  await text.fill('Kept all the way.')
  await context.setOffline(true)
  await save(page).click()
  await expect(findToast(page)).toContainText('Failed to update spot. Please try again.')
  // Back online, the page refetches its data; wait for all responses before ending the session.
  const loading = new Set<Request>()
  page.on('request', (request) => /\/api\/(?!events)/.test(request.url()) && loading.add(request))
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  const [request] = await Promise.all([page.waitForRequest('**/api/session'), context.setOffline(false)])
  // The first request can still fail.
  await request.response()

  const problem = { status: 500, contentType: 'application/problem+json' }
  await page.route(`**/api/spots/${spot.id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ ...problem, json: { code: 'INTERNAL', status: 500, detail: 'x', title: 'x' } })
      : route.continue(),
  )
  await save(page).click()
  await expect(findToast(page)).toContainText('Failed to update spot. Please try again.')
  await expect(text).toHaveValue('Kept all the way.')
  await page.unroute(`**/api/spots/${spot.id}`)

  await expect.poll(() => loading.size, { intervals: [500] }).toBe(0)
  await context.clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await save(page).dispatchEvent('click')
  await expect(findToast(page)).toContainText('Sign in to save your changes. They’re still here.')
  await signInAs(page, member)
  await openEdit(page, spot.id)
  await expect(text).toHaveValue('Kept all the way.')
  await expect(findDialog(page).getByText('Your draft is back.')).toBeVisible()
  await save(page).click()
  await expect(findToast(page)).toContainText('Spot updated successfully.')
  await expect(page.locator('.spots_detailFacts')).toContainText('Kept all the way.')
})

test("RT-02 an edit appears on other viewers' pages without a reload", async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const other = await somebodyElse(browser)
  await other.page.goto(`/spots/${spot.id}`)
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Library Marble')
  await openEdit(page, spot.id)
  await findDialog(page).getByLabel('Spot name').fill('Library Steps')
  await save(page).click()
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Library Steps')
  await expect(other.page).toHaveTitle('Library Steps · Nollie')
  await other.context.close()
})

test('R9 two tabs of one person: the second save reports the first and overwrites nothing', async ({
  page,
  context,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  const second = await context.newPage()
  await openEdit(page, spot.id)
  await openEdit(second, spot.id)
  await findDialog(page).getByRole('textbox', { name: 'Spot name' }).fill('From the first tab')
  await save(page).click()
  await expect(findDialog(page)).toHaveCount(0)
  await findDialog(second).getByLabel('Address').fill('Second tab 2')
  await save(second).click()
  const notice = findStaleAlert(second)
  await expect(notice).toContainText('Someone edited this spot while you were editing')
  await expect(notice).toContainText('From the first tab')
  await expect(findDialog(second).getByLabel('Address')).toHaveValue('Second tab 2')
  await save(second).click()
  await expect(findDialog(second)).toHaveCount(0)
  const now = await (await page.request.get(`/api/spots/${spot.id}`)).json()
  expect(now).toMatchObject({ name: 'From the first tab', address: 'Second tab 2', version: 3 })
  await expect(page.getByRole('region', { name: 'Location' })).toContainText('Second tab 2')
})
