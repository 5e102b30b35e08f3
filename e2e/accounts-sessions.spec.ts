import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const SESSION = '**/api/session'
const DAY_S = 86_400
/** Half an hour before the end of a fourteen-day session (ms). */
const SHORTLY_BEFORE = (14 * DAY_S - 1_800) * 1_000
const [TWO_HOURS, TEN_MINUTES] = [7_200_000, 600_000]

async function open(page: Page) {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Resolves when another tab notifies this page that the session was renewed. */
function renewalIn(page: Page) {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel('nollie.session').addEventListener('message', ({ data }) => {
          if ((data as { event: string }).event === 'token_refreshed') resolve()
        })
      }),
  )
}

type Counting = { locksAsked?: number }

/** Counts a page's lock requests, granted or not. */
function countLocks(context: BrowserContext) {
  return context.addInitScript(() => {
    // An empty page has no `locks` API.
    if (!('locks' in navigator)) return
    const { locks } = navigator
    const request = locks.request.bind(locks) as (...input: unknown[]) => Promise<unknown>
    const counted = (...input: unknown[]) => {
      const page = window as unknown as Counting
      page.locksAsked = (page.locksAsked ?? 0) + 1
      return request(...input)
    }
    Object.assign(locks, { request: counted })
  })
}

function locksAskedBy(page: Page) {
  return page.evaluate(() => (window as unknown as Counting).locksAsked ?? 0)
}

/**
 * Counts renewals, and delays them until `release` is called. Adds 14 days to the expiration, because the server uses
 * the real time.
 */
async function renewals(context: BrowserContext) {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  await context.route(SESSION, async (route) => {
    asked += 1
    const response = await route.fetch()
    const session = (await response.json()) as { expires_at: string }
    const expires_at = new Date(Date.parse(session.expires_at) + 14 * DAY_S * 1_000).toISOString()
    await released
    await route.fulfill({ response, json: { ...session, expires_at } })
  })
  return { count: () => asked, release }
}

test('LIMIT-11 one of two tabs renews the session shortly before its end', async ({
  page,
  context,
  member: _,
}) => {
  await countLocks(context)
  await context.clock.install()
  await open(page)
  const other = await context.newPage()
  await open(other)
  const { count, release } = await renewals(context)
  const notified = Promise.race([page, other].map(renewalIn))
  await context.clock.fastForward(SHORTLY_BEFORE)
  for (const tab of [page, other]) await expect.poll(() => locksAskedBy(tab)).toBeGreaterThan(0)
  await expect.poll(count).toBe(1)
  release()
  await notified
  await context.clock.fastForward(TWO_HOURS)
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(count()).toBe(1)
})

test('LIMIT-11 a person who is offline during the renewal stays signed in', async ({
  page,
  context,
  member: _,
}) => {
  await context.clock.install()
  await open(page)
  let failed = 0
  await context.route(SESSION, (route) => {
    failed += 1
    return route.abort('internetdisconnected')
  })
  await context.clock.fastForward(SHORTLY_BEFORE)
  await expect
    .poll(async () => {
      await context.clock.fastForward(15_000)
      return failed
    })
    .toBeGreaterThanOrEqual(4)
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('LIMIT-11 a renewal detects that the session was ended elsewhere', async ({
  page,
  context,
  member: _,
}) => {
  await context.clock.install()
  await open(page)
  await context.clearCookies()
  await context.clock.fastForward(SHORTLY_BEFORE)
  await context.clock.fastForward(TEN_MINUTES)
  await expect(page).toHaveURL(/\/auth/)
})
