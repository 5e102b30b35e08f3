import { expect, test } from 'vitest'
import { commentTime } from './comment-age.ts'

const MINUTE = 60_000
const now = Date.parse('2026-11-21T12:00:00.000Z')

function before(minutes: number) {
  return commentTime(new Date(now - minutes * MINUTE).toISOString(), now)
}

test('LIMIT-06 shows the age of a comment as just now, then in hours, then in days', () => {
  expect(before(-10)).toBe('Just now')
  expect(before(59)).toBe('Just now')
  expect(before(60)).toBe('1h ago')
  expect(before(3 * 60)).toBe('3h ago')
  expect(before(24 * 60 - 1)).toBe('23h ago')
  expect(before(24 * 60)).toBe('1d ago')
  expect(before(50 * 60)).toBe('2d ago')
})
