import { expect, test } from 'vitest'
import type { LightboxItem } from './lightbox-item.ts'
import { buildCounter, describeItem, getShareTitle } from './lightbox-text.ts'

const item = {
  media: { id: 'a', type: 'image' },
  user: { user_id: 'u', username: 'dee', full_name: 'Dee Marsh', avatar_url: null },
  is_cover: false,
} as LightboxItem
const video: LightboxItem = { ...item, media: { ...item.media, type: 'video' } }

test('MEDIA-19 the share dialog title names the shared content', () => {
  expect(getShareTitle(item)).toBe('Spot Photo')
  expect(getShareTitle({ ...item, is_cover: true })).toBe('Spot Cover Photo')
  expect(getShareTitle({ ...item, kind: 'cover' })).toBe('Spot Photo')
  expect(getShareTitle(video)).toBe('Spot Video')
})

test('labels an item by content and author; the counter shows if there are more', () => {
  expect(describeItem(item, null)).toBe('Photo by Dee Marsh')
  expect(describeItem(video, { id: 's', name: 'Hubba' })).toBe('Video of Hubba by Dee Marsh')
  expect(buildCounter(2, 24, false)).toBe('3 / 24')
  expect(buildCounter(2, 30, true)).toBe('3 / 30+')
})
