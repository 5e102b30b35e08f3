import type { Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { badGateway } from './support/bad-gateway.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { allSent, outboxLine } from './support/device-outbox.ts'
import { addPost } from './support/posts.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { releaseBefore } from './support/releases.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, storedPaths, workerReady } from './support/worker.ts'

test.use({ ...WITH_MAPS, serviceWorkers: 'allow' })
// Tests run in order, because they kill this file's server or disconnect its network.
test.describe.configure({ mode: 'default' })

let server: Server
let port: number
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  port = await freePort()
  server = await startServer({ port })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server.stop()
})

function banner(page: Page) {
  return page.getByText('You’re offline. This may be out of date.')
}

/** Returns all personal data stored on this device as one string. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys())
      if (name.startsWith('seen-') || name.startsWith('shared-')) {
        const cache = await caches.open(name)
        for (const key of await cache.keys())
          texts.push(key.url, (await (await cache.match(key))?.text()) ?? '')
      }
    return texts.join('\n')
  })
}

async function shareSomething(page: Page, name: string) {
  const spot = await shareSpot(page.request, { name, ...aPoint() })
  await addPost(page.request, spot.id, { title: `Line at ${name}` })
  return spot
}

test('pages a member has seen work offline, and are updated once online', async ({
  page,
  context,
  member,
}) => {
  const spot = await shareSomething(page, 'Bridge bank')
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Bridge bank').first()).toBeVisible()
  await workerReady(page)
  await page.goto(`/spots/${spot.id}`)
  await stored(page, `/api/spots/${spot.id}`)
  await page.goto('/profile')
  await expect
    .poll(async () => (await storedPaths(page)).some((path) => path.startsWith('/api/people/')))
    .toBe(true)
  await page.goto('/messages')
  await stored(page, '/api/messages/threads')
  await page.goto(`/spots?at=${spot.latitude},${spot.longitude},9`)
  await stored(page, '/api/map')
  // Once its first parts are requested, the entire shipped map is stored.
  await stored(page, '/basemap/world.pmtiles')
  await page.goto('/dashboard')
  await stored(page, '/api/posts')
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Bridge bank').first()).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await saveScreenshot(page, 'offline-dashboard')
  await page.goto(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { name: 'Bridge bank' })).toBeVisible()
  const photo = page.locator('main img').first()
  await expect(photo).toBeVisible()
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await saveScreenshot(page, 'offline-spot')
  await page.goto('/profile')
  await expect(page.getByText(member.username).first()).toBeVisible()
  await page.goto('/messages')
  await expect(page.getByRole('heading', { name: 'Messages' }).first()).toBeVisible()
  await page.goto(`/spots?at=${spot.latitude},${spot.longitude},9`)
  await expect(page.getByText('Bridge bank').first()).toBeVisible()
  await saveScreenshot(page, 'offline-map')
  await context.setOffline(false)
  await expect(banner(page)).toBeHidden()
})

test('a map that was never opened shows that the person is offline, without skeletons, and loads once online', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/dashboard')
  await workerReady(page)
  await stored(page, '/api/config')
  await context.setOffline(true)
  // A view that was never opened on this device.
  await page.goto('/spots?at=-33.9,18.4,13')
  await expect(page.getByText('You’re offline. Spots will load when you’re back online.')).toBeVisible()
  await expect(page.locator('.spot-cards_spotRowSkeleton')).toHaveCount(0)
  await expect(page.getByText('Failed to load map configuration')).toHaveCount(0)
  await saveScreenshot(page, 'offline-map-new')
  await context.setOffline(false)
  await expect(page.getByText('You’re offline. Spots will load when you’re back online.')).toBeHidden()
  await expect(page.getByTestId('map')).toHaveAttribute('data-phase', 'ready')
})

test('a map without its configuration shows that the person is offline, and loads once online', async ({
  page,
  context,
  member: _,
}) => {
  await page.goto('/dashboard')
  await workerReady(page)
  await stored(page, '/api/config')
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (!name.startsWith('program-')) await (await caches.open(name)).delete('/api/config')
  })
  await context.setOffline(true)
  await page.goto('/spots?at=-33.9,18.4,13')
  const map = page.getByTestId('map')
  await expect(map.getByText('The map will load when you’re back online.')).toBeVisible()
  await expect(page.getByText('Failed to load map configuration')).toHaveCount(0)
  await expect(page.locator('.spot-cards_spotRowSkeleton')).toHaveCount(0)
  await saveScreenshot(page, 'offline-map-unknown')
  await context.setOffline(false)
  await expect(map).toHaveAttribute('data-phase', 'ready')
})

test('a server outage is shown, and afterwards the page is updated and queued text arrives once', async ({
  page,
}) => {
  const account = await makeAccount()
  await signInAs(page, account)
  await shareSomething(page, 'Canal stairs')
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Canal stairs').first()).toBeVisible()
  await workerReady(page)
  await stored(page, '/api/posts')
  await server.kill()
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Canal stairs').first()).toBeVisible()
  await expect(banner(page)).toBeVisible()
  // Most servers are behind a proxy, which responds with an error while the server is down.
  const half = await badGateway(port, { seemsAlive: true })
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Canal stairs').first()).toBeVisible()
  // It refetches its data every five seconds at most.
  const askedIn4Seconds = async () => {
    const before = half.asked()
    await page.waitForTimeout(4_000)
    return half.asked() - before
  }
  await expect.poll(askedIn4Seconds, 'it does not ask again and again').toBeLessThan(19)
  await half.close()
  const proxy = await badGateway(port)
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Canal stairs').first()).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await page.goto('/share-content')
  const form = page.getByRole('form', { name: 'Share with everyone' })
  await form.getByLabel('Title').fill('While the server slept')
  await form.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(outboxLine(page)).toHaveText('1 item to send')
  await proxy.close()
  const { dataDir } = server
  server = await startServer({ port, dataDir })
  await expect(banner(page)).toBeHidden()
  await allSent(page)
  await expect(outboxLine(page)).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText('While the server slept')).toHaveCount(1)
  await addPost(page.request, (await shareSpot(page.request, { name: 'Late ledge', ...aPoint() })).id, {
    title: 'Line at Late ledge',
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Late ledge').first()).toBeVisible()
})

test('no personal data stays on the device after signing out', async ({
  page,
  context,
  member,
  consoleErrors,
}) => {
  await shareSomething(page, 'Private plaza')
  await page.goto('/profile')
  await workerReady(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Line at Private plaza').first()).toBeVisible()
  await expect.poll(() => storedText(page)).toContain('Private plaza')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.waitForURL(/\/(?:auth|welcome|$)/)
  // Signing out reloads the page, which may interrupt reading its storage.
  await expect(async () => {
    const text = await storedText(page)
    expect(text).not.toContain(member.username)
    expect(text).not.toContain('Private plaza')
  }).toPass()
  await context.setOffline(true)
  await page.goto('/dashboard').catch(() => undefined)
  await expect(page.getByText('No response')).toBeVisible()
  await expect(page.getByText('Line at Private plaza')).toHaveCount(0)
  // The page logs the error that it shows.
  consoleErrors.length = 0
})

test('the app can be installed, and photos shared with it open the form', async ({
  page,
  context,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/dashboard')
  await workerReady(page)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Journeys run in incognito windows, where apps can't be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { screenshots } = await (await page.request.get('/manifest.webmanifest')).json()
  expect(new Set(screenshots.map((one: { form_factor: string }) => one.form_factor))).toEqual(
    new Set(['narrow', 'wide']),
  )
  for (const { src, type } of screenshots)
    expect((await page.request.get(src)).headers()['content-type'], src).toBe(type)
  const { buffer, mimeType, name } = await aPhoto()
  // Submits a form, as the device does when photos are shared with the app.
  await page.evaluate(
    ([bytes, type, called]) => {
      const form = document.createElement('form')
      Object.assign(form, { action: '/share-spot', method: 'post', enctype: 'multipart/form-data' })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      const files = new DataTransfer()
      files.items.add(
        new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], called, { type }),
      )
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [buffer.toString('base64'), mimeType, name] as const,
  )
  await page.waitForURL('**/share-spot')
  await expect(
    page.getByRole('img', { name: /photo/i }).or(page.locator('main li img')).first(),
  ).toBeVisible()
  expect(await storedPaths(page)).not.toContain('/shared/0')
})

test('a new version is offered, and loads on request', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  const { dataDir } = server
  await server.kill()
  const behind = await freePort()
  server = await startServer({ port: behind, dataDir, env: { PUBLIC_URL: `http://localhost:${port}` } })
  const release = await releaseBefore(server, port)
  await page.goto('/dashboard')
  await workerReady(page)
  release.newer()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await loaded
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
  ).toBeNull()
  await release.close()
  await server.kill()
  server = await startServer({ port, dataDir })
})

test('an operator withdraws the service worker, and devices remove it with its data', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/dashboard')
  await workerReady(page)
  const { dataDir } = server
  await server.kill()
  server = await startServer({ port, dataDir, env: { WITHDRAW_WORKER: 'on' } })
  await page.goto('/dashboard')
  const left = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const { installing, waiting, active } = registration ?? {}
      return [
        ...(await caches.keys()),
        ...[installing, waiting, active].map((worker) => worker?.state ?? 'none'),
      ]
    })
  // Opening the page is enough to make the browser check for a new worker.
  await expect.poll(left).toEqual(['none', 'none', 'none'])
})
