import { randomUUID } from 'node:crypto'
import { WITH_MAPS } from './support/chromium.ts'
import { aRecord, runImport } from './support/imports.ts'
import { openMap } from './support/map.ts'
import { aPoint } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test('the page about data is linked with the terms, and its example loads spots as GeoJSON', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('link', { name: 'Open data' }).click()
  await expect(page).toHaveURL('/about/data')
  await expect(page.getByRole('heading', { level: 1, name: 'Open data' })).toBeVisible()
  await expect(page.getByText('aren’t part of the open data')).toBeVisible()
  const example = page.getByRole('link', { name: '/api/open/spots.geojson' })
  const answer = await page.request.get((await example.getAttribute('href')) ?? '')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ type: 'FeatureCollection', member_license: null })
})

test('a member downloads the spots in view for other apps', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  const name = `Take along ${randomUUID().slice(0, 8)}`
  const at = aPoint()
  await runImport(name, [aRecord(1, name, {}, at)])
  await openMap(page, at, 15)
  await page.getByRole('button', { name: 'Map options' }).click()
  await page.getByRole('menuitem', { name: 'Download for other apps' }).click()
  const gpx = page.getByRole('dialog', { name: 'Download for other apps' }).getByRole('link', { name: 'GPX' })
  const answer = await page.request.get((await gpx.getAttribute('href')) ?? '')
  expect(answer.headers()['content-disposition']).toContain('.gpx')
  expect(await answer.text()).toContain(`<name>${name}</name>`)
})
