import type { Page } from '@playwright/test'
import { scrollTo } from './support/scroll.ts'
import { expectAccessible } from './support/axe.ts'
import { editProfile, somebodyElse } from './support/people.ts'
import { addComment, likeItem } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { act, aGallery, postComment, findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

function findBell(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true })
}

function findDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Activity' })
}

function findLine(page: Page, text: RegExp) {
  return findDialog(page).getByRole('link', { name: text })
}

/** Opens the dashboard and waits until the bell has counted and its live stream is open. */
async function openBell(page: Page): Promise<void> {
  const stream = page.waitForRequest((requested) => requested.url().includes('/api/events'))
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/api/notifications/unread'))
  await page.goto('/dashboard')
  await Promise.all([stream, counted])
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
}

async function follow(page: Page, user_id: string): Promise<void> {
  const answer = await act(page, 'PUT', `/api/people/${user_id}/follow`)
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('NOTIF-01 NOTIF-05 NOTIF-06 NOTIF-07 G-03 P-10 likes, comments and follows reach the bell live and link to their targets', {
  tag: ['@smoke', '@desktop'],
}, async ({ page, member: _, browser }) => {
  const ada = await somebodyElse(browser)
  const { spot, items } = await aGallery(page, 1)
  const [item] = items
  const post_id = item?.post_id as string
  await openBell(page)
  await expect(findBell(page, 'Notifications')).toBeVisible()
  await likeItem(ada.page.request, { post_id })
  await expect(findBell(page, 'Notifications, 1 unread')).toBeVisible()
  await addComment(ada.page.request, post_id, 'Is the drain still there?')
  await expect(findBell(page, 'Notifications, 2 unread')).toBeVisible()

  await findBell(page, 'Notifications, 2 unread').click()
  // If the test runs around midnight, the notifications may be from yesterday.
  await expect(
    findDialog(page)
      .getByRole('heading', { name: /^(Today|Yesterday)$/ })
      .first(),
  ).toBeVisible()
  const name = ada.account.username
  const liked = findLine(page, new RegExp(`^New: ${name} liked your photo at ${spot.name}`))
  await expect(liked).toBeVisible()
  await expect(findLine(page, new RegExp(`^New: ${name} commented:.+drain still there`))).toBeVisible()
  // Opening the list marks it as read: on the server, in the badge, and after a reload.
  await expect(page.locator('.icon-button_countBadge')).toHaveCount(0)

  // Notifications that arrive while the list is open appear in it and are also marked as read.
  await follow(ada.page, await fetchUserId(page.request))
  const followed = findLine(page, new RegExp(`^New: ${name} started following you`))
  await expect(followed).toBeVisible()
  await expect(followed).toHaveAttribute('href', `/user/${await fetchUserId(ada.page.request)}`)
  const unread = async () => (await (await page.request.get('/api/notifications/unread')).json()).unread_count
  await expect.poll(unread).toBe(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'notifications')

  await findLine(page, /commented:/).click()
  await expect(findLightbox(page)).toBeVisible()
  await expect(findDialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?item=${post_id}\\.0&comments=1$`))
  await expect(findLightbox(page).getByText('Is the drain still there?')).toBeVisible()
  await page.goBack()
  await expect(findLightbox(page)).toHaveCount(0)

  await openBell(page)
  await expect(findBell(page, 'Notifications')).toBeVisible()
  await findBell(page, 'Notifications').click()
  await expect(findLine(page, new RegExp(`^${name} liked your photo`))).toBeVisible()
  await ada.context.close()
})

test('undone actions leave the bell immediately; a follower can be followed back from the row', async ({
  page,
  member: _,
  browser,
}) => {
  const [mine] = (await aGallery(page, 1)).items
  const post_id = mine?.post_id as string
  const ada = await somebodyElse(browser)
  await openBell(page)
  await likeItem(ada.page.request, { post_id })
  await follow(ada.page, await fetchUserId(page.request))
  await expect(findBell(page, 'Notifications, 2 unread')).toBeVisible()
  await likeItem(ada.page.request, { post_id, liked: false })
  await expect(findBell(page, 'Notifications, 1 unread')).toBeVisible()
  await findBell(page, 'Notifications, 1 unread').click()
  await expect(findLine(page, /started following you/)).toBeVisible()
  await expect(findLine(page, /liked your photo/)).toHaveCount(0)
  await saveScreenshot(page, 'notifications-follow')
  await findDialog(page)
    .getByRole('button', { name: /^Follow/ })
    .click()
  await expect(findDialog(page).getByRole('button', { name: /^Following/ })).toBeVisible()
  await page.reload()
  await findBell(page, 'Notifications').click()
  await expect(findDialog(page).getByRole('button', { name: /^Following/ })).toBeVisible()
  await expectAccessible(page)
  await ada.context.close()
})

test('NOTIF-02 NOTIF-08 the badge counts to nine, then 9+; several likes of one photo share one row', async ({
  page,
  member: _,
  browser,
}) => {
  const [mine] = (await aGallery(page, 1)).items
  const { username } = await (await page.request.get(`/api/people/${await fetchUserId(page.request)}`)).json()
  const ada = await somebodyElse(browser)
  const kofi = await somebodyElse(browser)
  await editProfile(kofi.page.request, { full_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2) })
  const liked = { post_id: mine?.post_id as string }
  for (const somebody of [page, ada.page, kofi.page]) await likeItem(somebody.request, liked)
  const [theirs] = (await aGallery(ada.page, 1)).items
  for (let n = 0; n < 7; n++) await postComment(ada.page.request, theirs, `Try ${n} was yours, @${username}`)
  await openBell(page)
  await expect(findBell(page, 'Notifications, 9 unread')).toBeVisible()
  await expect(page.locator('.icon-button_countBadge')).toHaveText('9')
  await follow(kofi.page, await fetchUserId(page.request))
  await expect(findBell(page, 'Notifications, more than 9 unread')).toBeVisible()
  await expect(page.locator('.icon-button_countBadge')).toHaveText('9+')

  const bell = findBell(page, 'Notifications, more than 9 unread')
  await bell.focus()
  await page.keyboard.press('Enter')
  const together = findLine(page, /^New: \w+ and \w+ liked your photo/)
  await expect(together).toBeVisible()
  await expect(findDialog(page).getByRole('listitem')).toHaveCount(9)
  await scrollTo(together)
  // A long name is truncated, but the text that says what happened never is.
  const isWhole = ({ scrollHeight, clientHeight }: Element) => scrollHeight <= clientHeight
  expect(await together.locator('.notifications_text').evaluate(isWhole)).toBe(true)
  expect(
    await together
      .locator('.notifications_text b')
      .first()
      .evaluate((name) => name.clientHeight),
  ).toBeLessThan(40)
  await saveScreenshot(page, 'notifications-many')
  await page.keyboard.press('Escape')
  await expect(findDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused()
  await ada.context.close()
  await kofi.context.close()
})

test('NOTIF-04 shows that there is nothing new, and a list that fails to load can be retried', async ({
  page,
  member: _,
}) => {
  await openBell(page)
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 404, body: '' }))
  await findBell(page, 'Notifications').click()
  await expect(findDialog(page).getByText('Couldn’t load your activity')).toBeVisible()
  await page.unroute('**/api/notifications')
  const again = findDialog(page).getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, findDialog(page).getByText('No notifications yet'), again)
  await expectAccessible(page)
})
