import { getPosition } from 'suncalc'
import { expect, test } from 'vitest'
import { locateSun } from './sun-overhead.ts'

const RADIANS = Math.PI / 180

test('the elevation of the sun follows from the point where it is overhead', () => {
  for (const moment of [
    '2026-03-20T12:00:00Z',
    '2026-06-21T04:30:00Z',
    '2026-11-25T16:20:00Z',
    '2027-01-01T23:00:00Z',
  ]) {
    const at = new Date(moment)
    const sun = locateSun(at)
    for (const [latitude, longitude] of [
      [52.5, 13.4],
      [-33.9, 151.2],
      [40.7, -74],
      [69.6, 18.9],
      [0, 179.9],
    ] as const) {
      const sine =
        Math.sin(latitude * RADIANS) * Math.sin(sun.latitude * RADIANS) +
        Math.cos(latitude * RADIANS) *
          Math.cos(sun.latitude * RADIANS) *
          Math.cos((longitude - sun.longitude) * RADIANS)
      // Refraction makes a low sun appear half a degree higher.
      expect(
        Math.abs(Math.asin(sine) / RADIANS - getPosition(at, latitude, longitude).altitude),
      ).toBeLessThan(1.1)
    }
  }
})
