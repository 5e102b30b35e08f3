import { saveScreenshot } from './support/screens.ts'
import { somebody } from './support/people.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

test('a person without an account reports content; errors appear at their fields and nothing is lost', async ({
  page,
  browser,
}) => {
  const owner = await somebody(browser)
  const spot = await shareSpot(owner.request)
  for (const [from, name] of [
    ['/terms', 'No account? Report something here'],
    ['/privacy', 'No account? Report something here'],
    ['/', 'Report something'],
  ] as const) {
    await page.goto(from)
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/notice')
  }
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('link', { name: 'Report this spot' }).click()
  await expect(page).toHaveURL(/\/notice\?address=/)
  await expect(page.getByLabel('Link to the page')).toHaveValue(
    `${new URL(page.url()).origin}/spots/${spot.id}`,
  )
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByText('Choose a reason')).toBeVisible()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await page.getByLabel('Link to the page').fill(`${process.env.NOLLIE_URL}/dashboard`)
  await page.getByLabel('Dangerous or private place').check()
  await page.getByLabel('Why should it be removed?').fill('This is my garden.')
  await page.getByLabel('Your name').fill('Kim')
  await page.getByLabel('Your email').fill('kim@example.org')
  await send.click()
  await expect(findToast(page)).toContainText('Couldn’t send your report')
  await expect(page.getByText('We couldn’t find this page.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Why should it be removed?')).toHaveValue('This is my garden.')
  await page.getByLabel('Link to the page').fill(`${process.env.NOLLIE_URL}/spots/${spot.id}`)
  await saveScreenshot(page, 'notice')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await owner.context.close()
})

test('a contact that fails to load is reported, and can be retried', async ({ page }) => {
  await page.route('**/api/config', (route) => route.abort())
  await page.goto('/terms')
  const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load this server’s owner' })
  await expect(failed).toBeVisible()
  await page.unroute('**/api/config')
  const again = failed.getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, page.getByText('run').first(), again)
  await expect(failed).toBeHidden()
})
