import { expect, test } from 'vitest'
import { filterOf, pathOf, searchOf } from './discussion-filter.ts'

test('reads category, search and order from the address, with defaults for unknown values', () => {
  const usual = { category: null, q: '', order: 'newest' } as const
  expect(filterOf({})).toEqual(usual)
  expect(filterOf({ category: 'ads', q: [7], order: 'best' })).toEqual(usual)
  expect(filterOf({ q: ' wax ', order: 'answered', category: 'tips' })).toEqual({
    category: 'tips',
    q: 'wax',
    order: 'answered',
  })
  expect(filterOf({ q: 360 }).q).toBe('360')
  expect(filterOf({ q: 'x'.repeat(500) }).q).toHaveLength(100)
  expect(searchOf(usual)).toEqual({})
  expect(pathOf(usual)).toBe('/community')
  expect(pathOf({ category: 'gear', q: 'a b&c', order: 'answered' })).toBe(
    '/community?category=gear&q=a+b%26c&order=answered',
  )
})
