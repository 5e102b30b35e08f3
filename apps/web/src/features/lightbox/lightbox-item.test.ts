import type { Post } from '@nollie/contract'
import { expect, test } from 'vitest'
import { lightboxItemsOf } from './lightbox-item.ts'
import { counterOf, labelOf, shareTitleOf } from './lightbox-text.ts'

const media = (id: string, type: 'image' | 'video' = 'image') => ({
  id,
  type,
  status: 'ready' as const,
  base: null,
  url: null,
  width: null,
  height: null,
  thumbhash: null,
  duration: null,
  failure: null,
})
const user = { user_id: 'u', username: 'dee', full_name: 'Dee Marsh', avatar_url: null }

const aPost = (id: string, ...ids: string[]) =>
  ({
    id,
    kind: 'media',
    user_id: 'u',
    user,
    spot_id: null,
    spot: null,
    title: '',
    content: null,
    media: ids.map((media_id, media_index) => ({
      media_index,
      media: media(media_id),
      likes_count: media_index,
      comments_count: 0,
      liked: false,
      is_cover: false,
    })),
    words: null,
    comments_count: 0,
    version: 1,
    created_at: '2026-11-21T12:00:00.000Z',
    updated_at: '2026-11-21T12:00:00.000Z',
  }) as unknown as Post

test('G-30 a set shows each picture once, and each keeps its own post and index', () => {
  const items = lightboxItemsOf([aPost('one', 'a', 'b'), aPost('two', 'b', 'c')])
  expect(items.map(({ post_id, media_index, media }) => [post_id, media_index, media.id])).toEqual([
    ['one', 0, 'a'],
    ['one', 1, 'b'],
    ['two', 1, 'c'],
  ])
  expect(items[1]?.likes_count).toBe(1)
})

test('MEDIA-19 the share dialog is titled after what is shared', () => {
  const [item] = lightboxItemsOf([aPost('one', 'a')])
  if (!item) throw new Error('no item')
  expect(shareTitleOf(item)).toBe('Spot Photo')
  expect(shareTitleOf({ ...item, is_cover: true })).toBe('Spot Cover Photo')
  expect(shareTitleOf({ ...item, kind: 'cover' })).toBe('Spot Photo')
  expect(shareTitleOf({ ...item, media: media('a', 'video') })).toBe('Spot Video')
})

test('an item is named after what it shows and who made it; the counter says when there is more', () => {
  const [item] = lightboxItemsOf([aPost('one', 'a')])
  if (!item) throw new Error('no item')
  expect(labelOf(item, null)).toBe('Photo by Dee Marsh')
  expect(labelOf({ ...item, media: media('a', 'video') }, { id: 's', name: 'Hubba' })).toBe(
    'Video of Hubba by Dee Marsh',
  )
  expect(counterOf(2, 24, false)).toBe('3 / 24')
  expect(counterOf(2, 30, true)).toBe('3 / 30+')
})
