import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { allSent, outboxReady } from './support/device-outbox.ts'
import { ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, aPoint, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

type Point = { latitude: number; longitude: number }

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

async function openReport(page: Page) {
  await button(page, 'Update').click()
  await page.getByRole('menuitem', { name: 'Something changed' }).click()
}

function condition(page: Page) {
  return page.getByRole('region', { name: 'Is it still there?' })
}

/** Sets the device's location, and stores it so that it's available when the page loads. */
async function standAt(context: BrowserContext, page: Page, point: Point) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, accuracy: 8 })
  const record = { lat: point.latitude, lng: point.longitude, accuracy: 8, source: 'gps' }
  await page.addInitScript((known) => {
    localStorage.setItem('nollie.location', JSON.stringify({ ...known, timestamp: Date.now() - 1000 }))
  }, record)
}

/** Makes the signed-in person's account three years older, and a spot `years` older. */
async function ageBy(page: Page, spot_id: string, years: number) {
  const { user } = await (await page.request.get('/api/session')).json()
  const db = await database()
  await sql`update users set created_at = created_at - interval '3 years' where id = ${user.user_id}`.execute(
    db,
  )
  await sql`update spots set created_at = created_at - make_interval(years => ${years}) where id = ${spot_id}`.execute(
    db,
  )
}

async function selectChecks(spot_id: string) {
  const db = await database()
  return db
    .selectFrom('checks')
    .select(['answer', 'distance', 'proof'])
    .where('spot_id', '=', spot_id)
    .orderBy('seen_at')
    .execute()
}

test('CHECK-01 a spot without a recent confirmation asks once per visit, and one click answers, even offline', async ({
  page,
  context,
  member: _,
}) => {
  const point = aPoint()
  const spot = await shareSpot(page.request, { ...point, name: `Old bank ${randomUUID().slice(0, 8)}` })
  await ageBy(page, spot.id, 2)
  await standAt(context, page, { ...point, latitude: point.latitude + 0.0005 })
  await page.goto(`/spots/${spot.id}`)
  await expect(condition(page)).toContainText('No one has confirmed this spot in 2 years. Still there?')
  await expect(condition(page)).toContainText('You’re here. Still good?')
  await expectAccessible(page)
  await saveScreenshot(page, 'checks-question')

  await button(page, 'Still good').click()
  await findToast(page).locator('.toaster_root').hover()
  await expect(condition(page)).toContainText('Confirmed today by 1 person')
  await findToast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(condition(page)).toContainText('No one has confirmed this spot in 2 years')
  await expect.poll(() => selectChecks(spot.id)).toEqual([])
  // The question doesn't appear a second time during this visit.
  await page.reload()
  await expect(button(page, 'Still good')).toBeVisible()
  await expect(condition(page)).not.toContainText('You’re here')

  await outboxReady(page)
  await context.setOffline(true)
  await button(page, 'Skate-stopped').click()
  await expect(condition(page)).toContainText('Waiting for a connection')
  await context.setOffline(false)
  await allSent(page)
  await expect
    .poll(() => selectChecks(spot.id))
    .toEqual([{ answer: 'skatestopped', distance: 'at', proof: 'device' }])
})

test('CHECK-01 on a spot opened from a link, a permitted device is located after the first screen', async ({
  page,
  context,
  member: _,
}) => {
  const point = aPoint()
  const spot = await shareSpot(page.request, { ...point, name: `Linked bank ${randomUUID().slice(0, 8)}` })
  await ageBy(page, spot.id, 2)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, latitude: point.latitude + 0.0005, accuracy: 8 })
  await page.goto(`/spots/${spot.id}`)
  await expect(condition(page)).toContainText('You’re here. Still good?')
  await expect(page.getByText(/^60\sm$/)).toBeVisible()
})

test('CHECK-03 from a distance, a photo taken today proves that a spot is closed until a date, and everyone sees it', async ({
  page,
  context,
  member,
}) => {
  const point = aPoint()
  const name = `Closed plaza ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { ...point, name })
  await ageBy(page, spot.id, 0)
  await standAt(context, page, { ...point, latitude: point.latitude + 0.5 })
  await page.goto(`/spots/${spot.id}`)
  // A new spot's page doesn't ask for confirmation.
  await expect(condition(page)).not.toContainText(/confirmed|Still there/)
  await openReport(page)
  const dialog = page.getByRole('dialog', { name: `How’s ${name}?` })
  await expect(dialog).toContainText('You’re more than 300 m away')
  await dialog.getByLabel('Closed for now').check()
  await dialog.locator('input[type=file]').setInputFiles(await aPhoto())
  await expect(dialog).toContainText('Photo added')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Choose an end date.')
  await dialog.getByLabel('Until when?').fill(`${new Date().getFullYear() + 1}-03-01`)
  await expectAccessible(page)
  await saveScreenshot(page, 'checks-form')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(condition(page)).toContainText(`Closed until Mar 1, ${new Date().getFullYear() + 1}`)
  await expect(condition(page)).toContainText('Confirmed today by 1 person')
  await saveScreenshot(page, 'checks-closed')

  await openReport(page)
  const row = dialog.getByRole('listitem').filter({ hasText: member.username })
  await expect(row).toContainText('Closed for now, until Mar 1')
  await saveScreenshot(page, 'checks-list')
  await row.getByRole('button', { name: 'Withdraw report' }).click()
  await expect(dialog).toContainText('No reports yet')
  await page.keyboard.press('Escape')
  await expect(condition(page)).not.toContainText('Closed until')

  // The report waits in the outbox together with its photo.
  await outboxReady(page)
  await context.setOffline(true)
  await openReport(page)
  await dialog.getByLabel('Skate-stopped').check()
  await dialog.locator('input[type=file]').setInputFiles(await aPhoto())
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(condition(page)).toContainText('Waiting for a connection')
  await context.setOffline(false)
  await allSent(page)
  await expect
    .poll(() => selectChecks(spot.id))
    .toEqual([{ answer: 'skatestopped', distance: 'away', proof: 'photo' }])
})

test('CHECK-12 the map lists skate-stopped spots, and their cards show it', async ({
  page,
  context,
  member: _,
}) => {
  const point = aPoint()
  const name = `Knobbed ledge ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { ...point, name })
  await ageBy(page, spot.id, 0)
  const sent = await page.request.post(`/api/spots/${spot.id}/checks`, {
    data: { answer: 'skatestopped', position: { ...point, accuracy: 5 } },
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
  })
  expect(sent.status(), await sent.text()).toBe(201)
  await standAt(context, page, point)
  await page.goto(`/spots?at=${point.latitude},${point.longitude},15&status=stopped&spot=${spot.id}`)
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card).toContainText('Skate-stopped')
  await expect(card).toContainText('Confirmed today by 1 person')
  await expect(card.getByRole('button', { name: 'Still good' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'checks-card')
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  await expect(page.getByLabel('Status')).toHaveValue('stopped')
  await page.getByLabel('Status').selectOption({ label: 'Recently confirmed' })
  await expect(page).toHaveURL(/status=confirmed/)
})
