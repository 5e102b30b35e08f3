import { expect, test } from 'vitest'
import { chooseTransition } from './choose-transition.ts'

const at = (pathname: string) => ({ pathname })

test.for([
  ['a spot opens over the map', '/spots', '/spots/1', false, ['push']],
  ["tabs of the dock take each other's place", '/dashboard', '/feed', false, ['tab']],
  ['going back shows the previous screen at once', '/spots/1', '/spots', true, false],
  ['a filter of the map is not a new screen', '/spots', '/spots', false, false],
] as const)('%s', ([, from, to, isBack, expected]) => {
  expect(chooseTransition({ fromLocation: at(from), toLocation: at(to) }, isBack)).toEqual(expected)
})

test('the first screen does not animate', () => {
  expect(chooseTransition({ toLocation: at('/feed') }, false)).toBe(false)
})
