import { expect, test } from 'vitest'
import { stepped } from './step-through-list.ts'

function rows(keys: string) {
  return keys.split('').map((key) => ({ key }))
}

test('DISC-04 arrow keys move through the rows and back to the field', () => {
  const down = (from: string | null) => stepped(rows('abc'), from, 1)
  expect([down(null), down('a'), down('c')]).toEqual(['a', 'b', null])
  const up = (from: string | null) => stepped(rows('abc'), from, -1)
  expect([up(null), up('a'), up('c')]).toEqual(['c', null, 'b'])
})

test('DISC-04 after the next response, the same row stays selected at its new index, or none if it was removed', () => {
  expect(stepped(rows('xab'), 'a', 1)).toBe('b')
  expect(stepped(rows('xyz'), 'a', 1)).toBe('x')
})
