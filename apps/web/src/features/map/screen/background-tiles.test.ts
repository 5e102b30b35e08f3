import { describe, expect, test } from 'vitest'
import type { View } from '../engine/types.ts'
import { toBackgroundTiles, placesIn } from './background-tiles.ts'
import { toBounds, toTileView } from '../view/view-tiles.ts'

const BOX = { width: 390, height: 600 }

function backgroundIn(view: View) {
  return toBackgroundTiles(view, toTileView(toBounds(view, BOX.width, BOX.height), view.zoom))
}

const VIEWS: [string, View][] = [
  ['the world', { latitude: 20, longitude: 0, zoom: 0.5 }],
  ['a country', { latitude: 54, longitude: -3, zoom: 4.7 }],
  ['a town', { latitude: 41.38, longitude: 2.17, zoom: 11.4 }],
  ['a spot', { latitude: 41.38, longitude: 2.17, zoom: 15 }],
  ['west of the date line', { latitude: -17, longitude: 179.9, zoom: 6.3 }],
  ['east of the date line', { latitude: -17, longitude: -179.9, zoom: 6.3 }],
]

describe('the still background', () => {
  test.each(VIEWS)('covers the box of %s without gaps', (_, view) => {
    const background = backgroundIn(view)
    const edge = (of: (tile: (typeof background)[number]) => number, least: typeof Math.min) =>
      least(...background.map(of))
    expect(edge(({ x }) => x, Math.min)).toBeLessThanOrEqual(-BOX.width / 2)
    expect(edge(({ x, width }) => x + width, Math.max)).toBeGreaterThanOrEqual(BOX.width / 2)
    // The map doesn't repeat vertically.
    if (view.zoom > 1) {
      expect(edge(({ y }) => y, Math.min)).toBeLessThanOrEqual(-BOX.height / 2)
      expect(edge(({ y, height }) => y + height, Math.max)).toBeGreaterThanOrEqual(BOX.height / 2)
    }
    const corners = new Set(background.map(({ x, y }) => `${x}/${y}`))
    const rights = [...new Set(background.map(({ x, width }) => x + width))]
      .sort((a, b) => a - b)
      .slice(0, -1)
    for (const right of rights)
      expect([...corners].some((corner) => corner.startsWith(`${right}/`))).toBe(true)
  })

  test('uses only tiles that the server has, each once', () => {
    for (const [, view] of VIEWS) {
      const paths = backgroundIn(view).map(({ path }) => path)
      for (const path of paths) {
        const [z = 0, x = 0, y = 0] = path.split('/').map(Number)
        expect(z).toBeLessThanOrEqual(10)
        expect(Math.max(x, y)).toBeLessThan(2 ** z)
      }
      if (view.zoom > 2) expect(new Set(paths).size).toBe(paths.length)
    }
  })

  test('positions a place as the map does, even across the date line', () => {
    const view = { latitude: -17, longitude: 179.9, zoom: 6 }
    const at = placesIn(view)
    expect(at(view)).toEqual({ x: 0, y: 0 })
    const east = at({ latitude: -17, longitude: -179.9 })
    expect(east).toEqual({ x: Math.round((0.2 / 360) * 512 * 64), y: 0 })
    const tile = backgroundIn(view).find(({ path }) => path.startsWith('6/0/'))
    expect(tile?.x).toBe(Math.round((0.1 / 360) * 512 * 64))
  })
})
