import { randomUUID } from 'node:crypto'
import { fromWorld, toWorld } from '@nollie/contract/map/map-codec'
import { WITH_MAPS } from './support/chromium.ts'
import { database } from './support/database.ts'
import { findMap, pressUntil } from './support/map.ts'
import { aPoint } from './support/share.ts'
import { aName, findSheet } from './support/sheet.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

const ENGINE = /\/assets\/(engine|maplibre)/
const ZOOM = 15
/** The cells that the map groups spots by. Up to three spots in one stay apart. */
const CELLS = 2 ** (ZOOM + 2)
/** The width of the world. */
const PIXELS = 512 * 2 ** ZOOM
const PLACES = [
  [0.2, 0.3],
  [0.5, 0.75],
  [0.8, 0.3],
] as const

/** Inserts a town with three spots in each cell, some of which several people have confirmed. Returns its middle. */
async function aTown(name: string): Promise<{ latitude: number; longitude: number }> {
  const { latitude, longitude } = aPoint()
  const { x, y } = toWorld(latitude, longitude)
  const [column, row] = [Math.floor(x * CELLS), Math.floor(y * CELLS)]
  const spots = Array.from({ length: 14 * 14 * 3 }, (_, n) => {
    const [dx, dy] = PLACES[n % 3] ?? PLACES[0]
    const cell = Math.floor(n / 3)
    return {
      id: randomUUID(),
      name: `${name} ${n}`,
      spot_types: ['park' as const],
      confirmed_by: n % 20 === 0 ? 2 : 0,
      ...fromWorld((column + (cell % 14) - 7 + dx) / CELLS, (row + Math.floor(cell / 14) - 7 + dy) / CELLS),
    }
  })
  await (await database()).insertInto('spots').values(spots).execute()
  return fromWorld(column / CELLS, row / CELLS)
}

test('a crowded map has at most 60 pins, and dots for the others, which open their spots, too', {
  tag: '@desktop',
}, async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone, the spots that are not grouped are fewer than 60')
  const name = aName('Town')
  const middle = await aTown(name)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(ENGINE, async (route) => {
    await promise
    await route.fallback()
  })
  await page.goto(`/spots?at=${middle.latitude},${middle.longitude},${ZOOM}`)
  const picture = page.getByTestId('map-first')
  await expect(picture.locator('svg')).toHaveCount(59)
  const dots = picture.locator('[data-shape]')
  expect(await dots.count()).toBeGreaterThan(50)
  const box = await findMap(page).boundingBox()
  if (!box) throw new Error('no map on screen')
  const centers = await dots.evaluateAll((all) =>
    all
      .map((dot) => {
        const { x, y, width, height } = dot.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      })
      // Controls cover parts of the map.
      .filter(({ x, y }) => document.elementFromPoint(x, y)?.matches('[data-testid=map] > :first-child')),
  )
  const near = (one: { x: number; y: number }) =>
    Math.hypot(one.x - box.x - box.width / 2, one.y - box.y - box.height / 2)
  const dot = centers.toSorted((a, b) => near(a) - near(b))[0]
  if (!dot) throw new Error('no dot')
  release()
  await expect(findMap(page)).toHaveAttribute('data-drawn')
  await pressUntil(page, dot, findSheet(page).getByRole('link', { name: new RegExp(`^${name} `) }))
})

test('a map of a few spots has a pin for each', { tag: '@desktop' }, async ({ page }) => {
  const name = aName('Village')
  const at = aPoint()
  const { x, y } = toWorld(at.latitude, at.longitude)
  // The spots are far enough apart that no cell has more than two, but close enough that a phone shows all of them.
  const spots = Array.from({ length: 12 }, (_, n) => ({
    id: randomUUID(),
    name: `${name} ${n}`,
    ...fromWorld(x + (110 * ((n % 3) - 1)) / PIXELS, y + (140 * (Math.floor(n / 3) - 1.5)) / PIXELS),
  }))
  await (await database()).insertInto('spots').values(spots).execute()
  await page.route(ENGINE, () => undefined)
  await page.goto(`/spots?at=${at.latitude},${at.longitude},${ZOOM}`)
  const picture = page.getByTestId('map-first')
  await expect(picture.locator('svg')).toHaveCount(12)
  await expect(picture.locator('[data-shape]')).toHaveCount(0)
})
