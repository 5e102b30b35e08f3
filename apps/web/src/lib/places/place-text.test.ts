import { expect, test } from 'vitest'
import { cityAndState, isSamePlace } from './place-text.ts'

test('omits a state that has the name of its city in another language', () => {
  const at = (city: string | null, state: string | null, country: string | null) =>
    cityAndState({ city, state, country })
  expect(at('Lisboa', 'Lisbon', 'Portugal')).toBe('Lisboa, Portugal')
  expect(at('Genève', 'Geneva', 'Switzerland')).toBe('Genève, Switzerland')
  expect(at('Berlin', 'Berlin', 'Germany')).toBe('Berlin, Germany')
  expect(at('Monaco', 'Municipality of Monaco', 'Monaco')).toBe('Monaco')
  expect(at('Lima', 'Provincia de Lima', 'Peru')).toBe('Lima, Peru')
  expect(at('York', 'North Yorkshire', 'UK')).toBe('York, North Yorkshire')
  expect(at('Barcelona', 'Catalonia', 'Spain')).toBe('Barcelona, Catalonia')
  expect(at('Virginia Beach', 'Virginia', 'USA')).toBe('Virginia Beach, Virginia')
  expect(at('Kansas City', 'Kansas', 'USA')).toBe('Kansas City, Kansas')
  expect(at(null, 'Oregon', 'USA')).toBe('Oregon')
  expect(at('Paris', null, null)).toBe('Paris')
  expect(at(null, null, null)).toBe('')
})

test('shows two different names', () => {
  expect(isSamePlace('Bern', 'Basel')).toBe(false)
  expect(isSamePlace('東京', '東京')).toBe(true)
  expect(isSamePlace('東京', '京都')).toBe(false)
})
