import { expect, test } from 'vitest'
import { charactersLeftText } from './characters-left.ts'

test.each([
  [2, '2 characters left'],
  [1, '1 character left'],
  [0, '0 characters left'],
  [-1, '1 character over the limit'],
  [-2, '2 characters over the limit'],
])('shows %s characters left as `%s`', (left, text) => expect(charactersLeftText(left)).toBe(text))
