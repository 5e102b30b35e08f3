import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin, somebody } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { openSection } from './support/settings.ts'
import { shareSpot, findToast } from './support/share.ts'
import { act } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { tryAgain, tryAgainUntil } from './support/retry-buttons.ts'

test('a suspended person is signed out, sees the reason and their data, exports it, and is unsuspended', async ({
  page,
  browser,
  member,
}) => {
  const moderator = await somebody(browser)
  await makeAdmin(moderator.account)
  const spot = await shareSpot(page.request)
  await addPost(page.request, spot.id, { title: 'My own words', content: 'Rolls well after the rain.' })
  const { user } = await (await page.request.get('/api/session')).json()
  await openSection(page, 'data')
  const suspension = `/api/moderation/people/${user.user_id}/suspension`
  expect((await act(moderator, 'PUT', suspension, { reason: 'Sells wax.' })).ok()).toBe(true)

  // The open tab is signed out and shows the reason after a live event, or after its next request at the latest.
  const exported = page.getByRole('button', { name: 'Request my data' })
  await expect(async () => {
    await exported.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const notice = page.getByRole('alert').filter({ hasText: 'Your account is suspended' })
  await expect(notice.getByRole('blockquote')).toHaveText('Sells wax.')
  await expectAccessible(page)
  await saveScreenshot(page, 'suspended-notice')
  await page.reload()
  await expect(notice.getByRole('blockquote')).toHaveText('Sells wax.')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/suspended$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is suspended')
  await expect(page.getByRole('blockquote')).toHaveText('Sells wax.')
  const posts = page.getByRole('tabpanel', { name: 'Posts' })
  await expect(posts.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await saveScreenshot(page, 'suspended')
  await posts.getByRole('button', { name: 'My own words, photo' }).click()
  const opened = page.getByRole('dialog', { name: 'My own words' })
  await expect(opened.getByText('Rolls well after the rain.')).toBeVisible()
  // They still see their own photo.
  await expect(opened.getByRole('img', { name: 'Photo 1 of 1' })).toHaveAttribute('data-loaded')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Spots' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Spots' })).toContainText('Library Marble')

  await page.getByRole('button', { name: 'Request my data' }).click()
  await expect(findToast(page)).toContainText(`email ${member.email} when your data is ready`)
  await expect(page.getByRole('link', { name: /^Download the archive/ })).toBeVisible()
  await expect(async () => {
    const mails = await mailsTo(member.email)
    expect(mails.map(({ subject }) => subject)).toContain('Your Nollie account has been suspended')
  }).toPass()

  // Every path leads to this screen, except the paths that work without an account.
  for (const path of ['/feed', '/', `/spots/${spot.id}`, '/dashboard', '/auth'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/suspended$/)
    })
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')

  // A list that fails to load isn't shown as empty.
  const ownContent = '**/api/my-data/**'
  await page.route(ownContent, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/suspended')
  await expect(tryAgain(page)).toHaveCount(3)
  await expect(page.getByText(/didn’t give a reason|No posts/)).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(ownContent)
  await tryAgainUntil(page, page.getByRole('blockquote'))
  expect((await act(moderator, 'DELETE', suspension)).ok()).toBe(true)
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('feed')).toBeVisible()
  await moderator.context.close()
})
