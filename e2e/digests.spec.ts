import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linkToken } from '../apps/server/src/modules/accounts/mails/link-token.ts'
import { expectAccessible } from './support/axe.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { expect, test } from './support/test.ts'

/** Creates the token that is in a person's weekly email, because emails are only sent on Mondays. */
async function makeUnsubscribeToken(user_id: string): Promise<string> {
  const secret = await readFile(join(process.env.NOLLIE_DATA_DIR ?? '', 'secret'), 'utf8')
  return linkToken(secret.trim(), 'end-digest', user_id)
}

test('a member subscribes to both emails, and unsubscribes from the digest by its link, signed out', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  await page.goto('/settings#digests')
  const section = page.getByRole('region', { name: 'Weekly email and new spots' })
  const weekly = section.getByRole('switch', { name: 'Weekly email' })
  await expect(weekly).not.toBeChecked()
  await weekly.click()
  await expect(section.getByText(/^Next email on .*\d{4}/)).toBeVisible()
  await section.getByRole('switch', { name: 'New spots near my saved spots' }).click()
  await section.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'settings-digests')
  await expect
    .poll(async () => (await page.request.get('/api/digests')).json())
    .toMatchObject({ digest: true, places: true, time_zone: expect.stringMatching(/\w/) })
  await page.reload()
  await expect(weekly).toBeChecked()

  // A change that can't be saved is reverted.
  await page.route('**/api/digests', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await weekly.click()
  await expect(page.getByText('Couldn’t save your change')).toBeVisible()
  await expect(weekly).toBeChecked()
  await page.unroute('**/api/digests')

  const own_id = await fetchUserId(page.request)
  await page.context().clearCookies()
  await page.goto(`/unsubscribe?token=${await makeUnsubscribeToken(own_id)}`)
  await expect(page).toHaveURL(/\/unsubscribe$/)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unsubscribe from the weekly email?' }),
  ).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribed' })).toBeVisible()
  await page.goto('/unsubscribe?token=made-up')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('This link isn’t valid.', { exact: false })).toBeVisible()
})
