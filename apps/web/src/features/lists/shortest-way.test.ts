import { expect, test } from 'vitest'
import { metresBetween, type Point } from '../../lib/places/metres-between.ts'
import { measureLengths, findShortestWay } from './shortest-way.ts'

function at(longitude: number, latitude = 0): Point {
  return { latitude, longitude }
}

function measureLength(points: readonly Point[], way: readonly number[]) {
  return measureLengths(way.flatMap((index) => points[index] ?? [])).total
}

test('visits points in a row in order, from the first or from the device', () => {
  const row = [at(0), at(3), at(1), at(2)]
  expect(findShortestWay(row)).toEqual([0, 2, 3, 1])
  expect(findShortestWay(row, at(3.2))).toEqual([1, 3, 2, 0])
  expect(findShortestWay([])).toEqual([])
  expect(findShortestWay([at(1)], at(0))).toEqual([0])
  expect(findShortestWay([at(1), at(1), at(1)])).toHaveLength(3)
})

test('improves a bad nearest-neighbor route by reversing a part', () => {
  // Starting at 0, the nearest neighbor is always on the left, so the points on the right come last.
  const points = [at(0), at(-1), at(1.1), at(-3), at(7)]
  const way = findShortestWay(points)
  const shortest = Math.min(...permutations([1, 2, 3, 4]).map((rest) => measureLength(points, [0, ...rest])))
  expect(measureLength(points, way)).toBeCloseTo(shortest, 3)
})

test('visits two hundred points once each, on a much shorter route', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const points = Array.from({ length: 200 }, () => at(2 + random() * 0.2, 41 + random() * 0.2))
  const way = findShortestWay(points, at(2, 41))
  expect(way.toSorted((a, b) => a - b)).toEqual([...points.keys()])
  expect(measureLength(points, way)).toBeLessThan(measureLength(points, [...points.keys()]) / 5)
})

test('measures straight-line distances, even across the antimeridian', () => {
  const { steps, total } = measureLengths([at(179.9), at(-179.9), at(-179.9, 0.1)])
  expect(steps.map((step) => Math.round(step / 100))).toEqual([222, 111])
  expect(total).toBeCloseTo(metresBetween(at(0), at(0.2)) + metresBetween(at(0), at(0.1)), 0)
  expect(measureLengths([]).total).toBe(0)
})

function permutations(of: readonly number[]): number[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((one) => permutations(of.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}
