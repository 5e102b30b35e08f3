import { expect, test } from 'vitest'
import { newestFirst, type PageOf, type Pages } from './newest-first.ts'

const lists = newestFirst<string>((name) => name)

function page(names: string, next_cursor: string | null = 'more'): PageOf<string> {
  return {
    items: names.split(''),
    next_cursor,
  }
}

function makeList(...names: string[]): Pages<PageOf<string>> {
  return {
    pages: names.map((part, at) => page(part, at + 1 < names.length ? 'more' : 'end')),
    pageParams: names.map(() => undefined),
  }
}

function listNames(list: Pages<PageOf<string>>) {
  return lists.listItems(list).join('')
}

test('G-25 shows an item that is on two pages only once', () => {
  expect(listNames(makeList('dcb', 'ba'))).toBe('dcba')
})

test('G-25 adds new items at the top, and later pages continue at their cursor', () => {
  const list = lists.withNewest(makeList('cb', 'a'), page('edc'))
  expect(listNames(list)).toBe('edcba')
  expect(list.pages.map(({ next_cursor }) => next_cursor)).toEqual(['more', 'end'])
})

test('restarts the list if items in between may be missing', () => {
  const list = lists.withNewest(makeList('cb', 'a'), page('zyx'))
  expect(listNames(list)).toBe('zyx')
  expect(list.pages[0]?.next_cursor).toBe('more')
  expect(list.pageParams).toEqual([undefined])
})

test('if the newest page is also the last one, it is the whole list', () => {
  expect(listNames(lists.withNewest(makeList('cb', 'a'), page('ca', null)))).toBe('ca')
})

test('counts newer items without showing them', () => {
  expect(lists.newerIn(makeList('cb'), page('edc'))).toEqual({ count: 2, more: false })
  expect(lists.newerIn(makeList('cb'), page('zyx'))).toEqual({ count: 3, more: true })
  expect(lists.newerIn(makeList('cb'), page('cb'))).toEqual({ count: 0, more: false })
})

test('removes items deleted while no one was listening, and preserves later pages', () => {
  expect(listNames(lists.withoutMissed(makeList('edcb', 'a'), page('fec')))).toBe('ecba')
  const list = makeList('cb')
  expect(lists.withoutMissed(list, page('zyx'))).toBe(list)
  expect(lists.withoutMissed(list, page('dcb'))).toBe(list)
})

test('removes deleted items; a list without them stays the same object', () => {
  const list = makeList('cb', 'a')
  expect(listNames(lists.without(list, (name) => name === 'b'))).toBe('ca')
  expect(lists.without(list, (name) => name === 'x')).toBe(list)
})

test('a new item is at the top once, whether its event or response arrives first', () => {
  const list = lists.withMade(makeList('cb', 'a'), 'd')
  expect(listNames(list)).toBe('dcba')
  expect(lists.withMade(list, 'd')).toBe(list)
})
