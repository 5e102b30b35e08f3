import { expect, test } from 'vitest'
import { postTitle } from './post-title.ts'

test("translates generated titles into the page's language", () => {
  expect(postTitle('Added 1 photo(s)')).toBe('Added 1 photo(s)')
  expect(postTitle('Added 2 video(s)')).toBe('Added 2 video(s)')
  expect(postTitle('Added 2 photo(s) and 1 video(s)')).toBe('Added 2 photo(s) · Added 1 video(s)')
})

test('does not change typed titles', () => {
  for (const title of [
    'Added 3 photos',
    'Added ',
    'Added',
    'added 2 photo(s)',
    'Kickflip',
    'I Added 1 photo(s)',
  ])
    expect(postTitle(title)).toBe(title)
})
