import type { DiscoverItem, Post } from '@nollie/contract'
import { expect, test } from 'vitest'
import {
  type DiscoverPage,
  type Grid,
  itemsOf,
  newsIn,
  withNewest,
  withoutItems,
  withoutMissed,
  withPost,
} from './grid-cache.ts'

const item = (name: string) =>
  ({ post_id: name, media_index: 0, media: { id: name }, spot: null }) as unknown as DiscoverItem
const page = (names: string, next_cursor: string | null = 'more'): DiscoverPage => ({
  items: [...names].map(item),
  next_cursor,
})
const gridOf = (...names: string[]): Grid => ({
  pages: names.map((part, at) => page(part, at + 1 < names.length ? 'more' : 'end')),
  pageParams: names.map(() => undefined),
})
const namesOf = (grid: Grid) =>
  itemsOf(grid)
    .map(({ post_id }) => post_id)
    .join('')

test('DISC-14 an item that two pages hold is shown once', () => {
  expect(namesOf(gridOf('dcb', 'ba'))).toBe('dcba')
})

test('DISC-14 the newest go on top, and pages that were read go on where they ended', () => {
  const grid = withNewest(gridOf('cb', 'a'), page('edc'))
  expect(namesOf(grid)).toBe('edcba')
  expect(grid.pages.map(({ next_cursor }) => next_cursor)).toEqual(['more', 'end'])
})

test('when more is new than a page holds, the grid begins anew and leaves nothing out', () => {
  const grid = withNewest(gridOf('cb', 'a'), page('zyx'))
  expect(namesOf(grid)).toBe('zyx')
  expect(grid.pages[0]?.next_cursor).toBe('more')
  expect(grid.pageParams).toEqual([undefined])
})

test('a newest page that is also the last one is all there is', () => {
  expect(namesOf(withNewest(gridOf('cb', 'a'), page('ca', null)))).toBe('ca')
})

test('news are counted without being shown', () => {
  expect(newsIn(gridOf('cb'), page('edc'))).toEqual({ count: 2, more: false })
  expect(newsIn(gridOf('cb'), page('zyx'))).toEqual({ count: 3, more: true })
  expect(newsIn(gridOf('cb'), page('cb'))).toEqual({ count: 0, more: false })
})

test('what was deleted while nobody listened leaves the grid, what is behind the newest page stays', () => {
  expect(namesOf(withoutMissed(gridOf('edcb', 'a'), page('fec')))).toBe('ecba')
  const grid = gridOf('cb')
  expect(withoutMissed(grid, page('zyx'))).toBe(grid)
  expect(withoutMissed(grid, page('dcb'))).toBe(grid)
})

test('deleted items leave, and a grid without them stays the same object', () => {
  const grid = gridOf('cb', 'a')
  expect(namesOf(withoutItems(grid, ({ post_id }) => post_id === 'b'))).toBe('ca')
  expect(withoutItems(grid, ({ post_id }) => post_id === 'x')).toBe(grid)
})

test('a post that was loaded again brings its files, and takes out the photo it lost', () => {
  const post = { id: 'b', spot: null, media: [{ media_index: 0, media: { id: 'ready' } }] } as unknown as Post
  expect(itemsOf(withPost(gridOf('cba'), post))[1]?.media.id).toBe('ready')
  expect(namesOf(withPost(gridOf('cba'), { ...post, media: [] }))).toBe('ca')
  const grid = gridOf('c')
  expect(withPost(grid, post)).toBe(grid)
})
