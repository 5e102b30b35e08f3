import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { withRetry } from './retry-while-busy.ts'
import { aPhoto, aPoint } from './share.ts'

/** Returns the submit button, idle or busy. */
export function submit(page: Page): Locator {
  return page.getByRole('button', { name: /^(Share Spot|Sharing Spot\.\.\.)$/ })
}

/** Returns the file input. */
export function chooser(page: Page): Locator {
  return page.getByLabel('Add photos or videos')
}

/** Returns the tiles for the chosen files. */
export function tiles(page: Page): Locator {
  return page.locator('.media-grid_tile')
}

/** Returns the tiles for files that are uploaded and processed. */
export function ready(page: Page): Locator {
  return page.locator('.media-grid_tile[data-step=ready]')
}

/** Opens a row under More, unless it's open already. */
export async function openMore(page: Page, row: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${row}`) })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

type Point = { latitude: number; longitude: number }

/** Returns the spots at a position. */
export async function spotsAt(page: Page, { latitude, longitude }: Point) {
  const answer = await withRetry(() =>
    page.request.get(`/api/spots/nearby?latitude=${latitude}&longitude=${longitude}`),
  )
  expect(answer.status(), await answer.text()).toBe(200)
  const { items } = (await answer.json()) as { items: { spot: { id: string; name: string } }[] }
  return items.map(({ spot }) => spot)
}

/** Opens the form. */
export async function openForm(page: Page): Promise<void> {
  await page.goto('/share-spot')
  await expect(page.getByRole('heading', { name: 'Share a New Spot' })).toBeVisible()
}

/** Fills in everything except photos; returns the pin's position. */
export async function fillForm(page: Page, name = 'Granary Hubba', place: Point = aPoint()): Promise<Point> {
  await page.getByLabel('Spot name').fill(name)
  await page.getByRole('button', { name: 'Stairs', exact: true }).click()
  await openMore(page, 'Place details')
  await page.getByLabel('Coordinates').fill(`${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`)
  return { latitude: Number(place.latitude.toFixed(5)), longitude: Number(place.longitude.toFixed(5)) }
}

/** Chooses photos and waits until they're ready. */
export async function choosePhotos(page: Page, count = 1): Promise<void> {
  await chooser(page).setInputFiles(await Promise.all(Array.from({ length: count }, () => aPhoto())))
  await expect(ready(page)).toHaveCount(count)
}
