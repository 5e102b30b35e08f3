import { expect, test } from 'vitest'
import { parseMoment } from './photo-date.ts'

test("CHECK-15 reads when a photo was taken, in its own or the device's time zone", () => {
  const at = { description: '2026:11:25 21:00:00' }
  expect(parseMoment(at, { description: '+02:00' })).toBe('2026-11-25T19:00:00.000Z')
  expect(parseMoment(at, undefined)).toBe(new Date('2026-11-25T21:00:00').toISOString())
  for (const wrong of ['', '0000:00:00 00:00:00', 'yesterday', '2026:13:45 99:00:00'])
    expect(parseMoment({ description: wrong }, undefined), wrong).toBeNull()
})
