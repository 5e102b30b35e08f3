import { expect, test } from 'vitest'
import { countryNames, countryText, withCountries } from './country-names.ts'

test("translates country names into the page's language", () => {
  expect(['de', 'es', 'fr', 'pt-BR', 'ja'].map((language) => countryText('Germany', language))).toEqual([
    'Deutschland',
    'Alemania',
    'Allemagne',
    'Alemanha',
    'ドイツ',
  ])
  expect(countryText('USA', 'de')).toBe('Vereinigte Staaten')
  expect(countryText('Bosnia & Herzegovina', 'de')).toBe('Bosnien und Herzegowina')
})

test('returns names unchanged on English pages, and unknown names on all pages', () => {
  expect(countryText('USA', 'en')).toBe('USA')
  expect(countryNames('en')).toEqual({})
  for (const name of ['Deutschland', 'Alder Bay', '', 'constructor'])
    expect(countryText(name, 'de')).toBe(name)
})

test('translates the countries of the spots in a list', () => {
  const list = { items: [{ country: 'Germany' }, { country: null }], next_cursor: null }
  expect(withCountries(list, 'de')).toEqual({
    items: [{ country: 'Deutschland' }, { country: null }],
    next_cursor: null,
  })
})
