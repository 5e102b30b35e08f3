import type { APIRequestContext, Page } from '@playwright/test'
import { mailsTo } from './support/mails.ts'
import { openCase } from './support/forms-of-moderators.ts'
import { expectAccessible } from './support/axe.ts'
import { openHub } from './support/hub.ts'
import { makeAdmin, somebody, somebodyElse } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast } from './support/share.ts'
import { act, aGallery, commentsOn, itemPath, postComment } from './support/comments.ts'
import { choose } from './support/comment-menu.ts'
import { expect, test } from './support/test.ts'

async function report(request: APIRequestContext, subject: Record<string, string>, description: string) {
  const origin = process.env.NOLLIE_URL as string
  const data = { report_type: 'spam', description, ...subject }
  const answer = await request.post(`${origin}/api/reports`, { data, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(201)
}

function decide(page: Page) {
  return page.getByRole('button', { name: 'Submit decision', exact: true })
}

test('hiding the post that created a spot asks what happens to the texts of the spot', async ({
  page,
  browser,
  member,
}) => {
  await makeAdmin(member)
  const author = await somebody(browser)
  const name = `Rude ledge ${author.account.username}`
  const spot = await shareSpot(author.request, { name, description: 'Rude words.', city: 'Sants' })
  const [item] = (await (await author.request.get(`/api/spots/${spot.id}/media`)).json()).items
  const reporter = await somebody(browser)
  await report(reporter.request, { reported_post_id: item.post_id }, 'Not here.')

  await openCase(page, name)
  const found = page.getByRole('article', { name: 'Post' })
  await expect(found.getByText('This post created a spot', { exact: false })).toBeHidden()
  await found.getByRole('radio', { name: /^Hide The content is hidden/ }).check()
  await expect(found.getByRole('radio', { name: /^Hide name and description/ })).toBeChecked()
  await expectAccessible(page)
  await saveScreenshot(page, 'moderation-spot-texts')
  await found.getByRole('textbox', { name: 'Reason' }).fill('Rule two.')
  await decide(page).click()
  await expect(found.getByText('This has already been deleted or hidden.')).toBeVisible()

  const visitor = await browser.newContext()
  const card = await (await visitor.request.get(`/api/spots/${spot.id}/card`)).json()
  expect(card).toMatchObject({ name: 'Spot in Sants', description: null, photo: null })
  const html = await (await visitor.request.get(`/spots/${spot.id}`)).text()
  expect(html).not.toContain('Rude')
  expect((await visitor.request.get(`${item.media.base}/1080.webp`)).status()).toBe(404)
  expect((await page.request.get(`${item.media.base}/1080.webp`)).status()).toBe(200)
  await visitor.close()
})

test('moderators find their work, with the number of open cases, in the hub of their own page', async ({
  page,
  browser,
  member,
}) => {
  await makeAdmin(member)
  const author = await somebody(browser)
  const spot = await shareSpot(author.request, { name: `Fake ledge ${author.account.username}` })
  const reporter = await somebody(browser)
  await report(reporter.request, { reported_spot_id: spot.id }, 'It never existed.')
  const hub = await openHub(page)
  await expectAccessible(page)
  await hub.getByRole('link', { name: /^Moderation, (?:\d|9\+) open$/ }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
})

test('P-22 a moderator has everything on one screen, hides a post with a reason, and everyone concerned is notified', {
  tag: ['@smoke', '@wide'],
}, async ({ page, browser, member }) => {
  await makeAdmin(member)
  const author = await somebodyElse(browser)
  const reporter = await somebodyElse(browser)
  const spot = await shareSpot(author.page.request)
  const title = `Buy wax ${author.account.username}`
  const post = await addPost(author.page.request, spot.id, { title })
  await report(reporter.page.request, { reported_post_id: post.id }, 'Every day the same.')

  await openCase(page, title)
  const found = page.getByRole('article', { name: 'Post' })
  await expect(found.getByText('Every day the same.')).toBeVisible()
  await expect(found.getByRole('link', { name: new RegExp(author.account.username) })).toContainText(
    'no earlier decisions',
  )
  await expectAccessible(page)
  await saveScreenshot(page, 'moderation-case')
  await decide(page).click()
  await expect(found.getByText('Choose an action')).toBeVisible()
  await expect(found.getByText('Enter a reason')).toBeVisible()
  await found.getByRole('radio', { name: /^Hide/ }).check()
  await found.getByRole('textbox', { name: 'Reason' }).fill('Advertising is for the shop window.')
  // The choices survive a reload.
  await page.reload()
  await expect(found.getByRole('radio', { name: /^Hide/ })).toBeChecked()
  await decide(page).dblclick()
  await expect(findToast(page)).toContainText('We’ll let everyone involved know.')
  await expect(found.getByRole('blockquote').last()).toHaveText('Advertising is for the shop window.')
  await expect(found.getByText('This has already been deleted or hidden.')).toBeVisible()
  expect((await page.request.get(`/api/posts/${post.id}`)).status()).toBe(404)

  await reporter.page.goto('/dashboard')
  await reporter.page.getByRole('button', { name: /Notifications/ }).click()
  const outcome = reporter.page.getByText('We reviewed your report about a post.')
  await expect(outcome.first()).toBeVisible()

  await page.goto('/admin?list=log')
  await expect(page.getByRole('link', { name: /Advertising is for the shop window/ }).first()).toBeVisible()

  // The author opens the decision through the emailed link, signed in or not, and can appeal once.
  let link = ''
  await expect(async () => {
    const mails = await mailsTo(author.account.email)
    link = mails.flatMap(({ links }) => links).find((one) => one.includes('/appeal?')) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await author.context.clearCookies()
  await author.page.goto(link)
  await expect(author.page.getByText('Your post was reported and has been hidden.')).toBeVisible()
  await expect(author.page.getByText('Advertising is for the shop window.')).toBeVisible()
  await expectAccessible(author.page)
  await saveScreenshot(author.page, 'moderation-appeal')
  await author.page.getByRole('button', { name: 'Send appeal' }).click()
  await author.page.getByLabel('Why is the decision wrong?').fill('It is my own wax, for free.')
  await author.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(findToast(author.page)).toContainText(
    'A moderator will review your appeal and reply by email.',
  )
  await openCase(page, title, '?list=appealed')
  await expect(found.getByText('It is my own wax, for free.')).toBeVisible()
  await found.getByRole('radio', { name: /^Reverse/ }).check()
  await found.getByRole('textbox', { name: 'Reason' }).fill('Free wax is fine.')
  await found.getByRole('button', { name: 'Send reply' }).click()
  await expect(findToast(page)).toContainText('Reply sent')
  expect((await page.request.get(`/api/posts/${post.id}`)).status()).toBe(200)
  await author.page.goto(link)
  await expect(author.page.getByText('Free wax is fine.')).toBeVisible()
  await author.context.close()
  await reporter.context.close()
})

test('a discussion that names a moderator reaches them; they hide a comment and delete the discussion, and its author is notified', async ({
  page,
  browser,
  member,
}) => {
  await makeAdmin(member)
  const author = await somebodyElse(browser)
  const title = `Cheap wax ${author.account.username}`
  const made = async (path: string, data: object): Promise<string> => {
    const answer = await act(author.page, 'POST', path, data)
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).id
  }
  const content = `Ask @${member.username}.`
  const id = await made('/api/discussions', { title, content, category: 'gear' })
  const words = `Buy it, kook ${author.account.username}`
  const comment = await made(`/api/discussions/${id}/comments`, { content: words })
  await report(page.request, { reported_comment_id: comment }, 'Rude.')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Notifications/ }).click()
  await page.getByRole('link', { name: new RegExp(`mentioned you in ${title}`) }).click()
  await expect(page).toHaveURL(`/community/${id}`)
  const name = page.getByRole('link', { name: `@${member.username}` })
  await expect(name).toHaveAttribute('href', /^\/user\//)
  const text = page.getByText(words)
  await expect(text).toBeVisible()
  await saveScreenshot(page, 'community-mention')

  await openCase(page, words)
  const found = page.getByRole('article', { name: 'Comment' })
  await found.getByRole('radio', { name: /^Hide/ }).check()
  await found.getByRole('textbox', { name: 'Reason' }).fill('Be kind.')
  await decide(page).click()
  await expect(found.getByText('This has already been deleted or hidden.')).toBeVisible()
  await page.goto(`/community/${id}`)
  await expect(page.getByText('No comments yet', { exact: false })).toBeVisible()
  await expect(text).toBeHidden()

  await page.getByRole('button', { name: `More options for the discussion ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/community')
  await page.goto('/admin?list=log')
  const line = page.getByRole('link', {
    name: new RegExp(`without a report: Discussion by ${author.account.username}`),
  })
  await expectAccessible(page)
  await saveScreenshot(page, 'moderation-log')
  await line.click()
  const gone = page.getByRole('article', { name: 'Discussion', exact: true })
  await expect(gone.getByText('No one. A moderator deleted it directly.')).toBeVisible()
  await expect(gone.getByText(content)).toBeVisible()
  await saveScreenshot(page, 'moderation-in-place')

  let link = ''
  await expect(async () => {
    const mails = (await mailsTo(author.account.email)).filter(({ subject }) =>
      subject.includes('discussion'),
    )
    link = mails.flatMap(({ links }) => links).find((one) => one.includes('/appeal?')) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await author.page.goto(link)
  await expect(author.page.getByText('A moderator has removed your discussion.')).toBeVisible()
  await author.context.close()
})

test('a member is found, suspended with a reason and unsuspended; other members cannot open the screen', async ({
  page,
  browser,
  member,
  consoleErrors,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/404|not found/i)
  // The screen shows operators how to grant access.
  await expect(page.getByText(`npm run admin -- grant ${member.email}`)).toBeVisible()
  await expect(page.getByText('open the link that npm start printed')).toBeVisible()
  await expect.poll(() => consoleErrors).toEqual(['Page not found: /admin'])
  consoleErrors.length = 0
  await makeAdmin(member)
  const other = await somebody(browser)
  const { username } = other.account
  await page.goto('/admin?list=members')
  await page.getByLabel('Find members by name').fill(username)
  const row = page.getByRole('listitem').filter({ hasText: `@${username}` })
  // The name is next to the picture, even on a phone, where the buttons are below both.
  const name = await row.getByText(`@${username}`).boundingBox()
  const picture = await row.locator('.avatar_root').boundingBox()
  expect(name && picture && name.x > picture.x + picture.width).toBe(true)
  expect(name && picture && name.y < picture.y + picture.height).toBe(true)
  expect(name?.height).toBeLessThan(30)
  await row.getByRole('button', { name: 'Decisions' }).click()
  await expect(row.getByText('No decisions yet.')).toBeVisible()
  await row.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend ${username}?` })
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Threats.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(findToast(page)).toContainText(`${username} is suspended`)
  expect((await (await other.request.get('/api/session')).json()).user).toBeNull()
  await expect(row.getByText('Suspended', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'moderation-members')
  await row.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(findToast(page)).toContainText(`${username} is no longer suspended`)
  await expect(row.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await other.context.close()
})

test('an invalid link to an emailed decision shows an error, and leads home', async ({ page }) => {
  await page.goto('/appeal?token=none')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('This link isn’t valid')).toBeVisible()
  await saveScreenshot(page, 'moderation-appeal-invalid')
  await page.getByRole('link', { name: 'Nollie home' }).click()
  await expect(page).toHaveURL('/')
})

test("COMM-13 an admin deletes other people's comments, too", async ({ page, member, browser }) => {
  await makeAdmin(member)
  const other = await somebodyElse(browser)
  const { spot, items } = await aGallery(other.page, 1)
  await postComment(other.page.request, items[0], 'Buy my boards.')
  await page.goto(itemPath(spot, items[0], true))
  const panel = page.getByRole('region', { name: 'Comments' })
  await choose(panel.locator('.comments_comment').filter({ hasText: 'Buy my boards.' }), 'Delete')
  await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click()
  await expect(panel.getByText('No comments yet')).toBeVisible()
  expect(await commentsOn(page.request, items[0])).toEqual([])
  await other.context.close()
})
