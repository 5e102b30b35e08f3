import type { Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint } from './support/map.ts'
import { ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { openSection } from './support/settings.ts'
import { shareSpot } from './support/share.ts'
import { loadTown } from './support/street-files.ts'
import { TOWN } from './support/street-tiles.ts'
import { expect, test } from './support/test.ts'

test.use({
  ...WITH_MAPS,
  serviceWorkers: 'allow',
  geolocation: { latitude: TOWN.latitude - 0.002, longitude: TOWN.longitude - 0.00267, accuracy: 10 },
  permissions: ['geolocation'],
})
test.describe.configure({ mode: 'default' })

const ROAD = '#FFFFFF'

let server: Server
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  server = await startServer()
  use(server)
  await loadTown(server.dataDir)
})
test.afterAll(async () => {
  use(shared)
  await server.stop()
})

function workerReady(page: Page) {
  return page.waitForFunction(() => navigator.serviceWorker.controller !== null, null)
}

/** Returns the paths of everything stored on this device. */
function storedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      if (/^(?:stored-areas|area-)/.test(name))
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })
}

function findSheet(page: Page) {
  return page.getByRole('dialog', { name: 'Download this area' })
}

async function pressStore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Map options' }).click()
  await page.getByRole('menuitem', { name: 'Download this area' }).click()
}

async function askToStore(page: Page): Promise<void> {
  await pressStore(page)
  await expect(findSheet(page).getByText(/^About [\d.]+ [kM]B on this device$/)).toBeVisible()
}

async function storeHere(page: Page, name: string): Promise<void> {
  await askToStore(page)
  await findSheet(page).getByLabel('Name').fill(name)
  await findSheet(page).getByRole('button', { name: 'Download', exact: true }).click()
}

function shareHere(page: Page, name: string, north: number, more: object = {}) {
  return shareSpot(page.request, {
    name,
    latitude: TOWN.latitude + north,
    longitude: TOWN.longitude,
    ...more,
  })
}

test('a stored city works offline: map, search, filters, card and directions', async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const spot = await shareHere(page, 'Pocket ledge', 0, { difficulty_level: 'advanced' })
  await shareHere(page, 'Pocket bank', 0.004, { difficulty_level: 'beginner', spot_types: ['bank'] })
  await page.goto('/dashboard')
  await workerReady(page)
  await openMap(page, TOWN, 14)
  await askToStore(page)
  await expect(findSheet(page)).toContainText('2 spots, each with a photo')
  await expect(findSheet(page).getByText('Streets', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'areas-keep')
  await findSheet(page).getByLabel('Name').fill('Raval')
  await findSheet(page).getByRole('button', { name: 'Download', exact: true }).click()
  await expect(findSheet(page).getByText(/^Raval is available offline/)).toBeVisible()
  await saveScreenshot(page, 'areas-kept')
  await findSheet(page).getByRole('button', { name: 'Close' }).last().click()

  await context.setOffline(true)
  // This view hasn't been shown before, so all of it comes from the stored area.
  const map = await openMap(page, TOWN, 16.4)
  await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
  await expect(map).toHaveAttribute('data-basemap', 'own')
  await expect.poll(async () => countPixels(page, await locatePoint(map), ROAD, 90)).toBeGreaterThan(300)
  const field = page.getByRole('combobox', { name: 'Search spots' })
  await field.fill('ban')
  await expect(page.getByRole('option', { name: /Pocket bank/ })).toBeVisible()
  await field.fill('barcelona')
  await expect(page.getByRole('option', { name: /^Barcelona/ }).first()).toBeVisible()
  await field.fill('pocket')
  await expect(page.locator('.spots-screen_count')).toHaveText('1 of 2 spots here')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Difficulty').selectOption('beginner')
  await expect(page.locator('.spots-screen_count')).toHaveText(/1 spot found|0 of 1 spots here/)
  // The spot's page was never opened, so its link leads to the card on the map.
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('link', { name: 'Back to Spots' }).click()
  await page.waitForURL(`**/spots?spot=${spot.id}*`)
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByRole('heading', { name: 'Pocket ledge' })).toBeVisible()
  const photo = card.locator('img').first()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await card.getByRole('button', { name: 'Show direction' }).click()
  await expect(card.getByText(/^3\d0 m northeast$/)).toBeVisible()
  const arrow = card.getByTestId('direction-arrow')
  await expect(arrow).toHaveCSS('rotate', '45deg')
  await page.evaluate(() =>
    dispatchEvent(
      new DeviceOrientationEvent('deviceorientationabsolute', {
        absolute: true,
        alpha: 330,
        beta: 0,
        gamma: 0,
      }),
    ),
  )
  await expect(arrow).toHaveCSS('rotate', '15deg')
  await saveScreenshot(page, 'areas-direction')
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.', { exact: false })).toBeHidden()

  await page.goto('/settings#areas')
  const row = page.getByRole('list', { name: 'Offline areas' }).getByRole('listitem')
  await expect(row).toContainText('Raval')
  await expect(row).toContainText('2 spots')
  await row.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'areas-settings')
  await row.getByRole('button', { name: 'Remove Raval' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Raval from this device?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(
    page.getByText('No offline areas yet. Select “Download this area” in the map’s menu.'),
  ).toBeVisible()
  // The list is empty immediately; the files are deleted afterwards.
  await expect.poll(() => storedPaths(page)).toEqual([])
})

