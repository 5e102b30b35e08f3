import type { Page } from '@playwright/test'
import { signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

const THANKS = 'Report submitted successfully. Thank you for helping keep our community safe.'
const FAILED = 'Failed to submit report. Please try again.'

function findDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Report Spot' })
}

function submit(page: Page) {
  return findDialog(page).getByRole('button', { name: 'Submit Report' })
}

async function openReport(page: Page, spotId: string): Promise<void> {
  await page.goto(`/spots/${spotId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: 'Report Spot' }).click()
  await expect(findDialog(page)).toBeVisible()
}

function reports(page: Page) {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reports')) bodies.push(request.postDataJSON())
  })
  return bodies
}

test("REPORT-01 REPORT-02 REPORT-03 REPORT-05 someone else's spot is reported once; a repeated report gets a friendly answer", {
  tag: '@smoke',
}, async ({ page, browser, member: _ }) => {
  const owner = await somebody(browser)
  const spot = await shareSpot(owner.request)
  const sent = reports(page)
  await openReport(page, spot.id)
  const dialog = findDialog(page)
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await submit(page).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason')
  expect(sent).toEqual([])
  await dialog.getByLabel('Dangerous or private place').check()
  await dialog.getByLabel('Description (optional)').fill('  A private garden.  ')
  await expectAccessible(page)
  await saveScreenshot(page, 'report')
  await submit(page).dblclick()
  await expect(findToast(page)).toContainText(THANKS)
  await expect(dialog).toHaveCount(0)
  expect(sent).toEqual([
    {
      report_type: 'dangerous_or_private_place',
      description: 'A private garden.',
      reported_spot_id: spot.id,
    },
  ])
  await expect(page.getByRole('button', { name: 'Spot actions' })).toBeFocused()

  await openReport(page, spot.id)
  await expect(dialog.getByLabel('Description (optional)')).toHaveValue('')
  await dialog.getByLabel('Spam').check()
  await submit(page).click()
  await expect(findToast(page)).toContainText('You’ve already reported this.')
  await owner.context.close()
})

test('REPORT-05 the text stays when sending fails, offline and without a session', async ({
  page,
  browser,
  context,
  member,
}) => {
  const owner = await somebody(browser)
  const spot = await shareSpot(owner.request)
  await owner.context.close()
  await openReport(page, spot.id)
  const dialog = findDialog(page)
  await dialog.getByLabel('Wrong information').check()
  await dialog.getByLabel('Description (optional)').fill('It is two streets away.')
  const storedReport = async () => {
    await expect(dialog.getByLabel('Description (optional)')).toHaveValue('It is two streets away.')
    await expect(dialog.getByLabel('Wrong information')).toBeChecked()
  }
  const problem = { code: 'INTERNAL', status: 500, detail: 'x', title: 'x' }
  await page.route('**/api/reports', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem }),
  )
  await submit(page).click()
  await expect(findToast(page)).toContainText(FAILED)
  await storedReport()
  await page.unroute('**/api/reports')
  await context.setOffline(true)
  await submit(page).click()
  await expect(findToast(page)).toContainText(FAILED)
  await storedReport()
  await context.setOffline(false)
  // Opens the page again, because a page that has just come back online detects that its session has ended.
  await openReport(page, spot.id)
  await storedReport()
  await context.clearCookies()
  await submit(page).dispatchEvent('click')
  await expect(findToast(page)).toContainText('Authentication required')
  await signInAs(page, member)
  await openReport(page, spot.id)
  await storedReport()
  await submit(page).click()
  await expect(findToast(page)).toContainText(THANKS)
})

test("REPORT-02 reporting one's own content is refused with an explanation", async ({
  page,
  browser,
  member: _,
}) => {
  const owner = await somebody(browser)
  const spot = await shareSpot(owner.request)
  await owner.context.close()
  await openReport(page, spot.id)
  await findDialog(page).getByLabel('Spam').check()
  const mine = await shareSpot(page.request)
  await page.route('**/api/reports', (route) =>
    route.continue({ postData: JSON.stringify({ report_type: 'spam', reported_spot_id: mine.id }) }),
  )
  await submit(page).click()
  await expect(findToast(page)).toContainText('You can’t report your own content.')
})
