import { expect, test } from 'vitest'
import { countryNames } from '../../../lib/places/country-names.ts'
import { englishName } from './country-name.ts'

test("a country typed in the page's language is sent with its English name", () => {
  const german = countryNames('de')
  expect(englishName('Spanien', german, '')).toBe('Spain')
  expect(englishName(' Deutschland ', german, 'Spain')).toBe('Germany')
  expect(englishName('Deutschla', german, 'Germany')).toBe('Deutschla')
  expect(englishName('Germany', german, '')).toBe('Germany')
  expect(englishName('Vereinigte Staaten', german, 'USA')).toBe('USA')
  expect(englishName('Atlantis', countryNames('en'), 'Spain')).toBe('Atlantis')
})
