import { expect, test } from 'vitest'
import { newestFirst, type PageOf, type Pages } from './newest-first.ts'

const lists = newestFirst<string>((name) => name)

const page = (names: string, next_cursor: string | null = 'more'): PageOf<string> => ({
  items: names.split(''),
  next_cursor,
})
const listOf = (...names: string[]): Pages<PageOf<string>> => ({
  pages: names.map((part, at) => page(part, at + 1 < names.length ? 'more' : 'end')),
  pageParams: names.map(() => undefined),
})
const namesOf = (list: Pages<PageOf<string>>) => lists.itemsOf(list).join('')

test('G-25 an item that two pages hold is shown once', () => {
  expect(namesOf(listOf('dcb', 'ba'))).toBe('dcba')
})

test('G-25 the newest go on top, and pages that were read go on where they ended', () => {
  const list = lists.withNewest(listOf('cb', 'a'), page('edc'))
  expect(namesOf(list)).toBe('edcba')
  expect(list.pages.map(({ next_cursor }) => next_cursor)).toEqual(['more', 'end'])
})

test('when more is new than a page holds, the list begins anew and leaves nothing out', () => {
  const list = lists.withNewest(listOf('cb', 'a'), page('zyx'))
  expect(namesOf(list)).toBe('zyx')
  expect(list.pages[0]?.next_cursor).toBe('more')
  expect(list.pageParams).toEqual([undefined])
})

test('a newest page that is also the last one is all there is', () => {
  expect(namesOf(lists.withNewest(listOf('cb', 'a'), page('ca', null)))).toBe('ca')
})

test('newer items are counted without being shown', () => {
  expect(lists.newerIn(listOf('cb'), page('edc'))).toEqual({ count: 2, more: false })
  expect(lists.newerIn(listOf('cb'), page('zyx'))).toEqual({ count: 3, more: true })
  expect(lists.newerIn(listOf('cb'), page('cb'))).toEqual({ count: 0, more: false })
})

test('what was deleted while nobody listened leaves the list, what is behind the newest page stays', () => {
  expect(namesOf(lists.withoutMissed(listOf('edcb', 'a'), page('fec')))).toBe('ecba')
  const list = listOf('cb')
  expect(lists.withoutMissed(list, page('zyx'))).toBe(list)
  expect(lists.withoutMissed(list, page('dcb'))).toBe(list)
})

test('deleted items leave, and a list without them stays the same object', () => {
  const list = listOf('cb', 'a')
  expect(namesOf(lists.without(list, (name) => name === 'b'))).toBe('ca')
  expect(lists.without(list, (name) => name === 'x')).toBe(list)
})

test('what was just made stands on top once, whether its event or its answer came first', () => {
  const list = lists.withMade(listOf('cb', 'a'), 'd')
  expect(namesOf(list)).toBe('dcba')
  expect(lists.withMade(list, 'd')).toBe(list)
})
