import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { type Account, makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { act, itemPath, postComment } from './support/comments.ts'
import { makeAdmin, type Other, somebodyElse } from './support/people.ts'
import { unseenInForcedColours } from './support/forced-colours.ts'
import { lostInLargeText } from './support/large-text.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { addPost } from './support/posts.ts'
import { expectLooksAsBefore } from './support/screenshots.ts'
import { type Server, startServer } from './support/server.ts'
import { GROUPS } from './support/settings.ts'
import { aPhoto, shareSpot, uploadFile } from './support/share.ts'
import { makeArea, pinBulletin } from './support/stewards.ts'
import { expect, test } from './support/test.ts'

// Tests run in order on a separate server, with fixed people and photos, so that screenshots are reproducible.
test.describe.configure({ mode: 'serial' })
test.use(WITH_MAPS)

let server: Server | undefined
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
  await server?.stop()
})

function makePerson(username: string): Account {
  return {
    username,
    email: `${username}@example.com`,
    password: `kickflip-${username}`,
  }
}

/** Creates an account and signs a page in with it. */
async function join(page: Page, username: string): Promise<Account> {
  const account = await makeAccount({ person: makePerson(username) })
  await signInAs(page, account)
  return account
}

async function joinElsewhere(browser: Browser, username: string): Promise<Other> {
  return somebodyElse(browser, await makeAccount({ person: makePerson(username) }))
}

async function samePhoto(request: APIRequestContext) {
  return uploadFile(request, await aPhoto({ width: 1200, height: 900, chance: () => 0.4 }))
}

const AT = { latitude: -25.5, longitude: -130.5 }

async function sameSpot(request: APIRequestContext, name = 'Library Marble', at = AT) {
  return shareSpot(request, { name, ...at, media_ids: [await samePhoto(request)] })
}

/** Returns the name of a screen's screenshot: the viewer's role, and the path with its IDs replaced. */
function buildName(who: string, path: string): string {
  return `${who}${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')}`
    .replaceAll(/\W+/g, '-')
    .replace(/-$/, '')
}

// Paths; a heading is given if the path alone doesn't prove which screen is shown.
type Screens = readonly (readonly [path: string, heading?: string])[]

