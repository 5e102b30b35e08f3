import { expect, test } from 'vitest'
import { metresBetween } from './metres-between.ts'

test('measures known distances', () => {
  const macba = { latitude: 41.38335, longitude: 2.16687 }
  expect(metresBetween(macba, macba)).toBe(0)
  expect(metresBetween(macba, { latitude: 41.38335, longitude: 2.16723 })).toBeCloseTo(30, 0)
  expect(
    metresBetween({ latitude: 0, longitude: 179.9999 }, { latitude: 0, longitude: -179.9999 }),
  ).toBeLessThan(23)
})
