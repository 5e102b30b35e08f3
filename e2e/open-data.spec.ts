import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { aRecord, runImport } from './support/imports.ts'
import { openMap } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
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

/**
 * Starts another site whose only page is this HTML. It's a real one, because browsers don't let a page from the test
 * frame this machine. Cookies don't depend on ports, so its host differs, too.
 */
async function startClub(html: string): Promise<{ address: string; stop: () => void }> {
  const host = new URL(process.env.NOLLIE_URL ?? '').hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Club</title><main><h1>Club</h1>${html}</main></html>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://${host}:${port}/`, stop: () => void server.close() }
}

test('a club shows a part of the map on its site, without cookies, and names lead to Nollie in a new tab', {
  tag: '@desktop',
}, async ({ page, context, member: _ }) => {
  const name = `Club <b>park</b> ${randomUUID().slice(0, 8)}`
  const at = aPoint()
  await runImport(name, [aRecord(1, name, {}, at)])
  await openMap(page, at, 15)
  await page.getByRole('button', { name: 'Map options' }).click()
  await page.getByRole('menuitem', { name: 'Embed map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed map' })
  await dialog.getByLabel('Size').selectOption({ label: 'Small (320 × 400)' })
  const preview = dialog.frameLocator('iframe')
  await preview.getByText('1 spot', { exact: true }).click()
  await expect(preview.getByRole('link', { name: `${name} (opens in a new tab)` })).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Code copied')).toBeVisible()
  const code = await dialog.getByLabel('Code').inputValue()
  expect(code).toContain('width="320" height="400"')

  const site = await context.newPage()
  const cookies: (string | undefined)[] = []
  site.on('request', (request) => void request.allHeaders().then(({ cookie }) => cookies.push(cookie)))
  const club = await startClub(code)
  await site.goto(club.address)
  const frame = site.frameLocator('iframe[title="Skate spots"]')
  const list = frame.getByText('1 spot', { exact: true })
  await list.press('Enter')
  const link = frame.getByRole('link', { name: `${name} (opens in a new tab)` })
  await expect(link).toBeVisible()
  await list.press('Escape')
  await expect(link).toBeHidden()
  await list.press('Enter')
  const opened = context.waitForEvent('page')
  await link.click()
  const spot = await opened
  await expect(spot).toHaveURL(/\/spots\/[0-9a-f-]{36}/)
  expect(await spot.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  expect(cookies.length).toBeGreaterThan(3)
  expect(cookies.filter(Boolean)).toEqual([])
  await page.goto(/src="([^"]+)"/.exec(code)?.[1] ?? '')
  await page.getByText('1 spot', { exact: true }).press('Enter')
  await expectAccessible(page)
  club.stop()
})

test('an embedded map shows what is wrong, and retries', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/embed?bbox=nonsense')
  await expect(page.getByRole('status')).toContainText('This map’s address isn’t valid')
  await page.goto(`/embed?list=${randomUUID()}`)
  await expect(page.getByRole('status')).toContainText('This list isn’t public anymore')
  await page.route('**/api/open/embed?*', (route) => route.abort())
  await page.goto('/embed?bbox=-30.2,-10.2,-30.1,-10.1')
  await expect(page.getByRole('status')).toContainText('Couldn’t load the spots.')
  await page.unroute('**/api/open/embed?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status')).toContainText('No spots here yet')
  await expectAccessible(page)
})

test('a crowded map on another site draws at most sixty pins, and its other spots as dots', {
  tag: '@desktop',
}, async ({ page }) => {
  const dataset = `Crowd ${randomUUID().slice(0, 8)}`
  const { latitude, longitude } = aPoint()
  const at = (n: number) => ({
    latitude: latitude + Math.floor(n / 9) * 1e-3,
    longitude: longitude + (n % 9) * 1e-3,
  })
  await runImport(
    dataset,
    Array.from({ length: 75 }, (_, n) => aRecord(n, `${dataset} ${n}`, {}, at(n))),
  )
  const [south, north] = [latitude - 1e-3, latitude + 9e-3]
  await page.goto(`/embed?bbox=${longitude - 1e-3},${south},${longitude + 9e-3},${north}`)
  await expect(page.getByText('75 spots', { exact: true })).toBeVisible()
  const dots = page.locator('button[data-type][data-dot]')
  await expect(page.locator('button[data-type]')).toHaveCount(75)
  await expect(dots).toHaveCount(16)
  await saveScreenshot(page, 'embed-crowded')
  const dot = dots.first()
  await expect(dot.locator('use').first()).toBeHidden()
  await dot.locator('svg').dispatchEvent('click')
  await expect(page.getByRole('link', { name: new RegExp(`^${dataset} `) })).toBeFocused()
  await expect(dot.locator('use').first()).toBeVisible()
})
