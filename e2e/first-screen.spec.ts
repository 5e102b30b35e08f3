import type { Page } from '@playwright/test'
import { editProfile } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { type Server, startServer } from './support/server.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { weighProgram } from './support/weight.ts'

// The requests of a first visit to a screen. Times belong to `npm run bench`; these are the same on any machine.
// Changes of others cause events and requests, so nobody else is on this server.
let server: Server
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }
const use = ({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) =>
  Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
test.beforeAll(async () => {
  server = await startServer()
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server.stop()
})

/** Watches what a page asks our server for from now on. */
const watchRequests = (page: Page) => {
  const requested: { path: string; search: string }[] = []
  page.on('request', (request) => {
    const { pathname: path, search } = new URL(request.url())
    requested.push({ path, search })
  })
  const streams = () => requested.filter(({ path }) => path === '/api/events')
  const calls = () =>
    requested.flatMap(({ path, search }) =>
      path.startsWith('/api/') && path !== '/api/events' ? [path + search] : [],
    )
  return { streams, calls, all: () => requested }
}

/** Opens a screen with an empty cache, and waits until its stream is open and nothing else is under way. */
const visit = async (page: Page, path: string) => {
  const seen = watchRequests(page)
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await page.goto(path)
  await stream
  await expect(page.locator('main img').first()).toBeVisible()
  // What listens comes after the first paint, and several events at once are answered once.
  await page.waitForTimeout(2_000)
  return seen
}

const CALLS_MAX = 6
const expectLean = ({ streams, calls }: Awaited<ReturnType<typeof visit>>) => {
  expect(streams().map(({ search }) => search.replace(/\d+$/, ':id'))).toEqual([
    '?topics=comments,discussions,likes,people,posts,spots&since=:id',
  ])
  expect(calls(), 'everything is asked for once').toEqual([...new Set(calls())])
  expect(calls().length, calls().join('\n')).toBeLessThanOrEqual(CALLS_MAX)
}

// What there is to see, for all of them.
const aSpot = async (page: Page) => {
  const spot = await shareSpot(page.request, { name: 'First Ledge' })
  for (let n = 0; n < 3; n++) await addPost(page.request, spot.id, { title: `First ${n}` })
  // A stream also sends the events of the last half second before its page; none of these may be among them.
  await page.waitForTimeout(2_500)
  await editProfile(page.request, { bio: 'Wax first.' })
  await page.waitForTimeout(1_500)
  return spot
}

test('the first screens of a member open one stream, and load nothing twice', async ({ page, member: _ }) => {
  test.setTimeout(240_000)
  const spot = await aSpot(page)
  for (const path of ['/dashboard', '/feed', `/spots/${spot.id}`])
    await test.step(path, async () => expectLean(await visit(page, path)))
})

/** The map library, which comes when its place has been seen. */
const ENGINE = /\/assets\/(engine|maplibre)/

test('the first screens of a member stay light, in few files', async ({ page, member: _ }) => {
  test.setTimeout(240_000)
  const spot = await aSpot(page)
  await page.route(ENGINE, (route) => route.abort())
  for (const [path, bytes, files] of [
    ['/dashboard', 130_000, 36],
    ['/feed', 156_000, 36],
    [`/spots/${spot.id}`, 180_000, 60],
  ] as const)
    await test.step(path, async () => {
      const program = weighProgram(page)
      const { all } = await visit(page, path)
      expect(await program(), 'bytes of program').toBeLessThanOrEqual(bytes)
      const scripts = all().filter((one) => one.path.endsWith('.js'))
      expect(scripts.length, 'files').toBeLessThanOrEqual(files)
    })
})

test('the layout of the dashboard stays where it is while it loads', { tag: '@desktop' }, async ({
  page,
  member: _,
}) => {
  await shareSpot(page.request, { name: 'Steady Curb' })
  await page.addInitScript(() => {
    const sums = window as unknown as { shifted: number }
    sums.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) sums.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(page, '/dashboard')
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02)
})
