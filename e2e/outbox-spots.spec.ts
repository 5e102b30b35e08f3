import type { Page } from '@playwright/test'
import { database } from './support/database.ts'
import { allSent, outboxLine, outboxReady } from './support/device-outbox.ts'
import { somebody } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, workerReady } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

test('offline status reports wait, even if the page is closed, and arrive once', async ({
  page: first,
  context,
  browser,
  member: _,
}) => {
  const point = aPoint()
  const other = await somebody(browser)
  const spot = await shareSpot(other.request, { name: 'Bowl behind the dam', ...point })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, accuracy: 8 })
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
  const skates = (page: Page) => dialog(page, 'How it skates')
  const saw = (page: Page) => dialog(page, 'How’s Bowl behind the dam?')
  const session = (page: Page) => dialog(page, 'How was your session?')
  /** Opens the spot and scrolls until its lazy-loaded parts appear. */
  const open = async (page: Page) => {
    await page.goto(`/spots/${spot.id}`)
    for (const [place, name] of [
      ['.lazy-facts-section_place', 'Edit details'],
      ['.lazy-bust-section_place', 'Tell us how it went'],
    ] as const)
      await expect(async () => {
        await page.locator(place).evaluate((part) => part.scrollIntoView({ block: 'center' }), undefined, {
          timeout: 5_000,
        })
        await expect(page.getByRole('button', { name, exact: true })).toBeVisible({ timeout: 2_000 })
      }).toPass()
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  await open(first)
  await workerReady(first)
  await first.reload()
  await open(first)
  for (const path of ['facts', 'busts']) await stored(first, `/api/spots/${spot.id}/${path}`)
  await outboxReady(first)
  await context.setOffline(true)

  await open(first)
  await press(first, 'Edit details')
  await skates(first).getByRole('button', { name: 'Smooth', exact: true }).click()
  await skates(first).getByRole('button', { name: 'By day of the week', exact: true }).click()
  await skates(first).getByLabel('Monday, opens at').fill('08:00')
  await skates(first).getByLabel('Monday, closes at').fill('20:00')
  await skates(first).getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(findToast(first)).toContainText('Saved in your outbox')
  await expect(skates(first)).toBeHidden()
  await saveScreenshot(first, 'offline-facts')
  await first.close()

  const page = await context.newPage()
  await open(page)
  await expect(outboxLine(page)).toHaveText('1 item to send')
  await press(page, 'Update')
  await page.getByRole('menuitem', { name: 'Something changed' }).click()
  await saw(page).getByLabel('Skate-stopped').check()
  await saw(page).getByRole('button', { name: 'Send' }).click()
  await expect(saw(page)).toBeHidden()
  await expect(page.getByText('Waiting for a connection').first()).toBeVisible()
  await press(page, 'Tell us how it went')
  await session(page).getByLabel('No hassle').check()
  await session(page).getByRole('button', { name: 'Send' }).click()
  await expect(session(page)).toBeHidden()
  await expect(outboxLine(page)).toHaveText('3 items to send')
  await saveScreenshot(page, 'offline-spot')
  await context.setOffline(false)
  await allSent(page)
  const db = await database()
  const selectRows = async (table: 'checks' | 'bust_reports' | 'fact_suggestions') =>
    (await db.selectFrom(table).select('spot_id').where('spot_id', '=', spot.id).execute()).length
  await expect.poll(() => selectRows('checks')).toBe(1)
  await expect.poll(() => selectRows('bust_reports')).toBe(1)
  await expect.poll(() => selectRows('fact_suggestions')).toBe(1)
  await other.context.close()
})
