import type { ActivityItem } from '@nollie/contract'
import { expect, test } from 'vitest'
import { activityText } from './activity-text.ts'

function person(user_id: string, full_name: string) {
  return {
    user_id,
    username: user_id,
    full_name,
    avatar_url: null,
  }
}

const maya = person('maya', 'Maya')
const kofi = person('kofi', 'Kofi')
const curb = { id: 'spot', name: 'Red Curb Lot' }
const image = { type: 'image' } as never
const video = { type: 'video' } as never

function item(type: ActivityItem['type'], more: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: 'one',
    type,
    created_at: '2026-03-01T10:00:00.000Z',
    post: null,
    spot: null,
    person: null,
    content: null,
    count: null,
    videos: null,
    ...more,
  }
}

function post(user: typeof maya, more: object = {}) {
  return {
    id: 'post',
    kind: 'media' as const,
    title: 'Added 2 photo(s)',
    media_index: 0,
    media: image,
    user,
    ...more,
  }
}

test('ACT-01 every activity is a sentence with person, owner and action', () => {
  const ofMaya = (of: ActivityItem, reader = 'kofi') => activityText(of, maya, reader)
  expect(ofMaya(item('like', { post: post(kofi), spot: curb }))).toBe('Maya liked your photo at Red Curb Lot')
  expect(ofMaya(item('like', { post: post(kofi) }), 'ines')).toBe('Maya liked Kofi’s photo')
  expect(ofMaya(item('like', { post: post(kofi, { kind: 'profile_picture' }) }), 'maya')).toBe(
    'You liked Kofi’s profile picture',
  )
  expect(ofMaya(item('comment', { post: post(maya, { media: video }), spot: curb }))).toBe(
    'Maya commented on their own video at Red Curb Lot',
  )
  expect(ofMaya(item('comment', { post: post(maya, { media: null, title: 'Wax' }) }), 'maya')).toBe(
    'You commented on your own post “Wax”',
  )
  expect(ofMaya(item('spot_shared', { spot: curb }))).toBe('Maya shared Red Curb Lot')
  const added = (count: number, videos: number) =>
    ofMaya(item('media_added', { post: post(maya), spot: curb, count, videos }))
  expect(added(1, 0)).toBe('Maya added a photo at Red Curb Lot')
  expect(added(2, 0)).toBe('Maya added 2 photos at Red Curb Lot')
  expect(added(2, 2)).toBe('Maya added 2 videos at Red Curb Lot')
  expect(added(2, 1)).toBe('Maya added a photo and a video at Red Curb Lot')
  expect(added(5, 2)).toBe('Maya added 3 photos and 2 videos at Red Curb Lot')
  expect(ofMaya(item('media_added', { post: post(maya, { media: video }), count: 1, videos: 1 }))).toBe(
    'Maya added a video',
  )
  expect(ofMaya(item('media_added', { post: post(maya, { kind: 'profile_picture' }), count: 1 }))).toBe(
    'Maya changed their profile picture',
  )
  expect(ofMaya(item('follow', { person: kofi }), 'ines')).toBe('Kofi started following Maya')
  expect(ofMaya(item('follow', { person: kofi }))).toBe('You started following Maya')
  expect(ofMaya(item('follow', { person: kofi }), 'maya')).toBe('Kofi started following you')
})
