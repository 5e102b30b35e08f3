import { expect, test } from 'vitest'
import { countryNames, countryText, withCountries } from './country-names.ts'

test('a country is named in the language of the page', () => {
  expect(['de', 'es', 'fr', 'pt-BR', 'ja'].map((language) => countryText('Germany', language))).toEqual([
    ...['Deutschland', 'Alemania', 'Allemagne', 'Alemanha', 'ドイツ'],
  ])
  expect(countryText('USA', 'de')).toBe('Vereinigte Staaten')
  expect(countryText('Bosnia & Herzegovina', 'de')).toBe('Bosnien und Herzegowina')
})

test('on English pages, and where it is no English name, it stays as it was written', () => {
  expect(countryText('USA', 'en')).toBe('USA')
  expect(countryNames('en')).toEqual({})
  for (const name of ['Deutschland', 'Alder Bay', '', 'constructor'])
    expect(countryText(name, 'de')).toBe(name)
})

test('the spots of a list have their countries translated, where they have one', () => {
  const list = { items: [{ country: 'Germany' }, { country: null }], next_cursor: null }
  expect(withCountries(list, 'de')).toEqual({
    items: [{ country: 'Deutschland' }, { country: null }],
    next_cursor: null,
  })
})
