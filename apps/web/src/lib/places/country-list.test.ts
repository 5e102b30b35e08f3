import { expect, test } from 'vitest'
import { getCountryName, listCountries } from './country-names.ts'

test('lists each country once, sorted in the page’s language', () => {
  const countries = listCountries('de')
  expect(countries.length).toBeGreaterThan(230)
  expect(countries.length).toBeLessThan(270)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
  expect(countries.map(({ code }) => code)).toEqual(expect.arrayContaining(['ES', 'GB', 'US', 'XK']))
  const names = countries.map(({ name }) => name)
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Spanien'))
  expect(getCountryName('ES', 'fr')).toBe('Espagne')
})
