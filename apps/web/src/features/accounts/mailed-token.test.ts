import { expect, test } from 'vitest'
import { tokenIn } from './mailed-token.ts'

test('the token of a mailed link is found behind # and in the query', () => {
  expect(tokenIn({ hash: '#token=a.b-c_d', search: '' })).toBe('a.b-c_d')
  expect(tokenIn({ hash: '', search: '?token=xyz' })).toBe('xyz')
  expect(tokenIn({ hash: '#token=', search: '' })).toBeNull()
  expect(tokenIn({ hash: '', search: '' })).toBeNull()
})
