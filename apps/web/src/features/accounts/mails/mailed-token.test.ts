import { expect, test } from 'vitest'
import { nextIn, tokenIn } from './mailed-token.ts'

test('finds the token in an emailed link, after the # or in the query', () => {
  expect(tokenIn({ hash: '#token=a.b-c_d', search: '' })).toBe('a.b-c_d')
  expect(tokenIn({ hash: '', search: '?token=xyz' })).toBe('xyz')
  expect(tokenIn({ hash: '#token=', search: '' })).toBeNull()
  expect(tokenIn({ hash: '', search: '' })).toBeNull()
})

test('C4 an emailed link leads only to paths on this site', () => {
  expect(nextIn({ hash: '#token=a&next=%2Fspot%2F1%3Fitem%3D2' })).toBe('/spot/1?item=2')
  for (const hash of [
    '#token=a',
    '#token=a&next=',
    '#token=a&next=%2F%2Fevil',
    '#token=a&next=https%3A%2F%2Fevil',
  ])
    expect(nextIn({ hash }), hash).toBeNull()
})
