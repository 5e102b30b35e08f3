import { createServer, type Server as PageServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { somebodyElse } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { openSection } from './support/settings.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

// A test ad provider whose page reports whether it can read ours, and a server configured to use it.
let provider: PageServer
let asked: string[] = []
let server: Server
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.referer ?? 'without a referrer'}`)
    response.setHeader('content-type', 'text/html')
    response.end(`<p></p><script>
      let reads = 'apart'
      try { reads = String(parent.document.title + localStorage.length) } catch {}
      document.querySelector('p').textContent = origin + ', ' + reads
    </script>`)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  server = await startServer({ env: { ADS: `http://127.0.0.1:${port}/slot?site=7` } })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server.stop()
  provider.close()
})

const NOTICE = 'Ads for local shops and contests'

function findSlot(page: Page) {
  return page.locator('[data-ad-slot]')
}

/** Scrolls until an element is just above the screen. */
function scrollPast(element: Locator) {
  return element.evaluate((node) => scrollBy(0, node.getBoundingClientRect().bottom + 50))
}

/** Opens the dashboard, scrolls past the ad slot, which is filled only while it's off screen, and scrolls back to it. */
async function openSlot(page: Page) {
  await page.goto('/dashboard')
  await expect(findSlot(page)).toHaveCount(1)
  await scrollPast(findSlot(page))
  await expect(findSlot(page).getByRole('article')).toBeAttached()
  await findSlot(page).scrollIntoViewIfNeeded()
  return findSlot(page)
}

/** Expects the dashboard's slot to have a line about advertising instead of an ad. */
async function expectNoAd(page: Page) {
  await page.goto('/dashboard')
  await expect(findSlot(page)).toHaveCount(1)
  await scrollPast(findSlot(page))
  await expect(findSlot(page)).toContainText(NOTICE)
  await expect(findSlot(page).getByRole('article')).toHaveCount(0)
}

/** Changes the ad choice in the settings. */
async function answer(page: Page, choice: string) {
  const section = await openSection(page, 'ads')
  await section.getByRole('button', { name: choice }).click()
  await expect(section.getByRole('button', { name: choice })).toHaveAttribute('aria-pressed', 'true')
  await expect(findSlot(page)).toHaveCount(0)
}

test('G-19 ADS-01 a provider is contacted only after consent; yes and no are equally easy, and can be changed', async ({
  page,
  member: _,
}) => {
  asked = []
  const slot = await openSlot(page)
  const [no, yes] = [
    slot.getByRole('button', { name: 'No, thanks' }),
    slot.getByRole('button', { name: 'Show ads' }),
  ]
  await expect(slot).toContainText('127.0.0.1')
  const looks = await Promise.all(
    [no, yes].map((one) =>
      one.evaluate((button) => {
        const { backgroundColor, color, fontSize, fontWeight, height } = getComputedStyle(button)
        return { backgroundColor, color, fontSize, fontWeight, height }
      }),
    ),
  )
  expect(looks[0]).toEqual(looks[1])
  await expectAccessible(page)
  await saveScreenshot(page, 'ads-question')
  await no.click()
  await expect(slot).toContainText(NOTICE)
  await expectNoAd(page)
  expect(asked).toEqual([])

  await answer(page, 'Show ads')
  await saveScreenshot(page, 'ads-settings')
  const frame = (await openSlot(page)).locator('iframe')
  await expect(frame.contentFrame().getByText('null, apart')).toBeVisible()
  expect(new Set(asked.filter((one) => !one.startsWith('/favicon')))).toEqual(
    new Set(['/slot?site=7 without a referrer']),
  )
  await expect(frame).not.toHaveAttribute('sandbox', /same-origin|top-navigation|forms/)
  await answer(page, 'No, thanks')
  await expectNoAd(page)
})

test('G-19 Global Privacy Control in the browser counts as a no, whatever was answered before', async ({
  page,
  member: _,
}) => {
  asked = []
  const { port } = provider.address() as AddressInfo
  await page.addInitScript((host) => {
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
    localStorage.setItem('nollie.ads.consent', JSON.stringify({ answer: 'yes', host }))
  }, `127.0.0.1:${port}`)
  await expectNoAd(page)
  const section = await openSection(page, 'ads')
  await expect(section).toContainText('Global Privacy Control')
  await expect(section.getByRole('button')).toHaveCount(0)
  expect(asked).toEqual([])
})

test('with ADS=off, nothing is shown or requested, even on the first visit', async ({ browser }) => {
  const off = await startServer({ env: { ADS: 'off' } })
  use(off)
  const { page, request, context } = await somebodyElse(browser)
  const spot = await shareSpot(request, aPoint())
  for (const title of ['One', 'Two', 'Three']) await addPost(request, spot.id, { title, media_ids: [] })
  const code: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/ad-room-')) code.push(request.url())
  })
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByText('One', { exact: true })).toBeAttached()
  await page.clock.fastForward(10_000)
  await expect(findSlot(page)).toHaveCount(0)
  expect(code).toEqual([])
  await context.close()
  await off.stop()
  use(server)
})
