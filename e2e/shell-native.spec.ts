import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { pushRelay } from '../apps/server/test/services/push-relay.ts'
import { makeWebFiles } from '../scripts/native/web-files.mjs'
import { type Account, makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { launchOptions } from './support/chromium.ts'
import { act } from './support/comments.ts'
import { database } from './support/database.ts'
import { type FakePage, fakeDevice } from './support/native-bridge.ts'
import { freePort, startServer } from './support/server.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

// Tests the web client as a native app: at the address it has on Android, with the files from `npm run native`.

const APP = 'https://localhost'
const BRIDGE = 'apps/native/node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
// This browser doesn't treat the app's page as local, so it would ask for permission before contacting the test server.
test.use({ launchOptions: launchOptions('--disable-3d-apis', '--disable-features=LocalNetworkAccessChecks') })

let files = ''
test.beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'nollie-native-'))
  await makeWebFiles(files)
})
test.afterAll(() => rm(files, { recursive: true, force: true }))

/** Opens the app with its files served as its web view would, on a simulated device. */
async function openApp(page: Page, plugins: string[] = []) {
  await page.route(`${APP}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = extname(pathname) ? pathname : '/index.html'
    const body = await readFile(join(files, name)).catch(() => null)
    if (!body) return route.fulfill({ status: 404 })
    const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
    return route.fulfill({ body, contentType })
  })
  const bridge = join(import.meta.dirname, '..', BRIDGE)
  await page.addInitScript(fakeDevice, { hasBridge: existsSync(bridge), plugins })
  if (existsSync(bridge)) await page.addInitScript({ path: bridge })
  await page.goto(`${APP}/`)
}

function device<T>(page: Page, work: (fake: FakePage['device']) => T) {
  return page.evaluate<T>(`(${work.toString()})(window.device)`)
}

async function chooseServer(page: Page) {
  await page.getByLabel('Server address').fill(process.env.NOLLIE_URL ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
}

async function signIn(page: Page, { email, password }: Account) {
  await page.evaluate(() => history.pushState(null, '', '/auth'))
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${APP}/dashboard`)
}

