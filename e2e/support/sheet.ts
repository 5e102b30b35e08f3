import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { locatePoint, openMap, pressUntil } from './map.ts'
import { aPoint, shareSpot } from './share.ts'
import { expect } from './test.ts'

/** Returns a name that no other spot has. */
export function aName(what: string) {
  return `${what} ${randomUUID().slice(0, 8)}`
}

/** Returns the selected spot's sheet. */
export function findSheet(page: Page) {
  return page.getByRole('region', { name: 'Selected spot' })
}

/** Returns a part of the card in the sheet. */
export function findPart(page: Page, name: string) {
  return page.locator(`.spot-cards_selected${name}`)
}

/** Measures the sheet's visible height (px). */
export function measureVisible(sheet: Locator) {
  return sheet.evaluate((it) => Math.round(innerHeight - it.getBoundingClientRect().top))
}

/** Expects the sheet at a position. */
export function expectAt(sheet: Locator, position: 'peek' | 'half' | 'full') {
  return expect(sheet).toHaveAttribute('data-position', position)
}

/** Opens the map at a spot, selects its pin, and waits for the sheet's content. */
export async function openSheet(
  page: Page,
  spot: { name?: string; description?: string } = {},
): Promise<Locator> {
  const point = aPoint()
  await shareSpot(page.request, { ...point, name: aName('Granite bank'), ...spot })
  const map = await openMap(page, point)
  await pressUntil(page, await locatePoint(map, 0, -20), findSheet(page))
  // Until the text has loaded, the full position is no higher than half.
  await expect(findPart(page, 'Text')).toBeAttached()
  return findSheet(page)
}
