import { describe, expect, test } from 'vitest'
import { toBounds, covers, isIn, toTileView, fitView, WORLD } from './view-tiles.ts'

describe('a view snapped to tiles', () => {
  test('small moves request the same tiles', () => {
    const here = toTileView(toBounds({ latitude: 41.38, longitude: 2.17, zoom: 13.2 }, 390, 600), 13.2)
    const beside = toTileView(toBounds({ latitude: 41.381, longitude: 2.171, zoom: 13.3 }, 390, 600), 13.3)
    expect(beside).toEqual(here)
    expect(here.z).toBe(13)
  })

  test('columns continue past the last one across the antimeridian', () => {
    const fiji = toTileView({ west: 170, east: 190, south: -25, north: -10 }, 5)
    expect(fiji.x0).toBeLessThan(32)
    expect(fiji.x1).toBeGreaterThanOrEqual(32)
    expect(fiji.x1 - fiji.x0).toBe(1)
    expect(covers(fiji, { x: 2 ** 20, y: fiji.y0 * 2 ** 21 })).toBe(true)
    expect(covers(fiji, { x: 2 ** 25, y: fiji.y0 * 2 ** 21 })).toBe(false)
  })

  test('a box west of -180 starts within the world', () => {
    const view = toTileView({ west: -200, east: -150, south: 50, north: 70 }, 4)
    expect(view.x0).toBeGreaterThanOrEqual(0)
    expect(view.x0).toBeLessThan(16)
    expect(view.x1).toBeGreaterThanOrEqual(16)
  })

  test('several copies of the world are requested once', () => {
    expect(toTileView({ west: -540, east: 540, south: -85, north: 85 }, 0.6)).toEqual(WORLD)
    const twice = toTileView({ west: -360, east: 360, south: -80, north: 80 }, 2)
    expect(twice.x1 - twice.x0).toBe(3)
  })

  test('never requests more tiles than the server accepts, nor rows outside the map', () => {
    const huge = toTileView({ west: -180, east: 179.9, south: -90, north: 90 }, 9)
    expect((huge.x1 - huge.x0 + 1) * (huge.y1 - huge.y0 + 1)).toBeLessThanOrEqual(64)
    expect(huge.y0).toBe(0)
    expect(huge.y1).toBe(2 ** huge.z - 1)
  })

  test('computes the bounds of a map before it exists', () => {
    const box = toBounds({ latitude: 0, longitude: 0, zoom: 1 }, 1024, 512)
    expect(box.west).toBeCloseTo(-180)
    expect(box.east).toBeCloseTo(180)
    expect(box.north).toBeCloseTo(66.513, 2)
  })
})

describe('the view that shows a box', () => {
  test('shows the whole box at the closest possible zoom', () => {
    const box = { west: 2.0, east: 2.3, south: 41.3, north: 41.5 }
    const view = fitView(box, 390, 600, 15)
    const seen = toBounds(view, 390, 600)
    for (const longitude of [box.west, box.east])
      for (const latitude of [box.south, box.north]) expect(isIn(seen, { latitude, longitude })).toBe(true)
    expect(
      isIn(toBounds({ ...view, zoom: view.zoom + 1 }, 390, 600), { latitude: 41.4, longitude: 2.0 }),
    ).toBe(false)
  })

  test('shows a single point no closer than requested', () => {
    const box = { west: 2.1668, east: 2.1668, south: 41.3833, north: 41.3833 }
    const view = fitView(box, 390, 600, 15)
    expect(view.zoom).toBe(15)
    expect(view.latitude).toBeCloseTo(41.3833)
    expect(view.longitude).toBeCloseTo(2.1668)
  })

  test('the center is within the world, even across the antimeridian', () => {
    const { longitude } = fitView({ west: 170, east: 200, south: -20, north: -10 }, 390, 600, 15)
    expect(longitude).toBeCloseTo(-175)
    expect(isIn({ west: 170, east: 200, south: -20, north: -10 }, { latitude: -15, longitude: -175 })).toBe(
      true,
    )
  })
})
