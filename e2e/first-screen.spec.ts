import type { Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
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

const CALLS_MAX = 4
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

/** What a page brings along instead of having it asked for, and the photos it names. */
const startOf = (page: Page) =>
  page.evaluate(() => ({
    answers: Object.keys(JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}')),
    pictures: [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')].map(
      ({ imageSrcset, href }) => new URL(imageSrcset.split(' ')[0] || href, location.href).pathname,
    ),
  }))

test('the page of a member brings what its screen shows first, and each of it is used', async ({
  page,
  member: _,
}) => {
  test.setTimeout(240_000)
  const spot = await aSpot(page)
  const unused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('was preloaded')) unused.push(message.text())
  })
  for (const [path, ...answers] of [
    ['/dashboard', '/api/posts?filter=all'],
    ['/feed', '/api/discover'],
    [`/spots/${spot.id}`, `/api/spots/${spot.id}`, `/api/spots/${spot.id}/media`],
  ] as const)
    await test.step(path, async () => {
      const { calls, all } = await visit(page, path)
      const start = await startOf(page)
      expect(start.answers).toEqual(['/api/session', ...answers])
      expect(calls().filter((one) => start.answers.includes(one))).toEqual([])
      expect(start.pictures.length).toBeGreaterThan(0)
      // A photo that the browser chooses otherwise than the page names it is fetched in two files.
      for (const picture of start.pictures) {
        const folder = picture.slice(0, picture.lastIndexOf('/'))
        const width = picture.includes('/400.') ? '400' : '1080'
        const files = all().filter((one) => one.path.startsWith(`${folder}/`) && one.path.includes(width))
        expect([...new Set(files.map((one) => one.path))]).toEqual([picture])
      }
      // The browser says so a few seconds after the page.
      await page.waitForTimeout(3_000)
    })
  expect(unused).toEqual([])
})

test('what a page brought is its reader’s alone: after signing out and going back, another sees their own', async ({
  page,
  member,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto('/terms')
  await page.context().clearCookies()
  await page.goBack()
  await expect(page).toHaveURL('/auth')
  const other = await makeAccount(page.request)
  await signInAs(page, other)
  await page.goto('/profile')
  await expect(page.getByText(other.username).first()).toBeVisible()
  await expect(page.getByText(member.username)).toHaveCount(0)
})

/** The map library, which comes when its place has been seen. */
const ENGINE = /\/assets\/(engine|maplibre)/

test('the first screens of a member stay light, in few files', async ({ page, member: _ }) => {
  test.setTimeout(240_000)
  const spot = await aSpot(page)
  await page.route(ENGINE, (route) => route.abort())
  for (const [path, bytes, files] of [
    ['/dashboard', 154_000, 18],
    ['/feed', 150_000, 18],
    // With what changes the cover, for whoever shared it.
    [`/spots/${spot.id}`, 163_000, 26],
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
