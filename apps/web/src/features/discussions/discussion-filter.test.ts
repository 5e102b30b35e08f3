import { expect, test } from 'vitest'
import { parseFilter, buildPath, toSearch } from './discussion-filter.ts'

test('reads category, search and order from the address, with defaults for unknown values', () => {
  const usual = { category: null, q: '', order: 'newest' } as const
  expect(parseFilter({})).toEqual(usual)
  expect(parseFilter({ category: 'ads', q: [7], order: 'best' })).toEqual(usual)
  expect(parseFilter({ q: ' wax ', order: 'answered', category: 'tips' })).toEqual({
    category: 'tips',
    q: 'wax',
    order: 'answered',
  })
  expect(parseFilter({ q: 360 }).q).toBe('360')
  expect(parseFilter({ q: 'x'.repeat(500) }).q).toHaveLength(100)
  expect(toSearch(usual)).toEqual({})
  expect(buildPath(usual)).toBe('/community')
  expect(buildPath({ category: 'gear', q: 'a b&c', order: 'answered' })).toBe(
    '/community?category=gear&q=a+b%26c&order=answered',
  )
})
