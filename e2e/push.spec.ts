import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { pushService } from '../apps/server/test/services/push-service.ts'
import { makeAccount, signInAs } from './support/accounts.ts'
import { addComment, addPost } from './support/posts.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { freePort, type Server, startServer } from './support/server.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

let server: Server | undefined
let service: Awaited<ReturnType<typeof pushService>>
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  service = await pushService()
  server = await startServer({ port: await freePort(), env: { PUSH_SERVICES: service.origin } })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
  await service?.close()
})

/** Makes the browser allow notifications and subscribe to the test push service instead of its vendor's. */
async function subscribesHere(page: Page): Promise<void> {
  const { public_key } = await (await page.request.get('/api/push')).json()
  const { endpoint, ...keys } = service.browser(public_key)
  await page.addInitScript(
    (json) => {
      const subscription = {
        toJSON: () => json,
        options: { applicationServerKey: null },
        unsubscribe: () => {
          current = null
          return Promise.resolve(true)
        },
      }
      let current: typeof subscription | null = null
      const fake = {
        getSubscription: () => Promise.resolve(current),
        subscribe: () => {
          current = subscription
          return Promise.resolve(subscription)
        },
      }
      Object.assign(PushManager.prototype, fake)
      // Headless Chromium denies all notifications.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      Notification.requestPermission = () => Promise.resolve('granted' as const)
    },
    { endpoint, keys },
  )
}

type Watched = { shown: string[] }

/** Records the worker's notifications, because the test browser can't show any. Returns a function that lists them. */
async function watchNotifications(worker: Worker): Promise<() => Promise<string[]>> {
  await worker.evaluate(() => {
    const shown: string[] = []
    Object.assign(self, { shown })
    ServiceWorkerRegistration.prototype.showNotification = (title) => {
      shown.push(title)
      return Promise.resolve()
    }
  })
  return () => worker.evaluate(() => (self as unknown as Watched).shown)
}

function pressNotification(worker: Worker, path: string): Promise<void> {
  return worker.evaluate((data) => {
    const notification = { data, close: () => undefined }
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    self.dispatchEvent(event)
  }, path)
}

type Registration = { registrationId: string; scopeURL: string }

/** Returns a function that delivers a push message to the page's service worker. */
async function createDeliverer(context: BrowserContext, page: Page) {
  const devtools: CDPSession = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations as Registration[]
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  return (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data,
    })
}

test('a member turns on push notifications, and a comment reaches the device while Nollie is closed', async ({
  page,
  context,
  browser,
  member,
}) => {
  await subscribesHere(page)
  const spot = await shareSpot(page.request, { name: 'Late ledge', ...aPoint() })
  const { id: post_id } = await addPost(page.request, spot.id, { title: 'Line at night' })
  const section = await openSection(page, 'push')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('You get notifications here even when Nollie is closed.')).toBeVisible()
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(section.getByRole('textbox', { name: 'Quiet from' })).toHaveValue('22:00')
  await section.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-push')
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(section.getByRole('textbox', { name: 'Quiet from' })).toBeHidden()

  const other = await makeAccount()
  const others = await (await browser.newContext({ baseURL: server!.url })).newPage()
  await signInAs(others, other)
  await addComment(others.request, post_id, 'Is it lit?')
  await expect.poll(() => service.delivered.length).toBe(1)
  const shown = service.delivered[0]?.shown
  expect(shown).toMatchObject([{ title: 'A comment on your post', body: `${other.username}: Is it lit?` }])

  const deliver = await createDeliverer(context, page)
  const data = JSON.stringify({ shown })
  const [worker] = context.serviceWorkers()
  const titles = await watchNotifications(worker!)
  await deliver(data)
  await page.waitForTimeout(500)
  expect(await titles(), 'Nollie is on screen').toEqual([])
  await page.goto('about:blank')
  await deliver(data)
  await expect.poll(titles).toEqual(['A comment on your post'])
  await page.goto('/dashboard')
  await pressNotification(worker!, shown?.[0]?.path ?? '')
  await page.waitForURL(`**/post/${post_id}?comments=1`)
  await expect(page.getByText('Is it lit?').first()).toBeVisible()
  await others.context().close()
  expect(member.username).toBeTruthy()
})

test('a person who blocked notifications reads how to allow them', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  const section = await openSection(page, 'push')
  await expect(section.getByText('Your browser blocks notifications from this site.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
})

test('a person who closed the prompt without an answer can be asked again', async ({ page, member }) => {
  expect(member.username).toBeTruthy()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => Promise.resolve('default' as const)
  })
  const section = await openSection(page, 'push')
  const turnOn = section.getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  await expect(turnOn).toBeEnabled()
  await expect(section.getByText('Your browser blocks notifications')).toHaveCount(0)
})

test('a conversation is muted and unmuted in its menu', async ({ page, browser, member }) => {
  const other = await (await browser.newContext({ baseURL: server!.url })).newPage()
  await signInAs(other, await makeAccount())
  expect(member.username).toBeTruthy()
  const sent = await page.request.post(`/api/messages/with/${await fetchUserId(other.request)}`, {
    headers: { ...ownSite(), 'idempotency-key': crypto.randomUUID() },
    data: { content: 'Session at six?' },
  })
  await other.context().close()
  const { thread_id } = await sent.json()
  await page.goto(`/messages/${thread_id}`)
  const menu = page.getByRole('button', { name: 'Conversation options' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mute conversation' }).click()
  await expect(page.getByText('You won’t get notifications for this conversation')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unmute conversation' }).click()
  await expect(page.getByText('You’ll get notifications for this conversation again')).toBeVisible()
})
