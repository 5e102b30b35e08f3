import { expect, test } from 'vitest'
import { agoText } from './ago.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

test.each([
  [-90, 'less than a minute ago'],
  [59, 'less than a minute ago'],
  [60, '1 minute ago'],
  [2 * 3600 + 3599, '2 hours ago'],
  [26 * 3600, '1 day ago'],
  [13 * 86_400, '1 week ago'],
  [70 * 86_400, '2 months ago'],
  [800 * 86_400, '2 years ago'],
])('POST-02 %s seconds back reads `%s`', (seconds, text) => expect(agoText(before(seconds), NOW)).toBe(text))
