import type { Locator, Page } from '@playwright/test'
import { WITH_MAPS } from './support/chromium.ts'
import { aRecord, runImport } from './support/imports.ts'
import { aName, findSheet } from './support/sheet.ts'
import { countTaps } from './support/taps.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

/**
 * Imports two parks at a random place in Austin, like an operator would. Returns the nearer park and a position close
 * to it.
 */
async function parksInAustin() {
  const here = {
    latitude: Number((30.27 + Math.random() / 20).toFixed(5)),
    longitude: Number((-97.74 + Math.random() / 20).toFixed(5)),
  }
  const name = aName('Creek bowl')
  const park = { latitude: Number((here.latitude + 0.001).toFixed(5)), longitude: here.longitude }
  const source = aName('Parks')
  await runImport(source, [
    aRecord(1, name, { city: 'Austin' }, park),
    aRecord(2, aName('Hill park'), { city: 'Austin' }, { ...here, latitude: here.latitude + 0.006 }),
  ])
  return { here, name, park }
}

async function openDirections(
  page: Page,
  tap: (on: Locator) => Promise<void>,
  to: { latitude: number; longitude: number },
) {
  const directions = findSheet(page).getByRole('link', { name: 'Get Directions' })
  await expect(directions).toHaveAttribute('href', new RegExp(`${to.latitude},${to.longitude}`))
  const opened = page.waitForEvent('popup')
  await tap(directions)
  await (await opened).close()
}

test('a stranger who shares their position gets directions to the nearest park within four taps of /', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const { here, name, park } = await parksInAustin()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...here, accuracy: 15 })
  const { taps, tap } = countTaps()
  await page.goto('/')
  await tap(page.getByRole('link', { name: 'Just look at the map' }))
  const nearest = page.getByRole('region', { name: 'Spots in view' }).getByRole('button', { name })
  const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Near me' })
  await expect(nearest.or(chip).first()).toBeVisible()
  if (!(await nearest.isVisible())) await tap(chip)
  await tap(nearest)
  await openDirections(page, tap, park)
  expect(taps.count).toBeLessThanOrEqual(4)
})

test('a stranger who doesn’t share it gets them within four taps and the name of the town', {
  tag: '@desktop',
}, async ({ page }) => {
  const { name, park } = await parksInAustin()
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_, bad) =>
      bad?.({ code: 1, message: '', PERMISSION_DENIED: 1 } as never)
  })
  const { taps, tap } = countTaps()
  await page.goto('/')
  await tap(page.getByRole('link', { name: 'Just look at the map' }))
  await tap(page.getByRole('combobox', { name: 'Search spots' }))
  await page.getByRole('combobox', { name: 'Search spots' }).fill('Austin')
  await page.keyboard.press('Enter')
  await tap(page.getByRole('button', { name }).first())
  await openDirections(page, tap, park)
  expect(taps.count).toBeLessThanOrEqual(4)
})
