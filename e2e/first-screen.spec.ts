import { basename } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { awaitQuiet } from './support/database.ts'
import { ownSite } from './support/request-as-page.ts'
import { editProfile } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { type Server, startServer } from './support/server.ts'
import { findMap } from './support/map.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { wheelTo } from './support/scroll.ts'
import { expectSteady, watchShifts } from './support/shifts.ts'
import { expect, test } from './support/test.ts'
import { loadedLater, weighProgram } from './support/program-size.ts'

test.use(WITH_MAPS)
// Tests run in order on one server.
test.describe.configure({ mode: 'default' })

// Tests which requests a first visit to a screen makes. `npm run bench` measures times, which depend on the machine.
// Other people's changes would cause events and requests, so no other journey uses this server.
let server: Server
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

test.beforeAll(async () => {
  server = await startServer()
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server.stop()
})

/** The map library, which loads when the map scrolls into view. */
const ENGINE = /\/assets\/(engine|maplibre)/

/** Records a page's requests from now on. */
function watchRequests(page: Page) {
  let requested: { url: string; path: string; search: string }[] = []
  const record = (request: Request) => {
    const { href: url, pathname: path, search } = new URL(request.url())
    requested.push({ url, path, search })
  }
  page.on('request', record)
  const stop = () => page.off('request', record)
  const leaveOut = (urls: ReadonlySet<string>) => {
    requested = requested.filter(({ url }) => !urls.has(url))
  }
  const streams = () => requested.filter(({ path }) => path === '/api/events')
  const calls = () =>
    requested.flatMap(({ path, search }) =>
      path.startsWith('/api/') && path !== '/api/events' ? [path + search] : [],
    )
  return { streams, calls, all: () => requested, leaveOut, stop }
}

/** Opens a screen with an empty cache, and waits until its stream is open and no other request is pending. */
async function visit(page: Page, path: string) {
  const seen = watchRequests(page)
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await page.goto(path)
  await stream
  await expect(page.locator('main img').first()).toBeVisible()
  // The stream opens after the first paint, and events are batched into a single request.
  await page.waitForTimeout(2_000)
  seen.stop()
  // The page lists lazy-loaded scripts only once they have arrived.
  const programs = seen.all().filter(({ path }) => path.endsWith('.js') && !ENGINE.test(path))
  await expect
    .poll(() =>
      page.evaluate(
        (urls) => urls.filter((url) => performance.getEntriesByName(url).length === 0),
        programs.map(({ url }) => url),
      ),
    )
    .toEqual([])
  seen.leaveOut(await loadedLater(page))
  return seen
}

type Seen = Awaited<ReturnType<typeof visit>>

const CALLS_MAX = 4

function expectLean({ streams, calls }: Seen) {
  expect(streams().map(({ search }) => search.replace(/\d+$/, ':id'))).toEqual([
    '?topics=comments,discussions,likes,people,posts,spots&since=:id',
  ])
  expect(calls(), 'everything is asked for once').toEqual([...new Set(calls())])
  expect(calls().length, calls().join('\n')).toBeLessThanOrEqual(CALLS_MAX)
}

// Creates the content that all these screens show.
async function aSpot(page: Page) {
  const spot = await shareSpot(page.request, { name: 'First Ledge' })
  for (let n = 0; n < 3; n++) await addPost(page.request, spot.id, { title: `First ${n}` })
  // A stream also sends events from the last half second before the page's last one, so separate it from the posts.
  await awaitQuiet()
  await editProfile(page.request, { bio: 'Wax first.' })
  await awaitQuiet()
  return spot
}

/** Returns the API responses embedded in a page, and the photos that it preloads. */
function readStart(page: Page) {
  return page.evaluate(() => ({
    answers: Object.keys(JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}')),
    pictures: [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')].map(
      ({ imageSrcset, href }) => new URL(imageSrcset.split(' ')[0] || href, location.href).pathname,
    ),
  }))
}

