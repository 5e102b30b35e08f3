import { expect, test } from 'vitest'
import { fromCentimetres, sizeText, toCentimetres } from './size-text.ts'

test('formats sizes in centimeters and meters, or in inches and feet for the US', () => {
  expect([45, 299, 320].map((cm) => sizeText(cm, 'metres'))).toEqual(['45 cm', '299 cm', '3.2 m'])
  expect([45, 320].map((cm) => sizeText(cm, 'feet'))).toEqual(['18 in', '10.5 ft'])
})

test('stores sizes typed in inches as whole centimeters, and shows the same inches again', () => {
  expect([18, 31.5].map((inches) => toCentimetres(inches, 'feet'))).toEqual([46, 80])
  expect(toCentimetres(45, 'metres')).toBe(45)
  for (const inches of [1, 7, 18, 24, 48])
    expect(Math.round(fromCentimetres(toCentimetres(inches, 'feet'), 'feet'))).toBe(inches)
})
