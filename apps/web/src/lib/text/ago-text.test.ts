import { expect, test } from 'vitest'
import { agoText } from './ago-text.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

function before(seconds: number) {
  return new Date(NOW - seconds * 1000).toISOString()
}

test.each([
  [-90, 'moments ago'],
  [59, 'moments ago'],
  [60, '1m ago'],
  [2 * 3600 + 3599, '2h ago'],
  [26 * 3600, '1d ago'],
  [13 * 86_400, '1w ago'],
  [70 * 86_400, '2mo ago'],
  [800 * 86_400, '2y ago'],
])('POST-02 %s seconds ago is `%s`', (seconds, text) => expect(agoText(before(seconds), NOW)).toBe(text))