const FOR_ALL: Screens = [
  ['/', 'Find Your Next Skate Spot'],
  ['/auth'],
  ['/auth/code', 'Sign in with a code'],
  ['/auth/phone', 'Sign in with your phone'],
  ['/auth/return/club', 'That didn’t work'],
  ['/spots'],
  ['/delete-account'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/about/data', 'Open data'],
  ['/notice', 'Report something'],
  ['/appeal'],
  ['/my-data'],
  ['/unsubscribe'],
]
const FOR_MEMBERS: Screens = [
  ['/dashboard', 'Dashboard'],
  ['/feed', 'Discover'],
  ['/user-posts', 'Discover'],
  ['/share-spot', 'Share Spot'],
  ['/share-content', 'Share Content'],
  ['/quick-drop', 'Save for later'],
  ['/profile/spots', 'Your spots'],
  ['/profile/following', 'Following'],
  ['/profile/followers', 'Followers'],
  ['/community', 'Community Discussions'],
  ['/connect', 'Connect with Skaters'],
  ['/crews', 'Crews'],
  ['/messages', 'Messages'],
  ['/messages/new'],
  ['/settings', 'Settings'],
  ['/outbox', 'Outbox'],
  ['/twins', 'Duplicate spots'],
]
const FOR_ADMINS: Screens = [
  '',
  '?list=appealed',
  '?list=closed',
  '?list=members',
  '?list=spots',
  '?list=twins',
  '?list=log',
  '?list=areas',
  '?list=imports',
  '?list=ads',
]
  .map((list): Screens[number] => [`/admin${list}`, 'Moderation'])
  .concat([['/admin/first'], ['/admin/health', 'Server health'], ['/admin/skateparks', 'Add skateparks']])

async function walk(page: Page, who: string, screens: Screens): Promise<void> {
  for (const [path, heading] of screens)
    await test.step(path, async () => {
      // A new hash alone wouldn't load the page again.
      if (path.includes('#')) await page.goto('about:blank')
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      if (heading) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      // Nothing is wider than the screen. Phones are also checked at the narrowest width.
      const size = page.viewportSize()
      for (const narrow of size && size.width < 400 ? [size, { ...size, width: 320 }] : [size]) {
        if (narrow) await page.setViewportSize(narrow)
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(wider, `${path} scrolls sideways at ${narrow?.width}`).toBeLessThanOrEqual(0)
      }
      if (size) await page.setViewportSize(size)
      await expectAccessible(page, (theme) => expectLooksAsBefore(page, buildName(who, path), theme))
      // A panel that just opened may still be moving into place.
      await expect
        .configure({ soft: true })
        .poll(() => lostInLargeText(page), { message: `${path} at twice the size of text` })
        .toEqual([])
      // Only at phone widths, where space is tightest.
      if (size && size.width >= 400) return
      expect.soft(await unseenInForcedColours(page), `${path} in forced colours`).toEqual([])
    })
}

test('every public screen is accessible, in both themes', { tag: '@desktop' }, ({ page }) =>
  walk(page, 'visitor', FOR_ALL),
)

test('ROUTE-04 ROUTE-06 ROUTE-09 ROUTE-10 ROUTE-11 ROUTE-12 ROUTE-13 ROUTE-15 ROUTE-16 ROUTE-17 NATIVE-01 every screen for members is accessible, in both themes', {
  tag: '@desktop',
}, async ({ page, browser, isMobile }) => {
  const member = await join(page, 'maya_ledge')
  const other = await joinElsewhere(browser, 'theo_rails')
  const { request } = other.page
  const spot = await sameSpot(request)
  const post = await addPost(request, spot.id, {
    title: 'First try',
    media_ids: [await samePhoto(request), await samePhoto(request)],
  })
  const first = { post_id: post.id, media_index: 0 }
  await postComment(request, first, 'Clean! Which wheels are these?')
  const begun = await act(other.page, 'POST', '/api/discussions', {
    category: 'gear',
    title: 'Wax or no wax?',
    content: 'The marble is slow since the winter.',
  })
  expect(begun.status(), await begun.text()).toBe(201)
  const { id: discussion } = await begun.json()
  const { user } = await (await request.get('/api/session')).json()
  const theirs = `/user/${user.user_id}`
  // Counts are updated asynchronously, and a page shows the counts from when it was loaded.
  const fetchCounts = async () => (await request.get(`/api/people/${user.user_id}`)).json()
  await expect.poll(fetchCounts).toMatchObject({ spots_count: 1, posts_count: 2 })
  const sent = await act(page, 'POST', `/api/messages/with/${user.user_id}`, { content: 'Session at six?' })
  expect(sent.ok(), await sent.text()).toBe(true)
  const made = await act(page, 'POST', '/api/lists', { name: 'Rainy days', spot_id: spot.id })
  const { id: list } = await made.json()
  const { id: crew } = await (await act(page, 'POST', '/api/crews', { name: 'Ledge Locals' })).json()
  await walk(page, 'member', [
    ...FOR_MEMBERS,
    // Wider screens show all groups on one page.
    ...(isMobile ? GROUPS.map((group) => [`/settings#${group}`] as const) : []),
    [`/lists/${list}`, 'Rainy days'],
    [`/crews/${crew}`],
    ['/profile', member.username],
    [theirs, other.account.username],
    [`${theirs}/spots`, 'Spots'],
    [`${theirs}/following`, 'Following'],
    [`${theirs}/followers`, 'Followers'],
    [`/spots/${spot.id}`, 'Library Marble'],
    [itemPath(spot, first, true)],
    [`/post/${post.id}`],
    [`/community/${discussion}`, 'Wax or no wax?'],
    [`/messages/with/${user.user_id}`],
  ])
  await other.context.close()
})

test('the screen for suspended people is accessible, in both themes', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  const member = await join(page, 'kook_of_curbs')
  const admin = await joinElsewhere(browser, 'ada_of_gaps')
  await makeAdmin(admin.account)
  const spot = await sameSpot(page.request, 'Loading Dock')
  await addPost(page.request, spot.id, { title: 'First try', media_ids: [await samePhoto(page.request)] })
  const { user } = await (await page.request.get('/api/session')).json()
  const suspended = await act(admin.page, 'PUT', `/api/moderation/people/${user.user_id}/suspension`, {
    reason: 'Sells wax.',
  })
  expect(suspended.ok()).toBe(true)
  await signInAs(page, member)
  await walk(page, 'suspended', [
    ['/suspended', 'Your account is suspended'],
    ['/settings', 'Your account is suspended'],
  ])
  await admin.context.close()
})

test('every screen for admins is accessible, in both themes', { tag: '@desktop' }, async ({ page }) => {
  await makeAdmin(await join(page, 'grace_on_grip'))
  await walk(page, 'admin', FOR_ADMINS)
})

// Runs last, so that its people appear on no other screen.
test('every screen of an area is accessible, in both themes', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  const steward = await join(page, 'lena_of_lines')
  const admin = await joinElsewhere(browser, 'nora_of_maps')
  const other = await joinElsewhere(browser, 'otto_ollies')
  await makeAdmin(admin.account)
  const around = { latitude: -27.5, longitude: -132.5 }
  const spot = await sameSpot(admin.page.request, 'Harbour Steps', around)
  const name = 'Harbour'
  const area = await makeArea(admin.page, { name, around, steward: steward.username })
  await pinBulletin(page, area, 'Cleanup on Sunday at ten. Bring gloves.')
  await pinBulletin(page, area, 'The lower ledge is being repaired.', spot.id)
  const asked = [
    await act(other.page, 'POST', `/api/spots/${spot.id}/facts`, {
      facts: { surface: 'smooth', water: true },
    }),
    await act(other.page, 'POST', '/api/reports', {
      report_type: 'wrong_information',
      description: 'It is a hotel now.',
      reported_spot_id: spot.id,
    }),
  ]
  for (const answer of asked) expect(answer.ok(), await answer.text()).toBe(true)
  await walk(page, 'steward', [
    [`/areas/${area}`, name],
    [`/areas/${area}/work`, `To do in ${name}`],
  ])
  await Promise.all([admin.context.close(), other.context.close()])
})
