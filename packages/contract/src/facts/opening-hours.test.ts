import { expect, test } from 'vitest'
import { openingAt, readOpeningHours, writeOpeningHours, yearSpans } from './opening-hours.ts'

function written(text: string) {
  const year = readOpeningHours(text)
  return year && writeOpeningHours(year)
}

test.each<readonly [string, string | null]>([
  ['24/7', '24/7'],
  ['00:00-24:00', '24/7'],
  ['Mo-Su 00:00-24:00', '24/7'],
  ['08:00-20:00', 'Mo-Su 08:00-20:00'],
  ['mo-fr 8:00-20:00; sa,su 10:00-18:00', 'Mo-Fr 08:00-20:00; Sa-Su 10:00-18:00'],
  [
    'Mo-Su,PH 10:00-12:00,14:00-20:00; We off',
    'Mo-Tu 10:00-12:00,14:00-20:00; Th-Su 10:00-12:00,14:00-20:00',
  ],
  ['Mo-Fr 08:00-20:00; PH off', 'Mo-Fr 08:00-20:00'],
  ['Sa-Mo 18:00-02:00', 'Mo 18:00-02:00; Sa-Su 18:00-02:00'],
  ['Fr 22:00-26:00', 'Fr 22:00-02:00'],
  ['Apr-Sep Mo-Su 09:00-21:00', 'Apr-Sep Mo-Su 09:00-21:00'],
  ['Apr-Oct: 08:00-20:00', 'Apr-Oct Mo-Su 08:00-20:00'],
  ['Oct-Mar Mo-Fr 10:00-17:00; Apr-Sep 09:00-21:00', 'Apr-Sep Mo-Su 09:00-21:00; Oct-Mar Mo-Fr 10:00-17:00'],
  ['Mo-Su 09:00-21:00; Dec-Feb off', 'Mar-Nov Mo-Su 09:00-21:00'],
  ['Mo-Su 09:00-21:00; Jul Sa 10:00-12:00; Jul Sa 09:00-21:00', 'Mo-Su 09:00-21:00'],
  ['May,Jul-Aug Sa 10:00-12:00', 'May Sa 10:00-12:00; Jul-Aug Sa 10:00-12:00'],
  ['Jan-Dec 24/7', '24/7'],
  ['Jun-Aug 24/7', 'Jun-Aug Mo-Su 00:00-24:00'],
  // The values of other facts don't matter in this test.
  ...[
    '',
    'off',
    'sunrise-sunset',
    'Apr 15-Sep 30 08:00-20:00',
    'Apr-Foo 08:00-20:00',
    'Nov-Mar off',
    'easter-Oct 08:00-20:00',
    'Mo-Fr 08:00+',
    '"by appointment"',
    'Mo 25:00-26:00',
    'Mo 08:61-09:00',
    'PH 10:00-12:00',
  ].map((text) => [text, null] as const),
])('%s is stored as %s', (text, stored) => {
  expect(written(text)).toBe(stored)
  if (stored) expect(written(stored), 'the same when it is read again').toBe(stored)
})

const LONG = 40 * 1440

test('tells whether it is open at a minute of the week, and when that changes', () => {
  const year = readOpeningHours('Mo-Fr 08:00-20:00; Su 22:00-02:00')!
  const at = (day: number, hour: number, minute = 0) =>
    openingAt(year, { month: 5, minute: day * 1440 + hour * 60 + minute, left: LONG })
  expect(at(0, 8)).toEqual({ is_open: true, changes_in: 720 })
  expect(at(0, 7, 59)).toEqual({ is_open: false, changes_in: 1 })
  expect(at(4, 20)).toEqual({ is_open: false, changes_in: null })
  expect(at(6, 23)).toEqual({ is_open: true, changes_in: 180 })
  // Sunday night's hours continue into Monday.
  expect(at(0, 1)).toEqual({ is_open: true, changes_in: 60 })
  const always = openingAt(readOpeningHours('24/7')!, { month: 0, minute: 5_000, left: LONG })
  expect(always).toEqual({ is_open: true, changes_in: null })
})

test('a season applies during its months, and ends in the middle of a night', () => {
  const year = readOpeningHours('Apr-Sep 24/7; Oct-Mar Mo-Su 10:00-17:00')!
  const at = (month: number, hour: number, left = LONG) => openingAt(year, { month, minute: hour * 60, left })
  expect([at(3, 3), at(8, 22), at(9, 9), at(0, 16)]).toEqual([
    { is_open: true, changes_in: null },
    { is_open: true, changes_in: null },
    { is_open: false, changes_in: 60 },
    { is_open: true, changes_in: 60 },
  ])
  expect(at(8, 22, 120), 'the last evening of September').toEqual({ is_open: true, changes_in: 120 })
  expect(at(2, 23, 60), 'the last evening of March').toEqual({ is_open: false, changes_in: 60 })
})

test('stores one week if all months are the same, otherwise one week per month', () => {
  expect(yearSpans(readOpeningHours('Mo 08:00-10:00')!)).toEqual([{ from: 480, to: 600 }])
  const WEEK = 7 * 1440
  expect(yearSpans(readOpeningHours('Dec-Jan Mo 08:00-10:00')!)).toEqual([
    { from: WEEK + 480, to: WEEK + 600 },
    { from: 12 * WEEK + 480, to: 12 * WEEK + 600 },
  ])
})