test("a page's data is only for its viewer: after signing out and going back, another person sees their own", async ({
  page,
  member,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto('/terms')
  await page.context().clearCookies()
  await page.goBack()
  await expect(page).toHaveURL('/auth')
  const other = await makeAccount()
  await signInAs(page, other)
  await page.goto('/profile')
  await expect(page.getByText(other.username).first()).toBeVisible()
  await expect(page.getByText(member.username)).toHaveCount(0)
})

test('the map is a picture with its spots until the engine has drawn it, without layout shifts', async ({
  page,
  member: _,
}) => {
  const at = aPoint()
  await shareSpot(page.request, { ...at, name: 'First Bank' })
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(ENGINE, async (route) => {
    await gate
    await route.fallback()
  })
  await watchShifts(page)
  await page.goto(`/spots?at=${at.latitude},${at.longitude},12`)
  const picture = page.getByTestId('map-first')
  const tiles = picture.locator('img')
  const drawn = () =>
    tiles.evaluateAll((images) => (images as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth))
  await expect.poll(async () => [...new Set(await drawn())]).toEqual([512])
  await expect(picture.locator('svg')).toHaveCount(1)
  const [box, pin] = await Promise.all([findMap(page).boundingBox(), picture.locator('svg').boundingBox()])
  if (!box || !pin) throw new Error('no map on screen')
  // The pin's tip is at the spot's position, which is the map's center.
  expect(Math.abs(pin.x + pin.width / 2 - box.x - box.width / 2)).toBeLessThan(2)
  expect(Math.abs(pin.y + pin.height - box.y - box.height / 2)).toBeLessThan(4)
  await expect(findMap(page).getByRole('link', { name: 'OpenStreetMap' })).toBeVisible()
  release()
  await expect(findMap(page)).toHaveAttribute('data-drawn')
  await expect(picture).toHaveCount(0)
  await expectSteady(page)
})

/** A first screen: the responses embedded in its page, and the limits for its JavaScript in bytes and files. */
type FirstScreen = { path: string; answers?: string[]; bytes: number; files: number }

async function expectBrought(page: Page, answers: string[], { calls, all }: Seen) {
  const start = await readStart(page)
  expect(start.answers).toEqual(['/api/session', ...answers])
  expect(calls().filter((one) => start.answers.includes(one))).toEqual([])
  expect(start.pictures.length).toBeGreaterThan(0)
  // If the page preloads a different file than the browser chooses, the photo is fetched twice.
  for (const picture of start.pictures) {
    const folder = picture.slice(0, picture.lastIndexOf('/'))
    const width = picture.includes('/400.') ? '400' : '1080'
    const files = all().filter((one) => one.path.startsWith(`${folder}/`) && one.path.includes(width))
    expect([...new Set(files.map((one) => one.path))]).toEqual([picture])
  }
}

test("a member's first screens open one stream, use all preloaded data, load nothing twice and stay small", {
  tag: '@smoke',
}, async ({ page, member: _ }) => {
  const spot = await aSpot(page)
  // Blocks the map engine, which loads later. Setting a route also turns off the browser's cache.
  await page.route(ENGINE, (route) => route.abort())
  const unused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('was preloaded')) unused.push(message.text())
  })
  // Class names take up 2 kB of each limit (docs/decisions/0059-css-modules.md). Declared functions instead of arrows,
  // and the route of the skateparks screen, took another 0.2%.
  const screens: FirstScreen[] = [
    // Includes the code that loads the ad, and the code that checks the outbox before showing an error.
    { path: '/dashboard', answers: ['/api/posts?filter=all'], bytes: 160_000, files: 18 },
    { path: '/feed', answers: ['/api/discover'], bytes: 155_200, files: 18 },
    {
      path: `/spots/${spot.id}`,
      answers: [`/api/spots/${spot.id}`, `/api/spots/${spot.id}/media`, '/api/config'],
      // Includes directions, pending comments, the cover's row of photos, and the place for comments. Also loaders for
      // country names, translations, facts, lists, stewards, and twins.
      bytes: 175_400,
      files: 22,
    },
    // Includes the loader for area outlines.
    { path: '/spots', bytes: 181_000, files: 21 },
  ]
  for (const { path, answers, bytes, files } of screens)
    await test.step(path, async () => {
      // On a busy machine, the previous screen may still request its late code.
      await page.goto('about:blank')
      const program = weighProgram(page)
      const seen = await visit(page, path)
      const weight = await program()
      const scripts = seen.all().filter(({ path }) => path.endsWith('.js') && !ENGINE.test(path))
      const names = scripts.map(({ url }) => basename(url)).join(' ')
      expect(weight, `bytes of program: ${names}`).toBeLessThanOrEqual(bytes)
      expect(scripts.length, names).toBeLessThanOrEqual(files)
      if (!answers) return
      expectLean(seen)
      await expectBrought(page, answers, seen)
      // The browser warns about unused preloads a few seconds after the page has loaded.
      await page.waitForTimeout(2_000)
    })
  expect(unused).toEqual([])
})

test('the dashboard does not shift while it loads, even on a wide screen', async ({
  page,
  browser,
  member,
}) => {
  await shareSpot(page.request, { name: 'Steady Curb' })
  const wide = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
  const desktop = await wide.newPage()
  await signInAs(desktop, member)
  for (const one of [page, desktop]) {
    await watchShifts(one)
    await visit(one, '/dashboard')
    await expectSteady(one)
  }
  await wide.close()
})

test("a spot's page does not shift while its details load", async ({ page, member: _ }) => {
  const spot = await shareSpot(page.request, { name: 'Known Ledges' })
  const obstacle = { kind: 'ledge', height_cm: 45, length_cm: 300, material: 'marble' }
  const made = await page.request.post(`/api/spots/${spot.id}/facts`, {
    headers: { ...ownSite(), 'idempotency-key': crypto.randomUUID() },
    data: {
      facts: {
        surface: 'smooth',
        run_up: 'long',
        light_at_night: 'full',
        traffic: 'none',
        water: true,
        fee: 'free',
      },
      obstacles: [1, 2, 3].map(() => ({ id: crypto.randomUUID(), obstacle })),
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await watchShifts(page)
  // The facts arrive while their section is in view.
  const scrolled = Promise.withResolvers<void>()
  await page.route('**/api/spots/*/facts', async (route) => {
    await scrolled.promise
    await route.continue()
  })
  await visit(page, `/spots/${spot.id}`)
  await wheelTo(page.locator('.lazy-facts-section_place'))
  scrolled.resolve()
  await expect(page.getByRole('region', { name: 'How it skates' }).getByRole('listitem')).toHaveCount(3)
  await wheelTo(page.getByRole('button', { name: 'Update', exact: true }))
  await expectSteady(page)
})
