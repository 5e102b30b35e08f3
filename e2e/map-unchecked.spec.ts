import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { aRecord, importedSpot, runImport } from './support/imports.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, findToast } from './support/share.ts'
import { expect as atOnce, test } from './support/test.ts'

const expect = atOnce.configure({ timeout: 30_000 })
const QUESTION = 'parks near you no one has checked'

/** Imports parks at 0.3, 0.6, ... km from a point, and returns their source. */
async function importParks(point: { latitude: number; longitude: number }, names: readonly string[]) {
  const source = `parks ${randomUUID()}`
  await runImport(
    source,
    names.map((name, n) =>
      aRecord(n, name, {}, { ...point, latitude: point.latitude + ((n + 1) * 0.3) / 111.2 }),
    ),
  )
  return source
}

/** Allows the location, and makes it a day on which the question is due. */
async function arrive(context: BrowserContext, page: Page, point: { latitude: number; longitude: number }) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...point, accuracy: 8 })
  await page.addInitScript(() => {
    if (!localStorage.getItem('nollie.unchecked'))
      localStorage.setItem('nollie.unchecked', JSON.stringify({ next: 1, asked: [] }))
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as never as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Makes the next question due, without forgetting the spots of earlier ones. */
function waitAWeek(page: Page) {
  return page.evaluate(() => {
    const memory = JSON.parse(localStorage.getItem('nollie.unchecked') ?? '{}')
    localStorage.setItem('nollie.unchecked', JSON.stringify({ ...memory, next: 1 }))
    return memory.asked.length
  })
}

test('a member at home hears of three imported parks nearby, once, and nothing on the screen moves', {
  tag: '@desktop',
}, async ({ page, context, member: _ }) => {
  const point = aPoint()
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => `${name} park ${randomUUID().slice(0, 6)}`)
  const source = await importParks(point, names)
  await arrive(context, page, point)
  await page.goto('/dashboard')
  const toast = findToast(page)
  await expect(toast).toContainText(`3 ${QUESTION}`)
  await expect(toast).toContainText(names[0] ?? '')
  await expect(toast).not.toContainText(names[3] ?? '')
  await expectAccessible(page)
  await saveScreenshot(page, 'map-unchecked-dashboard')
  expect(await page.evaluate(() => (globalThis as never as { shifts: number[] }).shifts)).toEqual([])
  await toast.getByRole('button', { name: 'Take a look' }).click()
  const id = await importedSpot(source, names[0] ?? '')
  await expect(page).toHaveURL(new RegExp(`/spots/${id}`))
  await expect(page.getByText('Unverified').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update', exact: true }).first()).toBeVisible()

  // A week later, the map asks about the remaining park only, and then never again.
  expect(await waitAWeek(page)).toBe(3)
  await page.goto('/spots')
  await expect(toast).toContainText('1 park near you no one has checked')
  await expect(toast).toContainText(names[3] ?? '')
  await saveScreenshot(page, 'map-unchecked-map')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).not.toContainText('near you')
  expect(await waitAWeek(page)).toBe(4)
  const asked = page.waitForResponse((response) => response.url().includes('/api/spots?'))
  await page.goto('/dashboard')
  await asked
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('nollie.unchecked')))
    .not.toContain('"next":1,')
  await expect(toast).not.toContainText('near you')
})
