import { expect, test } from 'vitest'
import { countryNames, countryText, placeWithCountry } from './countries.ts'

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

test('a found place has its country translated, not its town', () => {
  expect(placeWithCountry('Bavaria, Germany', 'de')).toBe('Bavaria, Deutschland')
  expect(placeWithCountry('Germany', 'ja')).toBe('ドイツ')
  expect(placeWithCountry('Georgia, United States', 'de')).toBe('Georgia, Vereinigte Staaten')
  expect(placeWithCountry('', 'de')).toBe('')
})
