import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, SYSTEM_CHROMIUM } from '../../../e2e/support/chromium.ts'
import type { Server } from '../../../e2e/support/server.ts'
import { quantile } from './bench-server.ts'
import { atEnd } from './clean-up.ts'
import { member } from './member.ts'
import { done, report } from './report.ts'
import { startWithSample } from './sample-server.ts'

// Measures how the map's sheet and the way from a list to a spot and back feel, with the production build, the sample
// spots, and the CPU at a quarter of its speed: whether the sheet follows a finger, how long each way takes, and the
// longest frames. Times need an idle machine.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    // The URL of a running server with the sample, and its data directory.
    url: { type: 'string' },
    'data-dir': { type: 'string' },
  },
})

const SLOWER = 4
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const FRAME_MS = 1000 / 60
/** How long (ms) a screen may still load parts after its content is visible. */
const SETTLED_MS = 2_500
/** A finger sends this many moves per drag. */
const MOVES = 60
const GOALS = { followed: 0.99, way: 300, frame: 50 }

type Seen = { moves: { finger: number; sheet: number }[]; frames: number[] }

// Records where the finger and the sheet are in the frame of each move, and all frames of 50 ms or longer.
function watch() {
  const seen: Seen = { moves: [], frames: [] }
  Object.assign(window, { seen })
  const see = ({ touches }: TouchEvent) =>
    requestAnimationFrame(() => {
      const sheet = document.querySelector('[data-position]')?.getBoundingClientRect().top ?? 0
      seen.moves.push({ finger: touches[0]?.clientY ?? 0, sheet })
    })
  addEventListener('touchmove', see, { capture: true, passive: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.frames.push(duration)
  }).observe({ type: 'long-animation-frame' })
}

/** Returns what was recorded, and forgets it. */
function takeSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    return { moves: seen.moves.splice(0), frames: seen.frames.splice(0) }
  })
}

/** Drags with one finger from one height to another, one move per frame. */
async function drag(page: Page, cdp: CDPSession, from: number, to: number): Promise<void> {
  const at = (y: number) => ({ touchPoints: [{ x: 195, y: Math.round(y) }] })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
  for (let step = 1; step <= MOVES; step++) {
    const y = from + ((to - from) * step) / MOVES
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y) })
    await page.waitForTimeout(FRAME_MS)
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Returns the share of moves that the sheet followed by the same distance in the same frame. */
function shareFollowed(moves: Seen['moves']): number {
  const steps = moves.slice(1).map(({ finger, sheet }, at) => {
    const before = moves[at] as Seen['moves'][number]
    return Math.abs(finger - before.finger - (sheet - before.sheet)) <= 1
  })
  // The first moves decide whether the finger scrolls or drags.
  const decided = steps.slice(2)
  return decided.filter(Boolean).length / decided.length
}

/** Clicks a link or goes back, and returns how long (ms) it takes until a heading with this name is on screen. */
function timeWay(page: Page, link: string | null, heading: string): Promise<number> {
  return page.evaluate(
    async ([selector, name]) => {
      const from = performance.now()
      if (selector) document.querySelector<HTMLElement>(selector)?.click()
      else history.back()
      const isShown = () =>
        [...document.querySelectorAll('h1')].some(({ textContent }) => textContent?.trim() === name)
      await new Promise<void>((resolve) => {
        const look = () => (isShown() ? resolve() : requestAnimationFrame(look))
        requestAnimationFrame(look)
      })
      await new Promise((resolve) => setTimeout(resolve))
      return performance.now() - from
    },
    [link, heading] as const,
  )
}

