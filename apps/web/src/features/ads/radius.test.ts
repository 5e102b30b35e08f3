import { expect, test } from 'vitest'
import { fromKilometres, radiusUnit, toKilometres } from './radius.ts'

test('a radius is typed in the units of the person, and is the same after it was read and saved again', () => {
  expect([radiusUnit('metres'), radiusUnit('feet')]).toEqual(['km', 'mi'])
  expect(fromKilometres(25, 'feet')).toBe(15.5)
  for (let km = 1; km <= 500; km++)
    for (const units of ['metres', 'feet'] as const)
      expect(toKilometres(fromKilometres(km, units), units)).toBe(km)
})
