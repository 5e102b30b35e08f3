import { expect, test } from 'vitest'
import { extendOrder } from './use-neighbors.ts'

function list(...ids: string[]) {
  return ids.map((id) => ({ id }))
}

test.for([
  ['takes the order of the list', [], 'b', list('a', 'b', 'c'), ['a', 'b', 'c']],
  [
    'stays when the list is sorted around the next spot',
    ['a', 'b', 'c'],
    'c',
    list('c', 'b', 'a'),
    ['a', 'b', 'c'],
  ],
  ['adds spots that come into view at the end', ['a', 'b'], 'b', list('b', 'd'), ['a', 'b', 'd']],
  ['starts with a spot that is not listed', ['a'], 'pin', list('a'), ['pin', 'a']],
  ['knows only the spot until the list has loaded', [], 'a', list(), ['a']],
] as const)('the order of swipes %s', ([, order, spotId, listed, expected]) => {
  expect(extendOrder(order, spotId, listed)).toEqual(expected)
})
