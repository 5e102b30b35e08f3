import { expect, test } from 'vitest'
import { placeText } from './address-text.ts'

test('SPOT-11 an address has no duplicate parts', () => {
  expect(
    placeText({ address: '14 Granary Ave, Alder Bay', city: 'Alder Bay', state: 'CA', country: 'USA' }),
  ).toBe('14 Granary Ave, Alder Bay, CA, USA')
  expect(
    placeText({ address: null, city: 'Berlin', postal_code: '10785', state: 'Berlin', country: 'Germany' }),
  ).toBe('10785 Berlin, Germany')
  expect(placeText({ city: 'Lisboa', state: 'Lisbon', country: 'Portugal' })).toBe('Lisboa, Portugal')
  expect(placeText({})).toBe('')
})
