import type { BustClock } from '@nollie/contract'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { allSent, outboxLine, outboxReady } from './support/device-outbox.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

/** The line about a spot's conditions: a verdict if there's enough data, otherwise only the light. */
const CONDITIONS = /^((Skateable now|Not skateable now): |light|golden hour|dark)/

/** Stores one report per day by the viewer, each at noon, and waits until they're counted. */
async function storeReports(page: Page, spot_id: string, count: number) {
  const { user } = await (await page.request.get('/api/session')).json()
  const db = await database()
  await sql`insert into bust_reports (spot_id, user_id, day, hour, outcome)
    select ${spot_id}, ${user.user_id}, current_date - n, 12, case when n % 3 = 0 then 'kicked_out' else 'peace' end
    from generate_series(2, ${count + 1}::int) n`.execute(db)
  await expect
    .poll(async () => (await (await page.request.get(`/api/spots/${spot_id}/busts`)).json()).reports)
    .toBe(count)
}

test('with enough reports, the page shows one sentence and a week, and More shows the rest', async ({
  page,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Busy Ledge' })
  await storeReports(page, spot.id, 12)
  await page.goto(`/spots/${spot.id}`)
  const quiet = page.getByRole('region', { name: 'Best times' })
  await expect(quiet).toContainText('12 reports in the last year.')
  await expect(quiet.getByRole('list', { name: 'Chance of getting kicked out, by day' })).toBeVisible()
  const slider = quiet.getByRole('slider')
  await expect(slider).toBeHidden()
  await quiet.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'bust-week')
  await quiet.getByText('More', { exact: true }).click()
  const { time_zone } = (await (await page.request.get(`/api/spots/${spot.id}/busts`)).json()) as BustClock
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: time_zone }).format()
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${weekday}, `))
  await slider.focus()
  await page.keyboard.press('Home')
  for (const _ of Array.from({ length: 12 })) await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Monday, 12:00.PM: (\d+% chance of getting kicked out|no reports)/,
  )
  await expect(quiet.getByRole('row')).toHaveCount(8)
  await expectAccessible(page)
  await saveScreenshot(page, 'bust-clock')
})

test('a session is reported and withdrawn, a few reports show no statistics, and the map finds skateable spots', async ({
  page,
  context,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Quiet Banks' })
  await page.goto(`/spots/${spot.id}`)
  const quiet = page.getByRole('region', { name: 'Best times' })
  await expect(quiet).toContainText(
    'No one has reported getting kicked out here. Have you skated here? Tell us how it went',
  )
  await expect(quiet).not.toContainText('% chance')
  await expect(quiet.getByRole('slider')).toHaveCount(0)
  await expect(page.getByText(CONDITIONS)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sun and light today' })).toContainText('Golden hour')

  await quiet.getByRole('button', { name: 'Tell us how it went' }).click()
  const form = page.getByRole('dialog', { name: 'How was your session?' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose how your session ended.')
  await form.getByLabel('Kicked out').check()
  await form.getByLabel('Security').check()
  await form.getByLabel('Asked to leave').check()
  await expectAccessible(page)
  await saveScreenshot(page, 'bust-report')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(quiet).toContainText('1 report in the last year isn’t enough to show quiet hours.')
  await expectAccessible(page)
  await quiet.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'bust-few')
  await quiet.getByRole('button', { name: 'Tell us how it went' }).click()
  const own = form.getByRole('region', { name: 'Your reports' })
  await expect(own.getByText(/ at .*: Kicked out$/)).toBeVisible()
  await own.getByRole('button', { name: 'Withdraw report' }).click()
  await expect(own).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The Update button opens the same dialog.
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Got kicked out' }).click()
  await expect(form.getByLabel('Kicked out')).toBeChecked()
  await page.keyboard.press('Escape')

  await outboxReady(page)
  await context.setOffline(true)
  await quiet.getByRole('button', { name: 'Tell us how it went' }).click()
  await form.getByLabel('No hassle').check()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(outboxLine(page)).toBeVisible()
  await context.setOffline(false)
  await allSent(page)
  await expect(quiet).toContainText('1 report in the last year')

  await page.goto(`/spots?spot=${spot.id}`)
  await expect(page.getByText(CONDITIONS)).toBeVisible()
  await saveScreenshot(page, 'card-skateable')
  await page.goto('/spots')
  const asked = page.waitForRequest(/\/api\/spots\?.*now=skateable/)
  await page.getByRole('button', { name: 'Good now' }).click()
  await asked
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await expect(filters.getByRole('status')).toContainText('not wet')
  await expect(page).toHaveURL(/now=skateable/)
})
