import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { choose } from './support/menu.ts'
import { saveScreenshot } from './support/screens.ts'
import { choosePhotos, openForm, openMore, submit, tiles } from './support/share-form.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

// Maps in pages and forms. The journeys about those pages run without WebGL.
test.use(WITH_MAPS)

/** Fakes the response of a server that has streets around this point. */
function streetsAround({ latitude, longitude }: { latitude: number; longitude: number }) {
  return {
    version: '0123456789abcdef',
    attribution: 'Town',
    min_zoom: 0,
    max_zoom: 14,
    regions: [
      { name: 'town', west: longitude - 1, east: longitude + 1, south: latitude - 1, north: latitude + 1 },
    ],
  }
}

test('SPOT-12 EDIT-03 a spot’s page and its form show a map', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request)
  await page.goto(`/spots/${spot.id}`)
  const small = page.locator('.spot-about_map')
  await small.scrollIntoViewIfNeeded()
  // Without streets, the map would show no more than its image, so the engine isn't loaded.
  await expect(small.getByRole('note', { name: 'Other map services' })).toBeVisible()
  await expect(small.locator('.map_still')).toBeVisible()
  await expect(small.locator('canvas')).toHaveCount(0)
  await expectAccessible(page)

  await page.route('**/api/map/streets', (route) => route.fulfill({ json: streetsAround(spot) }))
  await page.reload()
  await small.scrollIntoViewIfNeeded()
  await expect(small.locator('canvas')).toBeVisible()
  await expect(small.getByRole('note')).toHaveCount(0)

  const dialog = page.getByRole('dialog', { name: 'Edit Spot' })
  await choose(page, page.getByRole('button', { name: 'Spot actions' }), 'Edit Spot', dialog)
  await expect(dialog.locator('.spot-dialogs_editMap canvas')).toBeVisible()
  await expect(dialog.locator('.spot-dialogs_editMap [role=status]')).toHaveCount(0)
  await expectAccessible(page)
})

test('SHARE-04 SHARE-05 SHARE-12 SHARE-13 SHARE-14 SHARE-15 MEDIA-08 the whole journey with three photos', async ({
  page,
  member: _,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /^\/api\/(uploads|spots)$/.test(pathname)) calls.push(pathname)
  })
  await openForm(page)
  await expect(submit(page)).toBeDisabled()
  await page.getByLabel('Spot name').fill('Granary Hubba')
  await page
    .getByLabel('Description')
    .fill('Eight stairs, waist-high hubba on the left. Rough landing, smooth run-up.')
  for (const type of ['Stairs', 'Street', 'Ledges'])
    await page.getByRole('button', { name: type, exact: true }).click()
  await expect(submit(page)).toBeDisabled()
  const canvas = page
    .getByRole('region', { name: 'Map for choosing' })
    .or(page.locator('.share_map canvas'))
    .first()
  await canvas.scrollIntoViewIfNeeded()
  await expect(page.locator('.share_map [role=status]')).toHaveCount(0)
  await expect(page.locator('.share_point')).toHaveCount(0)
  // Clicks below the field that searches for places.
  await canvas.click({ position: { x: 40 + Math.random() * 80, y: 110 + Math.random() * 60 } })
  await expect(page.locator('.share_point')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await choosePhotos(page, 3)
  await expect(page.getByText('Ready to share.')).toBeVisible()
  await saveScreenshot(page, 'share-filled')
  const point = (await page.locator('.share_point').innerText()).split(', ').map(Number)
  const released = Promise.withResolvers<void>()
  await page.route('**/api/spots', async (route) => {
    await released.promise
    await route.continue()
  })
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/spots'),
  )
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Sharing Spot...' })).toBeVisible()
  released.resolve()
  const body = (await sent).postDataJSON()
  expect(body.latitude).toBeCloseTo(point[0] ?? 0, 4)
  expect(body.longitude).toBeCloseTo(point[1] ?? 0, 4)
  expect(body.spot_types).toEqual(['stairs', 'street', 'ledges'])
  await expect(findToast(page)).toContainText(/^Success!/)
  await expect(page).toHaveURL('/dashboard')
  expect(calls).toEqual(['/api/uploads', '/api/uploads', '/api/uploads', '/api/spots'])
  await expect(page.getByRole('dialog', { name: 'Spot shared' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Spot name')).toHaveValue('')
  await expect(tiles(page)).toHaveCount(0)
})

test('SHARE-02 SHARE-04 the pin can be placed and moved by keyboard alone', async ({ page, member: _ }) => {
  await openForm(page)
  const canvas = page.locator('.share_map canvas')
  await canvas.scrollIntoViewIfNeeded()
  await expect(page.locator('.share_map [role=status]')).toHaveCount(0)
  await canvas.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.share_point')).toBeVisible()
  const pin = page.locator('.selected-pin_root')
  await expect(pin).toBeFocused()
  const at = () => page.locator('.share_point').innerText()
  const before = await at()
  await page.keyboard.press('ArrowRight')
  await expect.poll(at).not.toBe(before)
  expect(Number((await at()).split(',')[1])).toBeGreaterThan(Number(before.split(',')[1]))
})

test('the coordinates field accepts the same input as the map search: links, letters, and a plus code with its town', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  await openMore(page, 'Place details')
  const field = page.getByLabel('Coordinates')
  const point = page.locator('.share_point')
  await field.fill('52.5 N 13.4 O')
  await expect(page.getByText('means east in German')).toBeVisible()
  for (const [text, at] of [
    ['41,3829; 2,1713', '41.38290, 2.17130'],
    ['https://www.google.com/maps/place/X/@41.6,2.6,17z/data=!3m1!8m2!3d41.5!4d2.5', '41.50000, 2.50000'],
    ['95MC+5G Barcelona', '41.38294, 2.17131'],
  ] as const) {
    await field.fill(text)
    await expect(point).toHaveText(at)
  }
})

