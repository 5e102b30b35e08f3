import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { openHub } from './support/hub.ts'
import { editProfile, makeAdmin, somebody } from './support/people.ts'
import { addComment, addPost, likeItem } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, realPhoto, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

/** Uploads a real photo if there is one next to the repository. */
async function photo(request: APIRequestContext, name: string): Promise<string> {
  const path = realPhoto(name)
  const file = path
    ? { name, mimeType: 'image/jpeg', buffer: await readFile(path) }
    : await aPhoto({ width: 1600, height: 1200 })
  return uploadFile(request, file)
}

async function follow(request: APIRequestContext, user_id: string) {
  return expect((await request.put(`/api/people/${user_id}/follow`, { headers: ownSite() })).ok()).toBe(true)
}

function figure(page: Page, label: 'Spots' | 'Posts' | 'Followers' | 'Following') {
  return page.locator('.profiles_stats').getByText(new RegExp(`^[\\d,]+ ?${label}$`))
}

/** Gives the signed-in person a name, a bio, a picture, a spot, and a post. */
async function aSkater(request: APIRequestContext) {
  await editProfile(request, {
    full_name: 'Maya Okafor',
    bio: 'Switch everything. Mapping Alder Bay one curb at a time. Filmer on weekends.',
    instagram_url: 'instagram.com/mayapops',
  })
  const spot = await shareSpot(request, {
    name: 'Red Curb Lot',
    media_ids: [await photo(request, 'silver_fir.jpg')],
  })
  const post = await addPost(request, spot.id, {
    title: `Front boards ${randomUUID().slice(0, 8)}`,
    media_ids: [await photo(request, 'tanners_ridge.jpg'), await uploadFile(request)],
  })
  const made = await request.post('/api/profile/pictures', {
    data: { media_id: await photo(request, 'thompson-springs.jpg') },
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
  })
  expect(made.status(), await made.text()).toBe(201)
  return { spot, post, user_id: await fetchUserId(request) }
}

