import { expect, test } from 'vitest'
import { clockIn } from '../../lib/format.ts'
import { firstDay, hourOfWeek, readValues, toReport } from './bust-form.ts'

const now = { day: '2026-11-25', hour: 21 }

test('a new report ends now in the time zone of the spot, not of the device', () => {
  const at = new Date('2026-11-25T23:30:00Z')
  expect(clockIn('Europe/Berlin', at)).toEqual({ day: '2026-11-26', hour: 0 })
  expect(clockIn('America/Los_Angeles', at)).toEqual({ day: '2026-11-25', hour: 15 })
  expect(readValues(now)(null)).toEqual({ on: now.day, ...now, outcome: null, by_whom: null, how: null })
})

test("a new report uses the device's time zone if the spot's is missing or unknown to the browser", () => {
  const at = new Date(2026, 10, 25, 21, 30)
  expect(clockIn(undefined, at)).toEqual(now)
  expect(clockIn('Mars/Olympus', at)).toEqual(now)
})

test('restores stored values only while they are still a valid session', () => {
  const typed = {
    on: now.day,
    day: '2026-11-20',
    hour: 3,
    outcome: 'kicked_out',
    by_whom: 'guard',
    how: null,
  }
  expect(readValues(now)(typed)).toEqual(typed)
  expect(readValues(now)({ ...typed, on: '2026-11-24' })).toEqual(readValues(now)(null))
  expect(readValues(now)({ ...typed, day: '2026-10-01' })).toMatchObject(now)
  expect(readValues(now)({ on: now.day, day: 7, hour: 99, outcome: 'chased', by_whom: {} })).toEqual(
    readValues(now)(null),
  )
  expect(firstDay('2026-11-25')).toBe('2026-10-26')
})

test('a session without hassle is sent without details about who ended it', () => {
  const values = readValues(now)({ on: now.day, outcome: 'kicked_out', by_whom: 'police', how: 'ticket' })
  expect(toReport(values)).toEqual({ ...now, outcome: 'kicked_out', by_whom: 'police', how: 'ticket' })
  expect(toReport({ ...values, outcome: 'peace' })).toEqual({
    ...now,
    outcome: 'peace',
    by_whom: null,
    how: null,
  })
})

test('converts the local time at the spot to an hour of the week', () => {
  expect(hourOfWeek({ day: '2026-11-23', hour: 0 })).toBe(0)
  expect(hourOfWeek({ day: '2026-11-29', hour: 23 })).toBe(167)
  expect(hourOfWeek({ day: '1999-12-29', hour: 12 })).toBe(60)
  const at = new Date('2026-11-29T23:30:00Z')
  expect(hourOfWeek(clockIn('Europe/Berlin', at))).toBe(0)
  expect(hourOfWeek(clockIn('America/Los_Angeles', at))).toBe(6 * 24 + 15)
})