test('a small map without streets reports it, zooms out and links to other maps', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const { id, latitude, longitude } = await shareSpot(page.request, { latitude: 48.1, longitude: 20.2 })
  await page.goto(`/spots/${id}`)
  // The map loads when someone is about to scroll to it.
  await page.getByRole('region', { name: 'Location' }).scrollIntoViewIfNeeded()
  const note = page.getByRole('note', { name: 'Other map services' })
  await expect(note).toContainText('No street map here yet.')
  const at = `${latitude},${longitude}`
  await expect(note.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
    'href',
    new RegExp(`query=${at}$`),
  )
  await expect(note.getByRole('link', { name: 'Apple Maps' })).toHaveAttribute('href', new RegExp(`ll=${at}`))
  await expect(note.getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute(
    'href',
    new RegExp(`mlat=${latitude}&mlon=${longitude}`),
  )
  await note.scrollIntoViewIfNeeded()
  // The note and the pin don't overlap.
  const measureEdge = async (element: Locator, edge: 'top' | 'bottom') =>
    element.evaluate((it, side) => it.getBoundingClientRect()[side], edge)
  await expect
    .poll(
      async () =>
        (await measureEdge(page.locator('.spot-about_map .type-glyph_pin'), 'top')) -
        (await measureEdge(note, 'bottom')),
    )
    .toBeGreaterThan(6)
  await saveScreenshot(page, 'map-no-streets')

  await page.goto('/share-spot')
  await openMore(page, 'Place details')
  await page.getByLabel('Coordinates').fill(at)
  await expect(note.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
    'href',
    new RegExp(`query=${at}$`),
  )
  // They don't overlap where the pin is placed either.
  const pin = page.locator('.share_map .selected-pin_root')
  await expect
    .poll(async () =>
      Math.max(
        (await measureEdge(note, 'top')) - (await measureEdge(pin, 'bottom')),
        (await measureEdge(pin, 'top')) - (await measureEdge(note, 'bottom')),
      ),
    )
    .toBeGreaterThan(0)
})