test('NATIVE-02 the first start asks for the server, accepts only Nollie servers, and stores it', async ({
  page,
}) => {
  await openApp(page)
  await expect(page.getByRole('heading', { name: 'Choose your Nollie' })).toBeVisible()
  await expectAccessible(page)
  const address = page.getByLabel('Server address')
  const go = page.getByRole('button', { name: 'Continue' })
  await address.fill('http://nollie.example')
  await go.click()
  await expect(page.getByRole('status')).toHaveText(/isn’t an address/)
  await page.route('https://else.example/**', (route) =>
    route.fulfill({ json: { hello: 'world' }, headers: { 'access-control-allow-origin': '*' } }),
  )
  await address.fill('else.example')
  await go.click()
  await expect(page.getByRole('status')).toHaveText(/isn’t running Nollie/)
  await chooseServer(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
})

test('NATIVE-02 a person signs in with tokens in the secure storage, and stays signed in', async ({
  page,
  context,
}) => {
  const account = await makeAccount()
  await openApp(page)
  await chooseServer(page)
  await signIn(page, account)
  const secrets = () => device(page, ({ secrets: all }) => Object.values(all))
  await expect.poll(secrets).toHaveLength(1)
  const [refresh = ''] = await secrets()
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(refresh)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${APP}/dashboard`)
  await expect.poll(secrets).not.toEqual([refresh])
  await page.evaluate(() => history.pushState(null, '', '/settings#server'))
  const server = page.getByRole('region', { name: 'Server' })
  await expect(server).toContainText(new URL(process.env.NOLLIE_URL ?? '').host)
  await server.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your Nollie' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep the current server' }).click()
  await expect(server).toBeVisible()
})

test("NATIVE-02 photos are loaded with the person's token, and shared links name the server", async ({
  page,
  playwright,
}) => {
  const account = await makeAccount()
  const request = await playwright.request.newContext()
  await signInAs({ request }, account)
  const spot = await shareSpot(request, { name: 'Pocket Ledge' })
  await openApp(page)
  await chooseServer(page)
  await signIn(page, account)
  await page.evaluate((id) => history.pushState(null, '', `/spots/${id}`), spot.id)
  await expect(page.getByRole('heading', { level: 1, name: 'Pocket Ledge' })).toBeVisible()
  const photo = page.locator('picture img').first()
  await expect(photo).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Share Spot' }).click()
  const link = page.getByRole('dialog', { name: 'Share Spot' }).getByRole('textbox')
  await expect(link).toHaveValue(new RegExp(`^${process.env.NOLLIE_URL}/spot/`))
  await request.dispose()
})

test('G-20 NATIVE-02 links, the back button and the network are handled by the device', async ({ page }) => {
  await openApp(page)
  await chooseServer(page)
  const link = `${process.env.NOLLIE_URL}/terms`
  await page.evaluate(
    (url) => (window as unknown as FakePage).device.fire('App', 'appUrlOpen', { url }),
    link,
  )
  await expect(page).toHaveURL(`${APP}/terms`)
  await device(page, (fake) => fake.fire('App', 'appUrlOpen', { url: 'https://evil.example/privacy' }))
  await expect(page).toHaveURL(`${APP}/terms`)
  await device(page, (fake) => fake.fire('App', 'backButton', { canGoBack: true }))
  await expect(page).toHaveURL(`${APP}/`)
  await device(page, (fake) => fake.fire('App', 'backButton', { canGoBack: false }))
  await expect
    .poll(() => device(page, ({ calls }) => calls.map(({ methodName }) => methodName)))
    .toContain('minimizeApp')
  await device(page, (fake) => fake.fire('Network', 'networkStatusChange', { connected: false }))
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
})

test('G-20 browser APIs that the client uses are implemented by the device', async ({ page }) => {
  await openApp(page)
  await chooseServer(page)
  const answers = await page.evaluate(async () => {
    const position = await new Promise<GeolocationPosition>((found, failed) =>
      navigator.geolocation.getCurrentPosition(found, failed),
    )
    await navigator.share({ title: 'A spot', url: 'https://nollie.example/spot/1' })
    navigator.vibrate(10)
    navigator.vibrate(200)
    const { nollieShell } = window as unknown as {
      nollieShell: { push: { turnOn: () => Promise<unknown> }; banner: unknown }
    }
    return {
      latitude: position.coords.latitude,
      token: await nollieShell.push.turnOn(),
      banner: nollieShell.banner,
    }
  })
  expect(answers).toEqual({
    latitude: 41.38,
    token: { platform: 'android', token: 'a-device' },
    banner: null,
  })
  const calls = await device(page, (fake) =>
    fake.calls.map(({ pluginId, methodName }) => `${pluginId}.${methodName}`),
  )
  expect(calls).toEqual(
    expect.arrayContaining([
      'Share.share',
      'Haptics.impact',
      'Haptics.vibrate',
      'Geolocation.getCurrentPosition',
    ]),
  )
})

/** Makes the server's configuration include an ad service with a banner. */
function withBanner(page: Page) {
  return page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const ads = {
      kind: 'provider',
      frame: 'https://ads.example/slot',
      banner: { android: 'unit-7', ios: null },
    }
    await route.fulfill({ response, json: { ...(await response.json()), ads } })
  })
}

test("ADS-02 ADS-04 an ad service's banner is at the bottom of the dashboard only, after consent", async ({
  page,
}) => {
  const account = await makeAccount()
  await withBanner(page)
  // The question appears only where it moves nothing: here, because the page has nothing below its slot. Posts of other
  // journeys could leave the slot on screen with more below it.
  await page.route('**/api/posts?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), items: [], next_cursor: null } })
  })
  await openApp(page, ['AdMob'])
  await chooseServer(page)
  await signIn(page, account)
  const question = page.getByRole('region', { name: 'Ads', exact: true })
  await expect(question).toContainText('ads.example')
  await expect(page.locator('[data-ad-slot]')).toHaveCount(0)
  const calls = () =>
    device(page, (fake) =>
      fake.calls
        .filter(({ pluginId, methodName }) => pluginId === 'AdMob' && methodName !== 'addListener')
        .map(({ methodName, options }) => [methodName, options.adId, options.position].join(' ').trim()),
    )
  expect(await calls()).toEqual([])
  await question.getByRole('button', { name: 'Show ads' }).click()
  await expect.poll(calls).toEqual(['initialize', 'showBanner unit-7 BOTTOM_CENTER'])
  await expect(question).toHaveCount(0)
  // The dock moves up to make room for the banner.
  const dock = page.getByRole('navigation').last()
  const bottom = async () => (await dock.boundingBox())?.y ?? 0
  const before = await bottom()
  await device(page, (fake) => fake.fire('AdMob', 'bannerAdSizeChanged', { width: 390, height: 60 }))
  await expect.poll(bottom).toBe(before - 60)
  await page.evaluate(() => history.pushState(null, '', '/settings#ads'))
  await expect.poll(async () => (await calls()).at(-1)).toBe('removeBanner')
  const section = page.getByRole('region', { name: 'Ads', exact: true })
  await section.getByRole('button', { name: 'No, thanks' }).click()
  await page.evaluate(() => history.pushState(null, '', '/dashboard'))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
  await page.waitForTimeout(500)
  expect((await calls()).filter((one) => one.startsWith('showBanner'))).toHaveLength(1)
})

test('NATIVE-02 push in the app: turned on in the settings, selected, and ended by signing out', async ({
  page,
}) => {
  const relay = await pushRelay()
  const { url, key } = relay.settings
  const server = await startServer({
    port: await freePort(),
    env: { PUSH_RELAY_URL: url.href, PUSH_RELAY_KEY: key },
  })
  const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }
  Object.assign(process.env, { NOLLIE_URL: server.url, NOLLIE_DATA_DIR: server.dataDir })
  try {
    const account = await makeAccount()
    await openApp(page)
    await chooseServer(page)
    await signIn(page, account)
    await page.evaluate(() => history.pushState(null, '', '/settings#push'))
    const section = page.getByRole('region', { name: 'Push notifications' })
    await section.getByRole('button', { name: 'Turn on' }).click()
    await expect(section.getByText('You get notifications here even when Nollie is closed.')).toBeVisible()
    const other = await (await page.context().browser()!.newContext({ baseURL: server.url })).newPage()
    await signInAs(other, await makeAccount())
    const own = await database()
    const { user_id } = await own
      .selectFrom('profiles')
      .select('user_id')
      .where('username', '=', account.username)
      .executeTakeFirstOrThrow()
    await act(other, 'PUT', `/api/people/${user_id}/follow`)
    await own.updateTable('push_queue').set({ due_at: new Date() }).execute()
    await expect.poll(() => relay.delivered).toHaveLength(1)
    const [sent] = relay.delivered
    expect(sent).toMatchObject({ platform: 'android', token: 'a-device' })
    const notification = { data: { url: sent?.notifications[0]?.url } }
    await page.evaluate(
      (data) =>
        (window as unknown as FakePage).device.fire(
          'PushNotifications',
          'pushNotificationActionPerformed',
          data,
        ),
      { notification },
    )
    await expect(page).toHaveURL(/\/user\//)
    await page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST' }))
    expect(await own.selectFrom('push_devices').selectAll().execute()).toEqual([])
    await expect
      .poll(() => device(page, ({ calls }) => calls.map(({ methodName }) => methodName)))
      .toContain('removeAllDeliveredNotifications')
    await other.context().close()
  } finally {
    Object.assign(process.env, { NOLLIE_URL: shared.url, NOLLIE_DATA_DIR: shared.dataDir })
    await server.stop()
    await relay.close()
  }
})
