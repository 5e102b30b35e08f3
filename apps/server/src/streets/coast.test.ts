import { expect, test } from 'vitest'
import { type Chain, buildSea } from './coast.ts'

/** Whether a point is in the sea, which means inside an odd number of rings. */
function isSea(rings: readonly Chain[], [x, y]: [number, number]): boolean {
  return rings.reduce((inside, ring) => {
    let odd = false
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(i + ring.length - 1) % ring.length] as [number, number]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd
    }
    return inside !== odd
  }, false)
}

test('an extract without a coast has no sea', () => {
  expect(buildSea([])).toBeNull()
})

test('the sea is to the right of a coast that consists of pieces', () => {
  // The way goes north, so land is to the west.
  const sea = buildSea([
    [
      [0, 1],
      [0.2, 2],
    ],
    [
      [0.1, 0],
      [0, 1],
    ],
  ])
  expect(isSea(sea?.rings ?? [], [0.19, 0.5])).toBe(true)
  expect(isSea(sea?.rings ?? [], [0.01, 1.9])).toBe(false)
})

test('an island is surrounded by sea, and a lagoon by land', () => {
  const island: Chain = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 2],
    [1, 1],
  ]
  const rings = buildSea([island])?.rings ?? []
  expect(isSea(rings, [1.5, 1.5])).toBe(false)
  expect(isSea(rings, [0.999, 1.5])).toBe(true)
  const lagoon = island.toReversed()
  expect(isSea(buildSea([lagoon])?.rings ?? [], [1.5, 1.5])).toBe(true)
  expect(isSea(buildSea([lagoon])?.rings ?? [], [0.999, 1.5])).toBe(false)
})

test('continues a coast that ends midway without crossing itself', () => {
  // The coast starts with a pier: west, down, then east along the shore and up. Land is in the northwest.
  const sea = buildSea([
    [
      [0.2, 0.1],
      [0.1, 0.1],
      [0.1, 0],
      [0.6, 0.02],
      [1, 0.5],
      [1.5, 1],
    ],
  ])
  const rings = sea?.rings ?? []
  expect(isSea(rings, [1.4, 0.2])).toBe(true)
  expect(isSea(rings, [0.5, 0.5])).toBe(false)
  expect(isSea(rings, [0.3, 0.06])).toBe(false)
})

test('two coasts of one strait leave the water between them', () => {
  const sea = buildSea([
    // Land is to the south. Going east, it would be on the right, so the way goes west.
    [
      [2, 0.2],
      [0, 0.2],
    ],
    [
      [0, 0.8],
      [2, 0.8],
    ],
  ])
  // Land is to the left of each way: south of the first, north of the second.
  const rings = sea?.rings ?? []
  expect(isSea(rings, [1, 0.5])).toBe(true)
  expect(isSea(rings, [1, 0.199])).toBe(false)
  expect(isSea(rings, [1, 0.801])).toBe(false)
})
