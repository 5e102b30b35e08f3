import { createRequire } from 'node:module'
import { fromWorld, toWorld } from '@nollie/contract/map/map-codec'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

/** Returns the map element on the spots screen. Its attributes show how far the map has loaded. */
export function findMap(page: Page): Locator {
  return page.getByTestId('map')
}

/** Opens the map at a position and waits until it's loaded. */
export async function openMap(
  page: Page,
  { latitude, longitude }: { latitude: number; longitude: number },
  zoom = 14,
  more = '',
  server = '',
): Promise<Locator> {
  await page.goto(`${server}/spots?at=${latitude},${longitude},${zoom}${more}`)
  const map = findMap(page)
  await expect(map).toHaveAttribute('data-phase', 'ready')
  return map
}

/** Converts an offset from the map's center to a point on the page. A pin's head is about 20 px above its tip. */
export async function locatePoint(map: Locator, dx = 0, dy = 0): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox()
  if (!box) throw new Error('no map on screen')
  return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy }
}

/** Returns the center of the cell that contains a place. At this zoom, all spots near it form a single cluster. */
export function middleOfCell(place: { latitude: number; longitude: number }, zoom: number) {
  const cells = 4 * 2 ** zoom
  const { x, y } = toWorld(place.latitude, place.longitude)
  return fromWorld((Math.floor(x * cells) + 0.5) / cells, (Math.floor(y * cells) + 0.5) / cells)
}

/** How long (ms) to wait for the result of each click on the map before the next one. */
const PATIENCE_MS = [2_000, 5_000]

/**
 * Clicks the map at a point until `seen` appears, because pins load over the network. Waits longer from click to click,
 * because on a busy machine another click could undo the one that is still being handled.
 */
export async function pressUntil(page: Page, at: { x: number; y: number }, seen: Locator): Promise<void> {
  let presses = 0
  await expect(async () => {
    if (!(await seen.isVisible())) await page.mouse.click(at.x, at.y)
    await expect(seen).toBeVisible({ timeout: PATIENCE_MS[presses++] ?? 15_000 })
  }).toPass()
}

/** Counts the pixels with approximately this color in a square around a point. */
export async function countPixels(
  page: Page,
  at: { x: number; y: number },
  colour: string,
  half = 40,
): Promise<number> {
  const clip = { x: Math.round(at.x - half), y: Math.round(at.y - half), width: 2 * half, height: 2 * half }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const wanted = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))
  let count = 0
  for (let i = 0; i < data.length; i += info.channels) {
    if (wanted.every((value, part) => Math.abs((data[i + part] as number) - value) <= 6)) count += 1
  }
  return count
}

/** Returns the map view in the page's URL. */
export function viewInAddress(page: Page): { latitude: number; longitude: number; zoom: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = (
    new URL(page.url()).searchParams.get('at') ?? ''
  )
    .split(',')
    .map(Number)
  return { latitude, longitude, zoom }
}