test('interrupted downloads resume, deleted areas are removed, and nothing stays after signing out', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await signInAs(page, account)
  const spot = await shareHere(page, 'Fleeting ledge', 0.001)
  await page.goto('/dashboard')
  await workerReady(page)
  await openMap(page, TOWN, 6)
  await pressStore(page)
  await expect(findSheet(page).getByRole('alert')).toContainText('This area is too large.')
  await openMap(page, { latitude: 30, longitude: -40 }, 14)
  await pressStore(page)
  await expect(findSheet(page).getByRole('alert')).toContainText('No spots here yet.')

  await openMap(page, TOWN, 14)
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 5_000, usage: 4_000 })
  })
  await pressStore(page)
  await expect(findSheet(page).getByRole('alert')).toContainText('Only 1 kB left on this device.')
  // The device runs out of space while photos are being downloaded.
  await openMap(page, TOWN, 13.8)
  await page.evaluate(() => {
    const put = Reflect.get(Cache.prototype, 'put') as Function
    Cache.prototype.put = function (...part) {
      if (!String(part[0]).startsWith('/media/')) return Reflect.apply(put, this, part) as Promise<void>
      return Promise.reject(new DOMException('full', 'QuotaExceededError'))
    }
  })
  await storeHere(page, 'Full')
  await expect(findSheet(page).getByRole('alert')).toContainText('Not enough space.')

  // The device is so full that even the reason for the failure can't be stored.
  await openMap(page, TOWN, 13.85)
  await page.evaluate(() => {
    const put = Reflect.get(Cache.prototype, 'put') as Function
    let puts = 0
    Cache.prototype.put = function (...part) {
      puts += 1
      if (puts === 1) return Reflect.apply(put, this, part) as Promise<void>
      return Promise.reject(new DOMException('full', 'QuotaExceededError'))
    }
  })
  await storeHere(page, 'Fuller')
  await expect(findSheet(page).getByRole('alert')).toContainText('Not enough space.')

  // The connection drops while photos are being downloaded.
  await context.route('**/media/**', (route) => route.abort())
  await openMap(page, TOWN, 13.9)
  await storeHere(page, 'Old town')
  await expect(findSheet(page).getByRole('alert')).toContainText('You’re offline.')
  expect((await storedPaths(page)).some((path) => path.startsWith('/media/'))).toBe(false)
  await context.unroute('**/media/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(findSheet(page).getByText(/^Old town is available offline/)).toBeVisible()
  expect((await storedPaths(page)).filter((path) => path.startsWith('/media/')).length).toBeGreaterThan(0)

  const key = /^\/media\/[^/]+/.exec(spot.photo_url)?.[0] ?? 'none'
  await expect.poll(async () => (await storedPaths(page)).join()).toContain(key)
  const removed = await page.request.delete(`${server.url}/api/spots/${spot.id}`, { headers: ownSite() })
  expect(removed.ok()).toBe(true)
  await openSection(page, 'areas')
  await expect(page.getByText('Not enough space.', { exact: false })).toBeVisible()
  // A full device can't store anything until something is deleted.
  await page.evaluate(() => {
    const [put, drop] = ['put', 'delete'].map((name) => Reflect.get(Cache.prototype, name) as Function)
    let isFull = true
    Cache.prototype.put = function (...part) {
      if (!isFull) return Reflect.apply(put as Function, this, part) as Promise<void>
      return Promise.reject(new DOMException('full', 'QuotaExceededError'))
    }
    Cache.prototype.delete = function (...part) {
      isFull = false
      return Reflect.apply(drop as Function, this, part) as Promise<boolean>
    }
  })
  for (const name of ['Full', 'Fuller']) {
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Update Old town' }).click()
  await expect.poll(async () => (await storedPaths(page)).join()).not.toContain(key)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.waitForURL(/\/(?:auth|welcome|$)/)
  // Signing out reloads the page, which may interrupt reading its storage.
  await expect(async () => expect(await storedPaths(page)).toEqual([])).toPass()
})
