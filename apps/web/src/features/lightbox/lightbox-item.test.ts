import type { Post } from '@nollie/contract'
import { expect, test } from 'vitest'
import { toLightboxItems } from './lightbox-item.ts'

function media(id: string) {
  return {
    id,
    type: 'image' as const,
    status: 'ready' as const,
    base: null,
    url: null,
    width: null,
    height: null,
    thumbhash: null,
    duration: null,
    failure: null,
  }
}

const user = { user_id: 'u', username: 'dee', full_name: 'Dee Marsh', avatar_url: null }

function aPost(id: string, ...ids: string[]) {
  return {
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
  } as unknown as Post
}

test('G-30 shows each picture in a set only once, with its own post and index', () => {
  const items = toLightboxItems([aPost('one', 'a', 'b'), aPost('two', 'b', 'c')])
  expect(items.map(({ post_id, media_index, media }) => [post_id, media_index, media.id])).toEqual([
    ['one', 0, 'a'],
    ['one', 1, 'b'],
    ['two', 1, 'c'],
  ])
  expect(items[1]?.likes_count).toBe(1)
})
