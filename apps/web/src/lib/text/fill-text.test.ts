import { expect, test } from 'vitest'
import { fillText } from './fill-text.ts'

test('replaces marks in any order, and keeps all other text', () => {
  const parts = { '<terms>': 1, '<privacy>': 2 }
  expect(fillText('Accept <terms> and <privacy>.', parts)).toEqual(['Accept ', 1, ' and ', 2, '.'])
  expect(fillText('<privacy>、<terms>、<other>', parts)).toEqual(['', 2, '、', 1, '、', '<other>', ''])
  expect(fillText('1 < 2', parts)).toEqual(['1 < 2'])
})
