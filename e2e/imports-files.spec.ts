import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { makeAdmin } from './support/people.ts'
import { ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

function geojson() {
  const { longitude: west, latitude: south } = aPoint()
  const park = (n: number, more: object = {}) => ({
    type: 'Feature',
    properties: { name: `Filed park ${n}`, ...more },
    geometry: { type: 'Point', coordinates: [west + n / 50, south + n / 50] },
  })
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      ...Array.from({ length: 9 }, (_, n) => park(n)),
      park(20, { shop: 'sports' }),
      { ...park(21), geometry: null },
    ],
  })
}

test('an admin previews a file, names its source and license, imports it, and undoes it', {
  tag: '@desktop',
}, async ({ page, member }) => {
  await makeAdmin(member)
  await page.goto('/admin/skateparks')
  const name = `parks of ${member.username}.geojson`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/geo+json', buffer: Buffer.from(geojson()) })
  const file = page.getByRole('article', { name })
  await expect(file).toContainText(/New\s*9/)
  await expect(file).toContainText(/Rejected\s*2/)
  await file.getByText('Shops or schools').click()
  await expect(file).toContainText('Filed park 20')
  await saveScreenshot(page, 'imports-file-preview')
  await expectAccessible(page)

  // The file doesn't name its source.
  await file.getByRole('button', { name: 'Update preview' }).click()
  await expect(file).toContainText('Enter the source.')
  await file.getByRole('textbox', { name: 'Source', exact: true }).fill('City of Somewhere')
  await file.getByRole('textbox', { name: 'License' }).fill('CC BY 4.0')
  await file.getByRole('button', { name: 'Update preview' }).click()
  await file.getByRole('button', { name: 'Import file' }).click()

  const run = page.getByRole('article', { name }).filter({ hasText: 'Complete' })
  await expect(run).toContainText(/Added\s*9/)
  await expect(file.getByRole('button', { name: 'Import file' })).toHaveCount(0)
  await saveScreenshot(page, 'imports-file-done')
  await run.getByRole('link', { name: 'Show on map' }).click()
  await expect(page.getByText(/\b9 (of \d+ )?spots/).first()).toBeVisible()

  await page.goto('/admin/skateparks')
  await page.getByRole('article', { name }).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('article', { name })).toContainText(/Removed\s*9/)
})

test('a file with other content is refused with a reason, and an unknown file extension is refused before the upload', async ({
  page,
  member,
  consoleErrors,
}) => {
  await makeAdmin(member)
  await page.goto('/admin/skateparks')
  const choose = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('busy.kml', '<!DOCTYPE html><html><body>Busy</body></html>')
  const file = page.getByRole('article', { name: 'busy.kml' })
  await expect(file.getByRole('alert')).toContainText('busy.kml is not KML')
  await saveScreenshot(page, 'imports-file-refused')
  await file.getByRole('button', { name: 'Delete file' }).click()
  await expect(file).toHaveCount(0)
  await choose('letter.docx', 'Hello')
  await expect(
    page.getByText('You can import GeoJSON, KML, KMZ, GPX, CSV, and OpenStreetMap files.'),
  ).toBeVisible()
  expect(consoleErrors.filter((text) => !text.includes('415'))).toEqual([])
  consoleErrors.length = 0
})

test('a preview that another admin has replaced isn’t imported, and the new one is offered', {
  tag: '@desktop',
}, async ({ page, member, consoleErrors }) => {
  await makeAdmin(member)
  await page.goto('/admin/skateparks')
  const name = `changed of ${member.username}.geojson`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/geo+json', buffer: Buffer.from(geojson()) })
  const file = page.getByRole('article', { name })
  await file.getByRole('textbox', { name: 'Source', exact: true }).fill('City of Somewhere')
  await file.getByRole('textbox', { name: 'License' }).fill('CC BY 4.0')
  await file.getByRole('button', { name: 'Update preview' }).click()
  await expect(file.getByRole('button', { name: 'Import file' })).toBeVisible()

  const { items } = (await (await page.request.get('/api/imports/files')).json()) as {
    items: { id: string; name: string }[]
  }
  const id = items.find((one) => one.name === name)?.id
  const source = { source: 'Another city', licence: 'CC0', url: null }
  const changed = await page.request.put(`/api/imports/files/${id}/source`, {
    data: source,
    headers: ownSite(),
  })
  expect(changed.status(), await changed.text()).toBe(200)
  await file.getByRole('button', { name: 'Import file' }).click()
  await expect(file.getByRole('alert')).toContainText('Check the new preview before you import it.')
  await saveScreenshot(page, 'imports-file-changed')
  await file.getByRole('button', { name: 'Show new preview' }).click()
  await expect(file.getByRole('textbox', { name: 'Source', exact: true })).toHaveValue('Another city')
  await file.getByRole('button', { name: 'Import file' }).click()
  await expect(page.getByRole('article', { name }).filter({ hasText: 'Complete' })).toContainText(/Added\s*9/)
  expect(consoleErrors.filter((text) => !text.includes('409'))).toEqual([])
  consoleErrors.length = 0
})
