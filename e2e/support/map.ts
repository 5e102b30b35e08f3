import { createRequire } from 'node:module'
import { fromWorld, toWorld } from '@nollie/contract/map/map-codec'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

/** The map's element on the spots screen; its attributes show how far the map has loaded. */
export const findMap = (page: Page): Locator => page.getByTestId('map')

/** Opens the map at a position and waits until it is loaded. */
export async function openMap(
  page: Page,
  { latitude, longitude }: { latitude: number; longitude: number },
  zoom = 14,
  more = '',
  server = '',
): Promise<Locator> {
  await page.goto(`${server}/spots?at=${latitude},${longitude},${zoom}${more}`)
  const map = findMap(page)
  await expect(map).toHaveAttribute('data-phase', 'ready', { timeout: 30_000 })
  return map
}

/** A point of the map's element, relative to its centre; a pin's head is some 20 pixels above its position. */
export async function locatePoint(map: Locator, dx = 0, dy = 0): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox()
  if (!box) throw new Error('no map on screen')
  return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy }
}

/** The middle of the cell in which a place lies: at this zoom all spots near it are one cluster. */
export const middleOfCell = (place: { latitude: number; longitude: number }, zoom: number) => {
  const cells = 4 * 2 ** zoom
  const { x, y } = toWorld(place.latitude, place.longitude)
  return fromWorld((Math.floor(x * cells) + 0.5) / cells, (Math.floor(y * cells) + 0.5) / cells)
}

/** Presses the map at a point until `seen` appears, because pins load over the network. */
export async function pressUntil(page: Page, at: { x: number; y: number }, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.click(at.x, at.y)
    await expect(seen).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** The number of pixels of about this colour in a square around a point. */
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

/** The view in the address bar. */
export function viewInAddress(page: Page): { latitude: number; longitude: number; zoom: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = (
    new URL(page.url()).searchParams.get('at') ?? ''
  )
    .split(',')
    .map(Number)
  return { latitude, longitude, zoom }
}
