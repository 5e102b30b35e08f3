import { expect, test } from 'vitest'
import { postTitle } from './post-title.ts'

const media = (title: string) => postTitle({ kind: 'media', title })

test('a title that nobody wrote is said in the language of the page', () => {
  expect(media('Added 1 photo(s)')).toBe('Added a photo')
  expect(media('Added 3 photo(s)')).toBe('Added 3 photos')
  expect(media('Added 2 video(s)')).toBe('Added 2 videos')
  expect(media('Added 2 photo(s) and 1 video(s)')).toBe('Added 2 photos and a video')
})

test('what somebody wrote stays as it is', () => {
  for (const title of [
    'Added 3 photos',
    'Added ',
    'Added 0 photo(s)',
    'Added 2 photo(s) and ',
    'added 2 photo(s)',
    'Kickflip',
  ])
    expect(media(title)).toBe(title)
  expect(postTitle({ kind: 'text', title: 'Added 3 photo(s)' })).toBe('Added 3 photo(s)')
})
