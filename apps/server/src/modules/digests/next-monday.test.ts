import { expect, test } from 'vitest'
import { findNextDue, findNextMonday } from './next-monday.ts'

test.each([
  ['2026-11-25T12:00:00Z', 'UTC', '2026-11-30T08:00:00.000Z'],
  ['2026-11-30T07:59:59Z', 'UTC', '2026-11-30T08:00:00.000Z'],
  ['2026-11-30T08:00:00Z', 'UTC', '2026-12-07T08:00:00.000Z'],
  ['2026-11-25T12:00:00Z', 'Europe/Berlin', '2026-11-30T07:00:00.000Z'],
  ['2026-11-25T12:00:00Z', 'Asia/Tokyo', '2026-11-29T23:00:00.000Z'],
  ['2026-11-29T23:30:00Z', 'Asia/Tokyo', '2026-12-06T23:00:00.000Z'],
  ['2026-11-25T12:00:00Z', 'America/Los_Angeles', '2026-11-30T16:00:00.000Z'],
  ['2026-11-25T12:00:00Z', 'Asia/Kathmandu', '2026-11-30T02:15:00.000Z'],
  // The clocks change on the Sunday before that.
  ['2026-03-24T12:00:00Z', 'Europe/Berlin', '2026-03-30T06:00:00.000Z'],
  ['2026-10-20T12:00:00Z', 'Europe/Berlin', '2026-10-26T07:00:00.000Z'],
  ['2026-03-07T12:00:00Z', 'America/New_York', '2026-03-09T12:00:00.000Z'],
  // The clocks change on that Monday, which no time zone has done since.
  ['1998-04-22T12:00:00Z', 'Pacific/Pitcairn', '1998-04-27T16:00:00.000Z'],
])('after %s, %s has its Monday morning at %s', (after, timeZone, monday) => {
  expect(findNextMonday(new Date(after), timeZone).toISOString()).toBe(monday)
})

test('the next email is due a week later, even if the clock is behind, and never in the past after downtime', () => {
  const due = findNextMonday(new Date('2026-08-01T00:00:00Z'), 'Europe/Berlin')
  const week = findNextMonday(due, 'Europe/Berlin')
  expect(week.getTime() - due.getTime()).toBe(7 * 86_400_000)
  const after = (ms: number) => findNextDue(due, new Date(due.getTime() + ms), 'Europe/Berlin')
  expect([-90_000, -1, 0, 60_000].map(after)).toEqual([week, week, week, week])
  expect(after(8 * 86_400_000)).toEqual(findNextMonday(week, 'Europe/Berlin'))
})
