import { expect, test } from 'vitest'
import { computeBearing, toWind } from './direction.ts'

const MACBA = { lat: 41.3833, lng: 2.1668 }

test('computes the direction along the shortest path, even across the antimeridian', () => {
  expect(computeBearing(MACBA, { latitude: 41.4833, longitude: 2.1668 })).toBeCloseTo(0, 5)
  expect(computeBearing(MACBA, { latitude: 41.3833, longitude: 2.2668 })).toBeCloseTo(90, 0)
  expect(computeBearing(MACBA, { latitude: 41.2833, longitude: 2.1668 })).toBeCloseTo(180, 5)
  // At this latitude, a degree of longitude is three quarters as long as a degree of latitude.
  expect(computeBearing(MACBA, { latitude: 41.3933, longitude: 2.15347 })).toBeCloseTo(315, 0)
  expect(computeBearing({ lat: 0, lng: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(90, 5)
})

test('names the nearest of eight compass points', () => {
  expect([0, 22, 23, 90, 200, 315, 337, 338, 359.9].map(toWind)).toEqual([
    'n',
    'n',
    'ne',
    'e',
    's',
    'nw',
    'nw',
    'n',
    'n',
  ])
})
