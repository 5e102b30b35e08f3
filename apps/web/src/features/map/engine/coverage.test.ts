import { expect, test } from 'vitest'
import { coverage, isCovered } from './coverage.ts'

const monaco = { name: 'monaco', west: 7.4, south: 43.7, east: 7.5, north: 43.8 }
const fiji = { name: 'fiji', west: -180, south: -20, east: -178, north: -16 }

test('a view inside a region is fully covered, and one outside it is not covered at all', () => {
  expect(coverage({ west: 7.42, south: 43.72, east: 7.44, north: 43.74 }, [monaco])).toBe(1)
  expect(coverage({ west: 7.6, south: 43.72, east: 7.7, north: 43.74 }, [monaco])).toBe(0)
  expect(coverage({ west: 7.4, south: 43.7, east: 7.5, north: 43.8 }, [])).toBe(0)
})

test('a larger view is partly covered, and two regions add up', () => {
  const view = { west: 7.4, south: 43.7, east: 7.6, north: 43.8 }
  expect(coverage(view, [monaco])).toBeCloseTo(0.5)
  expect(coverage(view, [monaco, { ...monaco, name: 'menton', west: 7.5, east: 7.55 }])).toBeCloseTo(0.75)
})

test('a view across the antimeridian includes a region on the other side', () => {
  expect(coverage({ west: 180.5, south: -19, east: 181.5, north: -17 }, [fiji])).toBe(1)
})

test('detects whether a point is in a region', () => {
  expect(isCovered(7.42, 43.73, [fiji, monaco])).toBe(true)
  expect(isCovered(7.42, 43.9, [fiji, monaco])).toBe(false)
})
