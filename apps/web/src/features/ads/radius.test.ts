import { expect, test } from 'vitest'
import { fromKilometres, radiusUnit, toKilometres } from './radius.ts'

test("a radius typed in the person's units survives being saved and read again", () => {
  expect([radiusUnit('metres'), radiusUnit('feet')]).toEqual(['km', 'mi'])
  expect(fromKilometres(25, 'feet')).toBe(15.5)
  for (let km = 1; km <= 500; km++)
    for (const units of ['metres', 'feet'] as const)
      expect(toKilometres(fromKilometres(km, units), units)).toBe(km)
})