test("PROF-02 PROF-04 PROF-06 PROF-07 PROF-08 PROF-15 SPOT-23 C-03 the viewer's own page", {
  tag: '@desktop',
}, async ({ page, member }) => {
  const { spot, post } = await aSkater(page.request)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  await expect(page.getByText(`@${member.username}`)).toBeVisible()
  await expect(page.getByText('Switch everything.')).toBeVisible()
  await expect(figure(page, 'Spots')).toHaveText(/^1 ?Spots$/)
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await expect(page.getByRole('button', { name: 'Follow', exact: false })).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'profile')
  await figure(page, 'Posts').click()
  await expect(page.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: `Photo: ${post.title}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-posts')
  await figure(page, 'Spots').click()
  await page.getByRole('link', { name: 'Red Curb Lot' }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await page.goBack()
  for (const list of ['Followers', 'Following'] as const) {
    await figure(page, list).click()
    await expect(page).toHaveURL(`/profile/${list.toLowerCase()}`)
    await page.goBack()
  }
  await figure(page, 'Spots').click()
  await page.getByRole('button', { name: 'More options for Red Curb Lot' }).click()
  await page.getByRole('menuitem', { name: 'Delete Spot' }).click()
  await page.getByRole('dialog', { name: 'Delete Spot' }).getByRole('button', { name: 'Delete Spot' }).click()
  await expect(findToast(page)).toContainText(
    /Spot deleted.*The spot and associated posts have been successfully deleted\./s,
  )
  await expect(page.getByText('No spots shared yet')).toBeVisible()
  await expect(page).toHaveURL(/\/profile/)
})

test("on a phone, the profile tabs are above the fold, and a new account's button above the dock", async ({
  page,
  member: _,
}) => {
  await editProfile(page.request, {
    full_name: 'Maya Okafor',
    bio: 'Skating since 2004. Ledges, curbs and long pushes along the river.',
  })
  await page.goto('/profile')
  const first = page.getByRole('link', { name: 'Share Your First Spot' })
  await expect(first).toBeVisible()
  const dockTop = async () =>
    (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.y ?? Number.NaN
  const measureBottom = async (what: Locator) => {
    const box = await what.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)
  }
  await expect.poll(async () => (await measureBottom(first)) <= (await dockTop())).toBe(true)
  await saveScreenshot(page, 'profile-new')
  await aSkater(page.request)
  await page.reload()
  const photo = page.getByRole('link', { name: 'Red Curb Lot' })
  await expect(photo).toBeVisible()
  const tabs = await page.getByRole('tablist').boundingBox()
  expect((tabs?.y ?? 999) + (tabs?.height ?? 0)).toBeLessThan(844 * 0.66)
})

// Doesn't count the profile picture's button, because the picture is content.
const CONTROLS = 'a[href], button:not([aria-label^="Profile picture"])'

test('PROF-08 G-18 at most ten controls precede the content of one’s own page, and the hub has each other screen once', {
  tag: '@desktop',
}, async ({ page, isMobile, member: _ }) => {
  await aSkater(page.request)
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Red Curb Lot' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Spots', 'Posts', 'Activity'])
  const names = await page.getByRole('main').evaluate(
    (main, controls) =>
      [...main.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => !control.closest('[role=tabpanel]') && control.checkVisibility())
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    // The Instagram link counts as content, too.
    CONTROLS.replace('a[href]', 'a[href]:not([href*="instagram"])'),
  )
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(10)

  const hub = await openHub(page)
  await expect(page.locator('.own-hub_open')).toContainText('More')
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-hub')
  for (const [name, href] of [
    ['Saved', '/saved'],
    ['Lists', '/saved?tab=lists'],
    ['Drafts', '/profile?tab=drafts'],
    ['Crews', '/crews'],
    ['Community', '/community'],
    ['Connect', '/connect'],
    ['Share content', '/share-content'],
  ] as const)
    await expect(hub.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect(hub.getByRole('link', { name: /^Messages/ })).toHaveCount(isMobile ? 1 : 0)
  await expect(hub.getByRole('link', { name: /^Moderation/ })).toHaveCount(0)
  await hub.getByRole('link', { name: 'Drafts' }).click()
  await expect(hub).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Drafts' })).toHaveAttribute('aria-selected', 'true')
  await (await openHub(page)).getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible()
})

test('each list on a member’s page has its own title, and addresses in a bio are links', async ({
  page,
  member: _,
}) => {
  await editProfile(page.request, { bio: 'Parts: https://example.com/parts.' })
  await page.goto('/profile')
  const link = page.getByRole('link', { name: 'https://example.com/parts' })
  await expect(link).toHaveAttribute('href', 'https://example.com/parts')
  await expect(link).toHaveAttribute('rel', /noopener/)
  for (const [path, title] of [
    ['followers', 'Followers'],
    ['following', 'Following'],
    ['spots', 'Your spots'],
  ] as const) {
    await page.goto(`/profile/${path}`)
    await expect(page).toHaveTitle(`${title} · Nollie`)
  }
})

test('PROF-03 the picture opens all profile pictures, newest first', async ({ page, member: _ }) => {
  await aSkater(page.request)
  const second = await page.request.post('/api/profile/pictures', {
    data: { media_id: await uploadFile(page.request) },
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
  })
  expect(second.status()).toBe(201)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Profile picture of Maya Okafor' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('1 / 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog').getByRole('button', { name: 'More options', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Set as Profile Picture' })).toBeVisible()
})

test("PROF-09 PROF-11 PROF-12 PROF-13 FOLLOW-01 RT-05 another person's page", { tag: '@smoke' }, async ({
  page,
  browser,
  member: _,
}) => {
  const maya = await somebody(browser)
  const { user_id, spot } = await aSkater(maya.request)
  const kofi = await somebody(browser)
  await editProfile(kofi.request, { full_name: 'Kofi Mensah' })
  await follow(kofi.request, user_id)
  await follow(page.request, await fetchUserId(kofi.request))

  await page.goto(`/user/${user_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  const instagram = page.getByRole('link', { name: 'mayapops on Instagram' })
  await expect(instagram).toHaveAttribute('href', 'https://www.instagram.com/mayapops')
  await expect(instagram).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('1 mutual follower', { exact: true })).toBeVisible()
  await expect(page.getByText('Followed by Kofi Mensah')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Red Curb Lot' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'user')

  await expect(figure(page, 'Followers')).toHaveText(/^1 ?Followers$/)
  const button = page.locator('.profiles_acts').getByRole('button')
  await button.click()
  await expect(button).toHaveText(/^Following/)
  await expect(figure(page, 'Followers')).toHaveText(/^2 ?Followers$/)
  // When they share a spot, the counts change without a reload.
  await shareSpot(maya.request, { name: 'Lock Nine DIY' })
  await expect(figure(page, 'Spots')).toHaveText(/^2 ?Spots$/)
  await expect(page.getByRole('link', { name: 'Lock Nine DIY' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard')

  await likeItem(maya.request, { post_id: (await addPost(page.request, spot.id, { title: 'Mine' })).id })
  await page.goto(`/user/${user_id}?tab=activity`)
  // If the test runs around midnight, the activity may be from yesterday.
  await expect(page.getByRole('heading', { name: /^(Today|Yesterday)$/ }).first()).toBeVisible()
  const follower = page.getByRole('link', { name: `You started following Maya Okafor` })
  await expect(follower).toHaveAttribute('href', `/user/${await fetchUserId(page.request)}`)
  await expect(page.getByRole('link', { name: `Maya Okafor shared Lock Nine DIY` })).toHaveAttribute(
    'href',
    /^\/spots\//,
  )
  await saveScreenshot(page, 'user-activity')
  await page.getByRole('button', { name: `Maya Okafor liked your photo at ${spot.name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await maya.context.close()
  await kofi.context.close()
})

test("PROF-14 C-16 P-04 on another person's page, only an admin can delete their spot", async ({
  page,
  browser,
  member,
}) => {
  const maya = await somebody(browser)
  const spot = await shareSpot(maya.request, { name: 'Red Curb Lot' })
  const theirs = `/user/${await fetchUserId(maya.request)}`
  const more = page.getByRole('button', { name: `More options for ${spot.name}` })
  await page.goto(theirs)
  await expect(page.getByRole('link', { name: spot.name })).toBeVisible()
  await expect(more).toHaveCount(0)
  await makeAdmin(member)
  await page.reload()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Delete Spot' })).toBeVisible()
  await maya.context.close()
})

test('ACT-01 the activity includes comments and added photos', async ({ page, member: _ }) => {
  const { post } = await aSkater(page.request)
  await addComment(page.request, post.id, 'First try, honest')
  await page.goto('/profile?tab=activity')
  await expect(page.getByText('You commented on your own photo at Red Curb Lot')).toBeVisible()
  await expect(page.getByText('First try, honest')).toBeVisible()
  await expect(page.getByText('You added 2 photos at Red Curb Lot')).toBeVisible()
  await expectAccessible(page)
})

test('a page that fails to load can be retried; an unknown person is reported', async ({
  page,
  member: _,
}) => {
  const id = await fetchUserId(page.request)
  await page.clock.install()
  await page.route(`**/api/people/${id}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/profile')
  await afterRetries(page, page.getByRole('heading', { name: 'Couldn’t load this page' }))
  await page.unroute(`**/api/people/${id}`)
  await tryAgainUntil(page, page.getByRole('heading', { level: 1 }))
  await expect(page.getByText('No spots shared yet')).toBeVisible()
  for (const nobody of ['0199e3a0-0000-7000-8000-000000000001', 'nobody']) {
    await page.goto(`/user/${nobody}`)
    await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible()
  }
})
