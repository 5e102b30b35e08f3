import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { afterRetries } from './support/clock.ts'
import { choose, openMenuOf } from './support/comment-menu.ts'
import { somebody, somebodyElse } from './support/people.ts'
import { outboxReady } from './support/device-outbox.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast } from './support/share.ts'
import { act, aGallery, commentsOn, itemPath, postComment, findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { withoutStream } from './support/without-stream.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

function panel(page: Page) {
  return page.getByRole('region', { name: 'Comments' })
}

function field(page: Page) {
  return panel(page).locator('textarea')
}

function post(page: Page) {
  return panel(page).getByRole('button', { name: 'Post', exact: true })
}

function comment(page: Page, text: string) {
  return panel(page).locator('.comments_comment').filter({ hasText: text })
}

function isList(url: string) {
  return /\/api\/posts\/[^/]+\/comments/.test(url)
}

/** Opens an item and waits until its comments have loaded. */
async function openComments(page: Page, path: string) {
  await page.goto(path)
  await expect(panel(page).getByText('Loading comments...')).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
}

test('COMM-01 COMM-02 COMM-03 COMM-14 the panel loads when first opened, and shows its progress', {
  tag: '@desktop',
}, async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 2)
  const calls: string[] = []
  // The spot's page below loads the comments of its cover, which is item 0.
  const isOfItem = (url: string) => isList(url) && new URL(url).searchParams.get('media_index') === '1'
  page.on('request', (request) => isOfItem(request.url()) && calls.push(request.url()))
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/api/posts/*/comments*', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(itemPath(spot, items[1]))
  const button = findLightbox(page).getByRole('button', { name: 'Comments, 0' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(calls).toEqual([])
  await button.click()
  await expect(panel(page).getByRole('heading', { name: 'Comments' })).toBeVisible()
  await expect(panel(page).getByText('Loading comments...')).toBeVisible()
  open()
  await expect(panel(page).getByText('No comments yet')).toBeVisible()
  await expect(panel(page).getByPlaceholder('Add a comment...')).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
  await expect(page).toHaveURL(itemPath(spot, items[1], true))
  await expectAccessible(page)
  await button.click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page).toHaveURL(itemPath(spot, items[1]))
})

test('COMM-02 a failed list is not shown as empty, and can be retried', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  await page.clock.install()
  await page.route('**/api/posts/*/comments*', (route) => route.abort())
  await page.goto(itemPath(spot, items[0], true))
  await afterRetries(page, panel(page).getByText('Couldn’t load comments.'))
  await page.unroute('**/api/posts/*/comments*')
  const again = panel(page).getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, panel(page).getByText('No comments yet'), again)
})

test('COMM-04 COMM-05 COMM-06 COMM-08 LIMIT-06 comments are trimmed, never blank, and belong to one item', {
  tag: '@smoke',
}, async ({ page, member }) => {
  const { spot, items } = await aGallery(page, 2)
  await openComments(page, itemPath(spot, items[1], true))
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && isList(request.url()) && sent.push(request.url()),
  )
  await expect(post(page)).toBeDisabled()
  await field(page).fill('   \n ')
  await expect(post(page)).toBeDisabled()
  await field(page).press('Enter')
  // This Enter only ends the composition in an input method editor (IME).
  await field(page).fill('nice')
  await field(page).evaluate((node) =>
    node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
  )
  await expect(field(page)).toHaveValue('nice')
  expect(sent).toEqual([])

  await field(page).fill('  waxed ')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('on the left  ')
  await field(page).press('Enter')
  const mine = comment(page, 'waxed')
  await expect(mine).toHaveCount(1)
  await expect(mine.locator('time')).toHaveText('Just now')
  await expect(mine.getByRole('link', { name: member.username })).toHaveAttribute(
    'href',
    /^\/user\/[0-9a-f-]+$/,
  )
  await expect(field(page)).toHaveValue('')
  expect((await commentsOn(page.request, items[1])).map(({ content }) => content)).toEqual([
    'waxed \non the left',
  ])
  await field(page).fill('second')
  await post(page).click()
  await expect(panel(page).locator('.comments_comment time')).toHaveCount(2)
  await expect(panel(page).locator('.comments_text').first()).toHaveText('second')
  await expect(findLightbox(page).getByRole('button', { name: 'Comments, 2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(itemPath(spot, items[0], true))
  await expect(panel(page).getByText('No comments yet')).toBeVisible()
})

test('COMM-09 COMM-10 G-23 replies are listed under their comment, one level deep, and more load on request', async ({
  page,
  member,
}) => {
  const { spot, items } = await aGallery(page, 1)
  const [item] = items
  const first = await postComment(page.request, item, 'Which wax?')
  await postComment(page.request, item, 'The lock-in though.')
  for (let n = 1; n <= 12; n++) await postComment(page.request, item, `candle ${n}.`, first.id)
  await openComments(page, itemPath(spot, item, true))
  const replies = panel(page).locator('.comments_replies .comments_comment')
  await expect(replies).toHaveCount(10)
  const more = panel(page).getByRole('button', { name: /more repl/ })
  await expect(more).toHaveText('Show 2 more replies')
  await more.click()
  await expect(replies).toHaveCount(12)
  await expect(replies.last()).toContainText('candle 12.')
  await expect(panel(page).getByRole('button', { name: /more repl/ })).toHaveCount(0)

  await comment(page, 'The lock-in though.')
    .getByRole('button', { name: /^Reply/ })
    .click()
  await expect(field(page)).toBeFocused()
  await expect(panel(page).getByText(`Replying to ${member.username}`)).toBeVisible()
  await field(page).fill('Landed it')
  await post(page).click()
  const under = panel(page).locator('.comments_list > li').filter({ hasText: 'The lock-in though.' })
  await expect(under.locator('.comments_replies .comments_comment')).toContainText('Landed it')
  await expect(panel(page).getByText(/^Replying to/)).toHaveCount(0)

  // A reply to a reply mentions its author and is listed at the same level.
  await comment(page, 'Landed it')
    .getByRole('button', { name: /^Reply/ })
    .click()
  await expect(field(page)).toHaveValue(`@${member.username} `)
  await field(page).pressSequentially('clean')
  await field(page).press('Enter')
  await expect(under.locator('.comments_replies .comments_comment time')).toHaveCount(2)
  await expect(under.getByRole('link', { name: `@${member.username}` })).toHaveAttribute('href', /^\/user\//)
  const [lockIn] = await commentsOn(page.request, item)
  expect(lockIn?.replies.map(({ content, parent_comment_id }) => [content, parent_comment_id])).toEqual([
    ['Landed it', lockIn?.id],
    [`@${member.username} clean`, lockIn?.id],
  ])
  await saveScreenshot(page, 'lightbox-comments')
  await expectAccessible(page)
})

test('COMM-11 COMM-12 a comment is liked immediately, and the like is undone with a toast if it fails', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 1)
  const posted = await postComment(page.request, items[0], 'Unreal.')
  await openComments(page, itemPath(spot, items[0], true))
  const like = comment(page, 'Unreal.').getByRole('button', { name: /^Like comment/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('1')
  const likes = async () => (await commentsOn(page.request, items[0]))[0]?.likes_count
  await expect.poll(likes).toBe(1)
  await page.route(`**/api/comments/${posted.id}/like`, (route) => route.abort())
  await like.click()
  await expect(findToast(page)).toContainText('Failed to update like. Please try again.')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('1')
  await page.unroute(`**/api/comments/${posted.id}/like`)
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(likes).toBe(0)
})

test('COMM-13 own comments are deleted after confirmation, others reported', async ({
  page,
  member: _,
  browser,
}) => {
  const { spot, items } = await aGallery(page, 1)
  const other = await somebody(browser)
  const theirs = await postComment(other.request, items[0], 'Not yours.')
  await postComment(page.request, items[0], 'Mine.')
  await withoutStream(page)
  await openComments(page, itemPath(spot, items[0], true))
  await openMenuOf(comment(page, 'Not yours.'))
  await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  await page.keyboard.press('Escape')
  expect((await act(page, 'DELETE', `/api/comments/${theirs.id}`)).status()).toBe(403)
  await choose(comment(page, 'Not yours.'), 'Report')
  await expect(page.getByRole('dialog', { name: 'Report Comment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Report Comment' })).toHaveCount(0)

  const dialog = page.getByRole('dialog', { name: 'Delete comment' })
  const remove = () => choose(comment(page, 'Mine.'), 'Delete')
  await remove()
  await expect(dialog.getByText('Delete this comment?', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/api/comments/*', (route) => route.abort())
  await remove()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(findToast(page)).toContainText('Couldn’t delete the comment. Try again.')
  await expect(comment(page, 'Mine.')).toHaveCount(1)
  await page.unroute('**/api/comments/*')
  await remove()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(comment(page, 'Mine.')).toHaveCount(0)
  expect((await commentsOn(page.request, items[0])).map(({ content }) => content)).toEqual(['Not yours.'])
  await other.context.close()
})

test('COMM-15 a failed comment stays in the field; sent again, it counts once, even if the first try arrived', async ({
  page,
  member: _,
}) => {
  const { spot, items } = await aGallery(page, 1)
  await page.clock.install()
  await openComments(page, itemPath(spot, items[0], true))
  await page.route('**/api/posts/*/comments', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: 'Something went wrong.' } }),
  )
  await field(page).fill('Session there Saturday?')
  await post(page).click()
  await expect(findToast(page)).toContainText('Error')
  await expect(findToast(page)).toContainText('Failed to add comment. Please try again.')
  await expect(field(page)).toHaveValue('Session there Saturday?')
  await page.unroute('**/api/posts/*/comments')

  // The server stores the comment, but all its responses are lost, including the ones to automatic retries.
  let arrived = 0
  await page.route('**/api/posts/*/comments', async (route) => {
    await route.fetch()
    arrived += 1
    await route.abort()
  })
  await post(page).click()
  await expect(comment(page, 'Session there').first()).toBeVisible()
  await afterRetries(page, async () => {
    expect(arrived).toBeGreaterThan(1)
    await expect(field(page)).toHaveValue('Session there Saturday?', { timeout: 200 })
  })
  await page.unroute('**/api/posts/*/comments')
  await post(page).click()
  await expect(field(page)).toHaveValue('')
  await expect.poll(async () => (await commentsOn(page.request, items[0])).length).toBe(1)
  await expect(panel(page).locator('.comments_comment time')).toHaveCount(1)
})

test('COMM-15 a comment over the limit stays and is not sent', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  await openComments(page, itemPath(spot, items[0], true))
  await field(page).fill('x'.repeat(1990))
  await expect(panel(page).getByText('10 characters left')).toBeVisible()
  await field(page).fill('x'.repeat(2003))
  await expect(panel(page).getByText('3 characters over the limit')).toBeVisible()
  await expect(post(page)).toBeDisabled()
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('x'.repeat(2003))
  await field(page).fill('x'.repeat(2000))
  await post(page).click()
  await expect(panel(page).locator('.comments_comment time')).toHaveCount(1)
})

test('drafts survive closing and reloading; each item has its own', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 2)
  await openComments(page, itemPath(spot, items[0], true))
  await field(page).fill('half a thought')
  await findLightbox(page)
    .getByRole('button', { name: /^Comments,/ })
    .click()
  await expect(panel(page)).toHaveCount(0)
  await findLightbox(page)
    .getByRole('button', { name: /^Comments,/ })
    .click()
  await expect(field(page)).toHaveValue('half a thought')
  await findLightbox(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(itemPath(spot, items[1], true))
  await expect(field(page)).toHaveValue('')
  await page.goto(itemPath(spot, items[0], true))
  await expect(field(page)).toHaveValue('half a thought')
})

test('COMM-07 an ended session keeps the text', async ({ page, member }) => {
  const { spot, items } = await aGallery(page, 1)
  await openComments(page, itemPath(spot, items[0], true))
  await field(page).fill('still here')
  await page.context().clearCookies()
  await post(page).dispatchEvent('click') // Doesn't wait, or another request would detect it first.
  await expect(findToast(page)).toContainText('User not authenticated')
  await page.goto(`/auth?next=${encodeURIComponent(itemPath(spot, items[0], true))}`)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(field(page)).toHaveValue('still here')
  await post(page).click()
  await expect(panel(page).locator('.comments_comment time')).toHaveCount(1)
})

test('offline, a comment waits for the network', async ({ page, context, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  await openComments(page, itemPath(spot, items[0], true))
  await field(page).fill('from the tunnel')
  await outboxReady(page)
  await context.setOffline(true)
  await post(page).click()
  await expect(panel(page).getByText('Waiting for a connection')).toBeVisible()
  await context.setOffline(false)
  await expect(panel(page).locator('.comments_comment time')).toHaveCount(1)
})

test("RT-01 COMM-01 two people at one photo see each other's comments, likes and deletions", async ({
  page,
  member: _,
  browser,
}) => {
  const { spot, items } = await aGallery(page, 1)
  const other = await somebodyElse(browser)
  const path = itemPath(spot, items[0], true)
  await openComments(page, path)
  await openComments(other.page, path)
  await field(page).fill('Who is up there?')
  await field(page).press('Enter')
  await expect(comment(other.page, 'Who is up there?')).toHaveCount(1)
  await expect(findLightbox(other.page).getByRole('button', { name: 'Comments, 1' })).toBeVisible()

  await comment(other.page, 'Who is up there?')
    .getByRole('button', { name: /^Reply/ })
    .click()
  await field(other.page).fill('Me')
  await field(other.page).press('Enter')
  await expect(panel(page).locator('.comments_replies .comments_comment')).toHaveText(/Me/)
  await comment(other.page, 'Who is up there?')
    .getByRole('button', { name: /^Like comment/ })
    .click()
  await expect(
    comment(page, 'Who is up there?').getByRole('button', { name: 'Like comment, 1 like' }),
  ).toHaveAttribute('aria-pressed', 'false')
  await choose(comment(page, 'Who is up there?'), 'Delete')
  await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click()
  await expect(other.page.locator('.comments_comment')).toHaveCount(0)
  await expect(panel(other.page).getByText('No comments yet')).toBeVisible()
  await expect(findLightbox(other.page).getByRole('button', { name: 'Comments, 0' })).toBeVisible()
  await other.context.close()
})

test('LIMIT-07 a long list scrolls within 24rem and loads more', async ({ page, member: _ }) => {
  const { spot, items } = await aGallery(page, 1)
  for (let n = 1; n <= 24; n++) await postComment(page.request, items[0], `number ${n}.`)
  await openComments(page, itemPath(spot, items[0], true))
  await expect(panel(page).locator('.comments_comment').first()).toContainText('number 24.')
  expect((await panel(page).boundingBox())?.height).toBeLessThanOrEqual(24 * 16)
  await panel(page)
    .locator('.comments_scroll')
    .evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(panel(page).locator('.comments_comment')).toHaveCount(24)
  await expect(panel(page).locator('.comments_comment').last()).toContainText('number 1.')
})
