import { expect, test } from 'vitest'
import { townPositions } from '../places/index.ts'
import type { TileBox } from './ask-overpass.ts'
import { MAX_TILES, planBox, planCountry, splitTile } from './plan-tiles.ts'

function contains(
  { west, south, east, north }: TileBox,
  { latitude, longitude }: { latitude: number; longitude: number },
) {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

function area(tiles: readonly TileBox[]) {
  return tiles.reduce((sum, { west, south, east, north }) => sum + (east - west) * (north - south), 0)
}

test('a small box is one tile, and a large one is divided without gaps', () => {
  const box = { west: 2, south: 41, east: 2.5, north: 41.5 }
  expect(planBox(box, [])).toEqual([box])
  const large = { west: 0, south: 40, east: 10, north: 46 }
  const towns = Array.from({ length: 66 }, (_, n) => ({
    latitude: 40 + (n % 6),
    longitude: Math.floor(n / 6),
  }))
  const tiles = planBox(large, towns)
  expect(tiles).toHaveLength(6)
  expect(area(tiles)).toBeCloseTo(60)
})

test('leaves out tiles that are far from all towns, and finds towns across the antimeridian', () => {
  const pacific = { west: 170, south: -20, east: 190, north: -12 }
  const suva = { latitude: -18.1, longitude: 178.4 }
  const taveuni = { latitude: -16.8, longitude: -179.9 }
  const tiles = planBox(pacific, [suva, taveuni])
  expect(tiles.length).toBeLessThan(6)
  for (const town of [suva, taveuni]) expect(tiles.filter((tile) => contains(tile, town))).toHaveLength(1)
  expect(tiles.every(({ west, east }) => west >= -180 && east <= 180 && west < east)).toBe(true)
  expect(planBox(pacific, [])).toEqual([])
})

test('every country’s plan contains all its towns and their surroundings, and fits into one import', async () => {
  for (const code of ['ES', 'US', 'AU', 'RU', 'FJ', 'NZ', 'SG', 'VA', 'CA', 'BR']) {
    const towns = await townPositions(code)
    const tiles = planCountry(towns)
    expect(tiles.length, code).toBeLessThanOrEqual(MAX_TILES)
    expect(towns.length, code).toBeGreaterThan(0)
    for (const town of towns)
      expect(
        tiles.some((tile) => contains(tile, town)),
        code,
      ).toBe(true)
  }
})

test('a tile is split into quarters until it is a few kilometers wide', () => {
  const tile = { west: 0, south: 0, east: 4, north: 4 }
  const parts = splitTile(tile)
  expect(parts).toHaveLength(4)
  expect(area(parts)).toBeCloseTo(16)
  let [part] = parts
  let times = 1
  for (let next = part && splitTile(part); next && next.length > 0; next = part && splitTile(part)) {
    ;[part] = next
    times += 1
  }
  expect(times).toBe(7)
})
