import type { TestInfo } from '@playwright/test'
import { choose } from './support/menu.ts'
import { choosePhotos, fillForm, openForm, openMore, spotsAt, submit } from './support/share-form.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const SEARCH = /\/api\/places\/search/

/** Returns a plus code near Barcelona, which only the place search can resolve. Each try has its own place. */
function aCode({ retry, repeatEachIndex }: TestInfo) {
  return `9${'23456789CFGHJMPQRVWX'.charAt((2 * repeatEachIndex + retry) % 20)}JF+8X Barcelona`
}

test('a quick Share waits until the typed coordinates are read', async ({ page, member: _ }, info) => {
  await openForm(page)
  const before = await fillForm(page, 'Plus code ledge')
  await choosePhotos(page)
  const code = aCode(info)
  const found = await page.request.get('/api/places/search', { params: { q: code, language: 'en' } })
  const [place] = (await found.json()).items
  const released = Promise.withResolvers<void>()
  await page.route(SEARCH, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  await page.getByLabel('Coordinates').fill(code)
  // Collapsing the row, or opening another one, doesn't discard the text.
  await page.getByRole('button', { name: /^Place details/ }).click()
  await openMore(page, 'Difficulty')
  await submit(page).dblclick()
  // Nothing is sent with the previous position.
  await expect(page.getByLabel('Coordinates')).toHaveAttribute('data-unread', 'waiting')
  await expect(submit(page)).toHaveText('Share Spot')
  released.resolve()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, before)).toEqual([])
  expect((await spotsAt(page, place)).map(({ name }) => name)).toEqual(['Plus code ledge'])
})

test('Share leads back to coordinates that can’t be read', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  await openForm(page)
  const point = await fillForm(page)
  await choosePhotos(page)
  const field = page.getByLabel('Coordinates')
  await field.fill('behind the station')
  await submit(page).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/^Enter latitude and longitude/)
  await expect(page).toHaveURL('/share-spot')
  expect(await spotsAt(page, point)).toEqual([])
  // Without a name, the form can be saved for later, but not with the previous position.
  await page.getByLabel('Spot name').fill('')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(field).toBeFocused()
  await expect(page).toHaveURL('/share-spot')
  await page.getByLabel('Spot name').fill('Granary Hubba')
  // Clearing the field shows the pin again.
  await field.fill('')
  await submit(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await spotsAt(page, point)).toHaveLength(1)
})

test('Save leads back to coordinates that can’t be read', async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request)
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
  })
  await page.goto(`/spots/${spot.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Spot' })
  await choose(page, page.getByRole('button', { name: 'Spot actions' }), 'Edit Spot', dialog)
  await expect(dialog.getByLabel('Spot name')).not.toHaveValue('')
  await dialog.getByLabel('Spot name').fill('Renamed ledge')
  const field = dialog.getByLabel('Coordinates')
  await field.fill('41.38')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field).toBeFocused()
  await expect(dialog).toBeVisible()
  expect(bodies).toEqual([])
  await field.fill('')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(bodies).toMatchObject([{ name: 'Renamed ledge' }])
})
