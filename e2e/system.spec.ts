import { aFailedJob } from '../apps/server/test/world/jobs.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { makeAdmin } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast, holdToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

test('an admin sees server problems, and retries a failing job by keyboard; no one else can', {
  tag: '@wide',
}, async ({ page, member, consoleErrors }) => {
  await page.goto('/admin/health')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Server health')
  expect((await page.request.get('/api/health/report')).status()).toBe(403)
  consoleErrors.splice(0)

  await makeAdmin(member)
  const error = `mail not sent: ECONNREFUSED ${member.username}`
  await aFailedJob({ db: await database() }, { kind: 'moderation-mail', error })
  await page.goto('/admin/health')
  const main = page.locator('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Server health')
  const warnings = main.getByRole('region', { name: /issues?$/ })
  await expect(warnings.getByText('There’s no backup yet')).toBeVisible()
  await expect(warnings.getByText('Overload protection is off')).toBeVisible()
  const versions = main.getByRole('region', { name: 'Versions' })
  await expect(versions).toContainText('PostgreSQL')
  await expect(main.getByRole('region', { name: 'Storage' })).toContainText('of')

  const job = main
    .getByRole('region', { name: 'Failed jobs' })
    .getByRole('listitem')
    .filter({ hasText: error })
  await expect(job).toContainText('Gave up after 4 attempts')
  await expectAccessible(page)
  await saveScreenshot(page, 'system-health')
  const again = job.getByRole('button', { name: 'Try again: moderation-mail' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(findToast(page)).toContainText('Retrying now')
})

test('a server state that fails to load shows an error, and can be retried', async ({
  page,
  member,
  consoleErrors,
}) => {
  await makeAdmin(member)
  await page.route('**/api/health/report', (route) => route.abort())
  await page.goto('/admin/health')
  await expect(page.getByRole('alert')).toContainText('Couldn’t load server health')
  await page.unroute('**/api/health/report')
  // Jobs that failed in other journeys have buttons with the same name.
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await tryAgainUntil(page, page.getByRole('region', { name: 'Queue' }), again)
  consoleErrors.splice(0)
})

test('the app offers to be installed on the second visit, once', async ({ page, member: _ }) => {
  const readVisits = () => page.evaluate(() => JSON.parse(localStorage.getItem('nollie.install') ?? 'null'))
  const endVisit = async () => {
    const visits = JSON.stringify({ ...(await readVisits()), at: 0 })
    await page.evaluate((stored) => localStorage.setItem('nollie.install', stored), visits)
  }
  const visit = async () => {
    await page.goto('/saved')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => {
      const prompt = () => {
        document.documentElement.dataset.installing = ''
        return Promise.resolve()
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
  }
  await visit()
  await expect.poll(readVisits).toMatchObject({ count: 1, isOffered: false })
  await endVisit()
  await visit()
  await holdToast(page, 'Install Nollie?')
  await saveScreenshot(page, 'install-offer')
  await findToast(page).getByRole('button', { name: 'Install', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-installing', '')
  await endVisit()
  await visit()
  await expect.poll(readVisits).toMatchObject({ count: 3, isOffered: true })
  await expect(page.getByText('Install Nollie?')).toHaveCount(0)
})
