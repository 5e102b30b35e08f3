import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { allSent, outboxReady, outboxRows } from './support/device-outbox.ts'
import { LEDGE, ledgePhoto } from './support/measured-photo.ts'
import { ownSite } from './support/request-as-page.ts'
import { findMap } from './support/map.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

// The section loads when it scrolls into view.
function scrollToFacts(page: Page) {
  return expect(async () => {
    await page.mouse.wheel(0, 250)
    await expect(section(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

function section(page: Page) {
  return page.getByRole('region', { name: 'How it skates' })
}

function dialog(page: Page, name: string | RegExp = 'How it skates') {
  return page.getByRole('dialog', { name })
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

async function say(page: Page, choice: string, group: string) {
  return dialog(page)
    .getByRole('group', { name: group, exact: true })
    .getByRole('button', { name: choice, exact: true })
    .click()
}

test('FACT-01 FACT-02 FACT-03 facts are suggested, agreed to, and undone', async ({
  page,
  browser,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Mariannenplatzmarmor Ledges' })
  await page.goto(`/spots/${spot.id}`)
  await scrollToFacts(page)
  await expect(section(page)).toContainText('No details yet')
  // A two-line name starts inside the bar, not above it.
  const top = (selector: string) => page.locator(selector).evaluate((it) => it.getBoundingClientRect().top)
  const cut = await page
    .locator('.spot-header_barSolid > p')
    .evaluate((it) => it.scrollWidth - it.clientWidth)
  expect(cut, 'a long word is not cut').toBeLessThanOrEqual(0)
  await expect
    .poll(async () => (await top('.spot-header_barSolid > p')) - (await top('.spot-header_barSolid')))
    .toBeGreaterThanOrEqual(0)
  await button(page, 'Edit details').click()
  await button(page, 'Add obstacle').click()
  await dialog(page).getByLabel('Height in cm').fill('0')
  await button(page, 'Save').click()
  await expect(dialog(page).getByRole('alert')).toContainText('out of range')
  await dialog(page).getByLabel('Height in cm').fill('45')
  await dialog(page).getByLabel('Material', { exact: true }).selectOption({ label: 'Marble' })
  await say(page, 'Smooth', 'Ground')
  await say(page, 'Lit', 'Lights at night')
  await say(page, 'By day of the week', 'Opening hours')
  await dialog(page).getByLabel('Monday, opens at').fill('08:00')
  await dialog(page).getByLabel('Monday, closes at').fill('20:00')
  await button(page, 'Use Monday’s hours every day').click()
  const width = await dialog(page)
    .getByText('Wednesday', { exact: true })
    .evaluate((it) => it.scrollWidth - it.clientWidth)
  expect(width, 'the longest day is whole').toBe(0)
  await dialog(page).getByLabel('Price').fill('2 EUR after 18:00')
  await button(page, 'Add seasonal hours').click()
  const season = dialog(page).getByRole('group', { name: 'Apr to Sep' })
  await season.getByLabel('End month').selectOption({ label: 'August' })
  const summer = dialog(page).getByRole('group', { name: 'Apr to Aug' })
  await summer.getByLabel('Monday, closes at').fill('22:00')
  await button(page, 'Use Monday’s hours every day').last().click()
  await saveScreenshot(page, 'facts-edit')
  await expectAccessible(page)
  // The choices survive a reload.
  await page.reload()
  await scrollToFacts(page)
  await button(page, 'Edit details').click()
  await expect(dialog(page).getByLabel('Height in cm')).toHaveValue('45')
  await button(page, 'Save').click()
  await expect(findToast(page)).toContainText('Saved')
  await expect(section(page).getByRole('listitem')).toContainText('45 cm high · Marble')
  await expect(section(page)).toContainText('Smooth')
  await expect(section(page)).toContainText('2 EUR after 18:00')
  await expect(section(page)).toContainText(/Apr to Aug: Mon to Sun 8:00.AM to 10:00.PM/)
  await expect(section(page)).toContainText(/Sep to Mar: Mon to Sun 8:00.AM to 8:00.PM/)

  // Offline, the suggestion is shown as waiting, and is later sent from the outbox or reopened in its form.
  const suggestOffline = async (choice: string, group: string) => {
    await outboxReady(page)
    await page.context().setOffline(true)
    await button(page, 'Edit details').click()
    await say(page, choice, group)
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(section(page)).toContainText('Waiting for a connection')
  }
  await suggestOffline('Crowded', 'Crowd')
  await page.context().setOffline(false)
  await allSent(page)
  await expect(section(page)).not.toContainText('Waiting for a connection')
  const known = section(page).getByRole('definition')
  await expect(known.filter({ hasText: 'Crowded' })).toBeVisible()
  await suggestOffline('Heavy traffic', 'Traffic')
  await page.route('/api/health/live', (route) => route.abort())
  await page.context().setOffline(false)
  await page.goto('/outbox')
  await expect(outboxRows(page)).toContainText('How it skates Mariannenplatzmarmor Ledges')
  await expect(outboxRows(page)).toContainText('Traffic: Heavy traffic')
  await saveScreenshot(page, 'facts-outbox')
  await outboxRows(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await scrollToFacts(page)
  await button(page, 'Edit details').click()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(known.filter({ hasText: 'Heavy traffic' })).toBeVisible()
  await page.unroute('/api/health/live')

  const other = await somebodyElse(browser)
  await other.page.goto(`/spots/${spot.id}`)
  await scrollToFacts(other.page)
  await button(other.page, 'Edit details').click()
  await say(other.page, 'Rough', 'Ground')
  await button(other.page, 'Suggest').click()
  await expect(findToast(other.page)).toContainText('Suggestion sent')
  await expect(section(other.page)).toContainText('Suggested by you')

  await page.reload()
  await scrollToFacts(page)
  await expect(section(page)).toContainText(`Suggested by ${other.account.username}`)
  await section(page).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'facts-suggested')
  await button(page, 'That’s right').click()
  await expect(section(page).getByRole('definition').first()).toContainText('Rough')
  await button(page, 'Edit history').click()
  const last = dialog(page, 'Edit history').getByRole('listitem').first()
  await expect(last).toContainText('Live')
  await saveScreenshot(page, 'facts-history')
  await expectAccessible(page)
  await last.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog(page, 'Edit history').getByRole('listitem').first()).toContainText('You want to undo')
  await page.keyboard.press('Escape')
  await expect(section(page).getByRole('definition').first()).toContainText('Smooth')
  await other.context.close()
})

async function drag(page: Page, name: string) {
  const mark = page.getByRole('button', { name: new RegExp(`^${name}: `) })
  const to = LEDGE[name] ?? { x: 0, y: 0 }
  const photo = await page.getByRole('img', { name: /^Photo of / }).boundingBox()
  const from = await mark.boundingBox()
  if (!photo || !from) throw new Error('no photo on screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(photo.x + to.x * photo.width, photo.y + to.y * photo.height, { steps: 4 })
  if (name === 'Top left') await saveScreenshot(page, 'facts-marking')
  await page.mouse.up()
}

test('FACT-07 a ledge is measured in a photo, by mouse and by keyboard', { tag: '@wide' }, async ({
  page,
  member: _,
}) => {
  const media_ids = [await uploadFile(page.request, await ledgePhoto())]
  const spot = await shareSpot(page.request, { media_ids })
  await page.goto(`/spots/${spot.id}`)
  await scrollToFacts(page)
  await button(page, 'Edit details').click()
  await button(page, 'Add obstacle').click()
  await button(page, 'Save').click()
  await button(page, 'Measure Ledge').click()
  await dialog(page, 'Measure Ledge')
    .getByRole('button', { name: /^Photo 1 of / })
    .click()
  await expect
    .poll(() =>
      page.getByRole('img', { name: /^Photo of / }).evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)
  for (const name of Object.keys(LEDGE)) await drag(page, name)
  const sums = dialog(page, 'Measure Ledge').getByRole('status')
  await expect(sums).toContainText(/Height 4[4-6] cm ± \d+ cm · Length 1(7[6-9]|8[0-4]) cm/)
  // Arrow keys move a mark, faster with Shift.
  const nose = page.getByRole('button', { name: /^Nose: / })
  await nose.focus()
  const before = await nose.getAttribute('aria-label')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(nose).not.toHaveAttribute('aria-label', before ?? '')
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight')
  await expect(sums).toContainText(/Height 4[4-6] cm/)
  await saveScreenshot(page, 'facts-measure')
  await expectAccessible(page)
  await button(page, 'Save measurement').click()
  await expect(findToast(page)).toContainText('Measurement saved')
  await expect(section(page).getByRole('listitem')).toContainText(/4[4-6] cm high/)
  await expect(section(page).getByRole('listitem')).toContainText(/Measured: 4[4-6] cm ±/)
  await button(page, 'Measure Ledge').click()
  await button(page, 'Show markers').click()
  await expect(dialog(page, 'Measure Ledge').getByRole('img', { name: /^Photo of / })).toBeVisible()
})

test('FACT-08 the map filters by facts, with counts for the view', async ({ page, member: _ }) => {
  // Without WebGL the view is the whole world, so a keyword excludes other journeys' spots.
  const keyword = `w${crypto.randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { name: `Ledge ${keyword}` })
  const facts = { surface: 'smooth', light_at_night: 'full' }
  const obstacle = { kind: 'ledge', height_cm: 45 }
  const made = await page.request.post(`/api/spots/${spot.id}/facts`, {
    headers: { ...ownSite(), 'idempotency-key': crypto.randomUUID() },
    data: { facts, obstacles: [{ id: crypto.randomUUID(), obstacle }] },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.goto(`/spots?keywords=${keyword}`)
  await expect(findMap(page)).toBeVisible()
  const filters = page.getByRole('button', { name: /^Filters/ })
  await filters.click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const known = panel.getByRole('region', { name: /^How it skates/ })
  await expect(panel.getByLabel('Obstacle')).toContainText('Ledge (1)')
  // Spots without facts are also in view, so the number of spots in view appears only once a fact is selected.
  await expect(known).not.toContainText('in view')
  await panel.getByLabel('Obstacle').selectOption({ label: 'Ledge (1)' })
  await expect(known).toContainText('1 spot in view')
  await panel.getByRole('button', { name: 'Lit (1)' }).click()
  await panel.getByLabel('Min. height in cm').fill('40')
  await panel.getByLabel('Max. height in cm').fill('60')
  await panel.getByRole('button', { name: 'Lit (1)' }).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'facts-filters')
  await expect(page).toHaveURL(/obstacle=ledge/)
  await panel.getByLabel('Min. height in cm').fill('50')
  await expect(known).toContainText('0 spots in view')
  await panel.getByLabel('Min. height in cm').fill('40')
  await expect(known).toContainText('1 spot in view')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ledge 45 cm · Smooth · Lit').first()).toBeVisible()
  await saveScreenshot(page, 'facts-map')
})
