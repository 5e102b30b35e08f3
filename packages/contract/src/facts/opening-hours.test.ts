import { expect, test } from 'vitest'
import { openingAt, readOpeningHours, writeOpeningHours } from './opening-hours.ts'

const written = (text: string) => {
  const week = readOpeningHours(text)
  return week && writeOpeningHours(week)
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
  // What is more than a week says nothing here.
  ...[
    '',
    'off',
    'sunrise-sunset',
    'Apr-Oct 08:00-20:00',
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

test('whether it is open in a minute of the week, and until when', () => {
  const week = readOpeningHours('Mo-Fr 08:00-20:00; Su 22:00-02:00')!
  const at = (day: number, hour: number, minute = 0) => openingAt(week, day * 1440 + hour * 60 + minute)
  expect(at(0, 8)).toEqual({ is_open: true, changes_in: 720 })
  expect(at(0, 7, 59)).toEqual({ is_open: false, changes_in: 1 })
  expect(at(4, 20)).toEqual({ is_open: false, changes_in: null })
  expect(at(6, 23)).toEqual({ is_open: true, changes_in: 180 })
  // The night of Sunday goes on into Monday.
  expect(at(0, 1)).toEqual({ is_open: true, changes_in: 60 })
  expect(openingAt(readOpeningHours('24/7')!, 5_000)).toEqual({ is_open: true, changes_in: null })
})