async function openPhone(browser: Browser, url: string, cookies: Cookies) {
  const context = await browser.newContext({ ...PHONE, baseURL: url, locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watch)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return { context, page, cdp }
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]
type Spot = { id: string; name: string; latitude: number; longitude: number; creator: string }

async function signedIn(browser: Browser, server: Pick<Server, 'url' | 'dataDir'>) {
  const { account } = await member(server)
  const context = await browser.newContext({ baseURL: server.url })
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const { request } = context
  await request.post('/api/auth/sign-in', { data: account, headers })
  await request.patch('/api/account/preferences', { data: { welcomed: true }, headers })
  const { items } = await (await request.get('/api/discover')).json()
  const { creator, ...spot } = await (await request.get(`/api/spots/${items[0].spot.id}`)).json()
  const cookies = await context.cookies()
  await context.close()
  return { cookies, spot: { ...spot, creator: creator?.user_id } as Spot }
}

async function measureSheet(browser: Browser, url: string, { cookies, spot }: Signed) {
  const { context, page, cdp } = await openPhone(browser, url, cookies)
  await page.goto(`/spots?at=${spot.latitude},${spot.longitude},14&spot=${spot.id}`)
  await page.locator('[data-position] h2').first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await takeSeen(page)
  await drag(page, cdp, 700, 460)
  await drag(page, cdp, 460, 700)
  const up = await takeSeen(page)
  await page.waitForTimeout(SETTLED_MS)
  await takeSeen(page)
  await drag(page, cdp, 700, 60)
  await page.waitForTimeout(SETTLED_MS)
  const pulled = await takeSeen(page)
  await context.close()
  return { followed: shareFollowed(up.moves.slice(0, MOVES)), drag: up.frames, pull: pulled.frames }
}

async function measureWays(browser: Browser, url: string, { cookies, spot }: Signed) {
  const { context, page } = await openPhone(browser, url, cookies)
  const link = `main a[href="/spot/${spot.id}"], main a[href="/spots/${spot.id}"]`
  await page.goto(`/user/${spot.creator}/spots`)
  await page.locator(link).first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const list = (await page.locator('h1').innerText()).trim()
  // The first time, the screen's code has to arrive.
  await timeWay(page, link, spot.name)
  await page.waitForTimeout(SETTLED_MS)
  await timeWay(page, null, list)
  await page.waitForTimeout(SETTLED_MS)
  await takeSeen(page)
  const there = await timeWay(page, link, spot.name)
  await page.waitForTimeout(SETTLED_MS)
  const back = await timeWay(page, null, list)
  await page.waitForTimeout(SETTLED_MS)
  const { frames } = await takeSeen(page)
  await context.close()
  return { there, back, frames }
}

type Signed = Awaited<ReturnType<typeof signedIn>>

async function run(browser: Browser, server: Pick<Server, 'url' | 'dataDir'>): Promise<void> {
  const signed = await signedIn(browser, server)
  const sheets: Awaited<ReturnType<typeof measureSheet>>[] = []
  const ways: Awaited<ReturnType<typeof measureWays>>[] = []
  for (let n = 0; n < Number(values.runs); n++) {
    sheets.push(await measureSheet(browser, server.url, signed))
    ways.push(await measureWays(browser, server.url, signed))
  }
  const median = (of: readonly number[]) => quantile([...of], 0.5)
  const longest = (frames: readonly number[]) => Math.max(0, ...frames)
  const ms = (name: string, value: number, max: number) => report({ name, value, unit: 'ms', goal: { max } })
  const followed = median(sheets.map((one) => one.followed))
  report({
    name: 'moves that the sheet follows in their frame',
    value: followed,
    unit: '',
    goal: { min: GOALS.followed },
  })
  ms('longest frame of a drag (0: under 50)', median(sheets.map((one) => longest(one.drag))), GOALS.frame)
  ms(
    'longest frame of a pull to the page (0: under 50)',
    median(sheets.map((one) => longest(one.pull))),
    GOALS.frame,
  )
  ms('list to spot', median(ways.map((one) => one.there)), GOALS.way)
  ms('spot back to list', median(ways.map((one) => one.back)), GOALS.way)
  ms('longest frame of both ways (0: under 50)', median(ways.map((one) => longest(one.frames))), GOALS.frame)
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
