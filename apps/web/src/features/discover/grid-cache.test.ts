import type { DiscoverItem, Post } from '@nollie/contract'
import { expect, test } from 'vitest'
import { type Grid, grid, withPost } from './grid-cache.ts'

const item = (name: string) =>
  ({ post_id: name, media_index: 0, media: { id: name }, spot: null }) as unknown as DiscoverItem
const gridOf = (names: string): Grid => ({
  pages: [{ items: names.split('').map(item), next_cursor: null }],
  pageParams: [undefined],
})
const namesOf = (list: Grid) =>
  grid
    .itemsOf(list)
    .map(({ post_id }) => post_id)
    .join('')

test('DISC-14 updates the files of a refetched post, and removes deleted photos and failed videos', () => {
  const post = { id: 'b', spot: null, media: [{ media_index: 0, media: { id: 'ready' } }] } as unknown as Post
  expect(grid.itemsOf(withPost(gridOf('cba'), post))[1]?.media.id).toBe('ready')
  expect(namesOf(withPost(gridOf('cba'), { ...post, media: [] }))).toBe('ca')
  const failed = {
    ...post,
    media: [{ media_index: 0, media: { id: 'x', status: 'failed' } }],
  } as unknown as Post
  expect(namesOf(withPost(gridOf('cba'), failed))).toBe('ca')
  const other = gridOf('c')
  expect(withPost(other, post)).toBe(other)
})
