import { expect, test } from 'vitest'
import { chooseTransition } from './choose-transition.ts'

function at(pathname: string) {
  return { pathname }
}

test.for([
  ['a spot opens over the map', '/spots', '/spots/1', false, ['push']],
  ["tabs of the dock take each other's place", '/dashboard', '/feed', false, ['tab']],
  ['going back shows the previous screen immediately', '/spots/1', '/spots', true, false],
  ['a filter of the map is not a new screen', '/spots', '/spots', false, false],
] as const)('%s', ([, from, to, isBack, expected]) => {
  const change = { fromLocation: at(from), toLocation: at(to) }
  expect(chooseTransition(change, { isBack, isVisitor: false })).toEqual(expected)
})

test('the lightbox opens from the photo and closes to it, also by Back', () => {
  const [page, photo] = [at('/spots/1'), { pathname: '/spots/1', search: { item: 'a.0' } }]
  const choose = (fromLocation: typeof photo | typeof page, toLocation: typeof photo | typeof page) =>
    chooseTransition({ fromLocation, toLocation }, { isBack: true, isVisitor: false })
  expect(choose(page, photo)).toEqual(['photo'])
  expect(choose(photo, page)).toEqual(['photo'])
  expect(choose(photo, { ...photo, search: { item: 'a.1' } })).toBe(false)
  expect(choose(photo, at('/spots'))).toBe(false)
})

test('for visitors, a spot opens on the same map', () => {
  const change = { fromLocation: at('/spots'), toLocation: at('/spots/1') }
  expect(chooseTransition(change, { isBack: false, isVisitor: true })).toBe(false)
})

test('the first screen does not animate', () => {
  expect(chooseTransition({ toLocation: at('/feed') }, { isBack: false, isVisitor: false })).toBe(false)
})
