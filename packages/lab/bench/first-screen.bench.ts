import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, SYSTEM_CHROMIUM } from '../../../e2e/support/chromium.ts'
import type { Server } from '../../../e2e/support/server.ts'
import { atEnd } from './clean-up.ts'
import { quantile } from './bench-server.ts'
import { member } from './member.ts'
import { done, report } from './report.ts'
import { startWithSample } from './sample-server.ts'

// Measures the first visit to a screen, with the production build and the sample spots: an empty cache, 9 Mbps, 100 ms
// latency, and the CPU at a quarter of its speed. Medians of several visits. Times need an idle machine; bytes,
// requests, and streams are the same on any machine.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    screen: { type: 'string' },
    // The URL of a running server with the sample, and its data directory.
    url: { type: 'string' },
    'data-dir': { type: 'string' },
  },
})

const [BITS_PER_SECOND, LATENCY_MS, SLOWER] = [9_000_000, 100, 4]
/** A page counts as loaded once no request except its event stream has been active for this long (ms). */
const QUIET_MS = 1_500
const LONGEST_MS = 30_000
const [PHONE, DESKTOP] = [
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  { viewport: { width: 1280, height: 800 } },
]

type Goal = { lcp?: number; bytes?: number; calls?: number; streams: number }
type Screen = {
  name: string
  path: string
  device: object
  isMember: boolean
  goal: Goal
  like?: boolean
  /** Whether the screen has the large map. */
  map?: boolean
}

const MAX = { cls: 0.02, inp: 100 }

type Visit = {
  lcp: number
  /** The element with the largest contentful paint. */
  largest: string
  /** How long (ms) it took to draw the map; 0 if there is no map. */
  drawn: number
  cls: number
  inp: number | null
  scripts: number
  bytes: number
  requests: number
  calls: string[]
  streams: number
}

type Seen = { lcp: number; largest: string; drawn: number; cls: number; longest: number }

function watch() {
  const seen: Seen = { lcp: 0, largest: '', drawn: 0, cls: 0, longest: 0 }
  ;(window as unknown as { seen: Seen }).seen = seen
  const observe = (options: PerformanceObserverInit, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ buffered: true, ...options })
  observe({ type: 'largest-contentful-paint' }, (entry) => {
    seen.lcp = entry.startTime
    const { element, url } = entry as PerformanceEntry & { element: Element | null; url: string }
    seen.largest = `${element?.localName} ${element?.className} ${url}`
  })
  const mutations = new MutationObserver(() => {
    if (!document.querySelector('[data-drawn]')) return
    seen.drawn = performance.now()
    mutations.disconnect()
  })
  mutations.observe(document, { subtree: true, childList: true, attributeFilter: ['data-drawn'] })
  observe({ type: 'layout-shift' }, (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.cls += value
  })
  const events = { type: 'event', durationThreshold: 16 }
  observe(events, (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number }
    if (interactionId) seen.longest = Math.max(seen.longest, duration)
  })
}

function readSeen(page: Page) {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

/** Returns the longest of six likes, in ms from the tap to the frame that shows the like. */
async function longestLike(page: Page): Promise<number> {
  const tile = page.locator('.tile_root button').first()
  if (await tile.isVisible()) await tile.tap()
  const like = page.getByRole('button', { name: /^(Like|Unlike)/ }).first()
  await like.waitFor()
  await page.waitForTimeout(QUIET_MS)
  await page.evaluate(() => {
    ;(window as unknown as { seen: Seen }).seen.longest = 0
  })
  for (let n = 0; n < 6; n++) {
    await like.tap()
    await page.waitForTimeout(500)
  }
  return (await readSeen(page)).longest
}

async function visit(browser: Browser, base: string, screen: Screen, cookies: Cookies): Promise<Visit> {
  const context = await browser.newContext({ ...screen.device, baseURL: base, locale: 'en-GB' })
  if (screen.isMember) await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const rate = BITS_PER_SECOND / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const requested = new Map<string, string>()
  const underway = new Set<string>()
  let [scripts, bytes, lastAt] = [0, 0, Date.now()]
  const all: string[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, origin } = new URL(request.url)
    if (origin !== base) return
    all.push(`${request.method} ${pathname}`)
    requested.set(requestId, pathname)
    if (pathname !== '/api/events') underway.add(requestId)
    lastAt = Date.now()
  })
  const ended = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    // The map library loads after its container is on screen, so it isn't part of the first screen.
    if (/\/assets\/(?!engine|maplibre)[^/]+\.js$/.test(requested.get(requestId) ?? ''))
      scripts += encodedDataLength
    bytes += encodedDataLength
    underway.delete(requestId)
    lastAt = Date.now()
  }
  cdp.on('Network.loadingFinished', ended)
  cdp.on('Network.loadingFailed', ended)
  await page.goto(screen.path)
  const end = Date.now() + LONGEST_MS
  while ((underway.size > 0 || Date.now() - lastAt < QUIET_MS) && Date.now() < end)
    await page.waitForTimeout(100)
  const { lcp, largest, drawn, cls } = await readSeen(page)
  const calls = all.filter((one) => one.includes(' /api/') && !one.endsWith('/api/events'))
  const streams = all.filter((one) => one.endsWith('/api/events')).length
  const sums = { lcp, largest, drawn, cls, scripts, bytes, requests: all.length, calls, streams }
  const inp = screen.like ? await longestLike(page) : null
  await context.close()
  return { ...sums, inp }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]

