import type { DiscoverItem, Post } from '@nollie/contract'
import { expect, test } from 'vitest'
import { type Grid, grid, withPost } from './grid-cache.ts'

function item(name: string) {
  return { post_id: name, media_index: 0, media: { id: name }, spot: null } as unknown as DiscoverItem
}

function makeGrid(names: string): Grid {
  return {
    pages: [{ items: names.split('').map(item), next_cursor: null }],
    pageParams: [undefined],
  }
}

function listNames(list: Grid) {
  return grid
    .listItems(list)
    .map(({ post_id }) => post_id)
    .join('')
}

test('DISC-14 updates the files of a refetched post, and removes deleted photos and failed videos', () => {
  const post = { id: 'b', spot: null, media: [{ media_index: 0, media: { id: 'ready' } }] } as unknown as Post
  expect(grid.listItems(withPost(makeGrid('cba'), post))[1]?.media.id).toBe('ready')
  expect(listNames(withPost(makeGrid('cba'), { ...post, media: [] }))).toBe('ca')
  const failed = {
    ...post,
    media: [{ media_index: 0, media: { id: 'x', status: 'failed' } }],
  } as unknown as Post
  expect(listNames(withPost(makeGrid('cba'), failed))).toBe('ca')
  const other = makeGrid('c')
  expect(withPost(other, post)).toBe(other)
})
