import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

/** The box of the map on the screen of spots; says how far the map has come. */
export const mapOf = (page: Page): Locator => page.getByTestId('map')

/** Opens the map at a place and waits until it is there. */
export async function openMap(
  page: Page,
  { latitude, longitude }: { latitude: number; longitude: number },
  zoom = 14,
  more = '',
  server = '',
): Promise<Locator> {
  await page.goto(`${server}/spots?at=${latitude},${longitude},${zoom}${more}`)
  const map = mapOf(page)
  await expect(map).toHaveAttribute('data-phase', 'ready', { timeout: 30_000 })
  return map
}

/** A point of the map's box, counted from its middle; a pin's head is some 20 pixels above its place. */
export async function pointOf(map: Locator, dx = 0, dy = 0): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox()
  if (!box) throw new Error('no map on screen')
  return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy }
}

/** Presses the map at a point until something has come of it: pins come over the network. */
export async function pressUntil(page: Page, at: { x: number; y: number }, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.click(at.x, at.y)
    await expect(seen).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
}

/** How many pixels in a square around a point have a colour, within a small distance. */
export async function pixelsOf(
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

/** Where the address bar says the map is. */
export function viewInAddress(page: Page): { latitude: number; longitude: number; zoom: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = (
    new URL(page.url()).searchParams.get('at') ?? ''
  )
    .split(',')
    .map(Number)
  return { latitude, longitude, zoom }
}
