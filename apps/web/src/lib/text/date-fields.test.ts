import { afterEach, expect, test, vi } from 'vitest'
import { dayIn, momentIn, parseMoment } from './date-fields.ts'

afterEach(() => vi.unstubAllEnvs())

test('uses the date of the device, not UTC', () => {
  const at = Date.parse('2026-11-26T05:30:00Z')
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect([dayIn(0, at), dayIn(7, at), momentIn(0, at)]).toEqual([
    '2026-11-25',
    '2026-12-02',
    '2026-11-25T21:30',
  ])
  expect(parseMoment('2026-11-25T21:30')).toBe(new Date(at).toISOString())
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(dayIn(0, at)).toBe('2026-11-26')
  expect(parseMoment('')).toBeNull()
})
