import { expect, test } from 'vitest'
import { isPosition } from './is-position.ts'

test('SPOT-13 accepts only numbers on the globe', () => {
  expect(isPosition({ latitude: 41, longitude: 2 })).toBe(true)
  for (const point of [
    { latitude: null, longitude: 2 },
    { latitude: 'x', longitude: 2 },
    { latitude: Number.NaN, longitude: 2 },
  ])
    expect(isPosition(point)).toBe(false)
})