async function signedIn(browser: Browser, { url, dataDir }: Pick<Server, 'url' | 'dataDir'>) {
  const { account } = await member({ url, dataDir })
  const context = await browser.newContext({ baseURL: url })
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' }
  const { request } = context
  await request.post('/api/auth/sign-in', { data: account, headers })
  await request.patch('/api/account/preferences', { data: { welcomed: true }, headers })
  const { items } = await (await request.get('/api/discover')).json()
  const cookies = await context.cookies()
  await context.close()
  return { cookies, spot_id: items[0].spot.id as string }
}

async function run(browser: Browser, server: Pick<Server, 'url' | 'dataDir'>): Promise<void> {
  const { cookies, spot_id } = await signedIn(browser, server)
  const lcp = 1500
  const phone = (name: string, path: string, isMember: boolean, goal: Goal, like?: boolean): Screen => ({
    name,
    path,
    isMember,
    goal,
    device: PHONE,
    ...(like && { like }),
  })
  const screens = [
    phone('landing', '/', false, { lcp, bytes: 10_000, streams: 0 }),
    phone('dashboard', '/dashboard', true, { lcp, bytes: 159_500, calls: 6, streams: 1 }, true),
    phone('Discover', '/feed', true, { lcp, bytes: 155_000, calls: 6, streams: 1 }, true),
    phone('spot', `/spots/${spot_id}`, true, { lcp, bytes: 179_000, calls: 6, streams: 1 }),
    { ...phone('map', '/spots', false, { lcp, bytes: 181_000, calls: 6, streams: 1 }), map: true },
    { name: 'wide dashboard', path: '/dashboard', isMember: true, device: DESKTOP, goal: { streams: 1 } },
  ].filter(({ name }) => !values.screen || name === values.screen)
  for (const { name, ...screen } of screens) {
    const visits: Visit[] = []
    for (let n = 0; n < Number(values.runs); n++)
      visits.push(await visit(browser, server.url, { name, ...screen }, cookies))
    const median = (of: (one: Visit) => number) => quantile(visits.map(of), 0.5)
    const { goal } = screen
    const figure = (what: string, unit: '' | 'ms' | 'B', of: (one: Visit) => number, max?: number) =>
      report({
        name: `${name}: ${what}`,
        value: median(of),
        unit,
        ...(max !== undefined && { goal: { max } }),
      })
    figure('LCP', 'ms', (one) => one.lcp, goal.lcp)
    figure('CLS', '', (one) => one.cls, MAX.cls)
    if (screen.map) figure('drawn by its engine', 'ms', (one) => one.drawn)
    if (screen.like) figure('longest like (INP)', 'ms', (one) => one.inp ?? Number.NaN, MAX.inp)
    figure('JavaScript', 'B', (one) => one.scripts, goal.bytes)
    figure('API calls', '', (one) => one.calls.length, goal.calls)
    figure('event streams', '', (one) => one.streams, goal.streams)
    figure('requests', '', (one) => one.requests)
    figure('everything', 'B', (one) => one.bytes)
    if (values.screen)
      console.log(
        visits
          .map((one) => `  ${Math.round(one.lcp)} ms, ${Math.round(one.drawn)} ms: ${one.largest}`)
          .join('\n'),
      )
    if (values.screen) console.log(visits[0]?.calls.map((one) => `  ${one}`).join('\n'))
  }
}

const browser = await chromium.launch({
  ...(SYSTEM_CHROMIUM && { executablePath: SYSTEM_CHROMIUM }),
  args: CHROMIUM_ARGS,
})
atEnd(() => browser.close())

await run(
  browser,
  values.url ? { url: values.url, dataDir: values['data-dir'] ?? 'data' } : await startWithSample(),
)
await done()
