import { expect, test } from 'vitest'
import { hoursText } from './hours-text.ts'
import { rowsOf, valueOfRows } from './opening-rows.ts'

test('opening hours are written by runs of days, closed ones too', () => {
  const text = hoursText('Mo-Fr 08:00-20:00; Sa 10:00-12:00,14:00-18:00').replaceAll('\u202f', ' ')
  expect(text).toBe('Mon to Fri 8:00 AM to 8:00 PM; Sat 10:00 AM to 12:00 PM, 2:00 PM to 6:00 PM; Sun closed')
  expect(hoursText('24/7')).toBe('Always open')
})

test('rows of a form become hours once both times of a day are there; equal ones mean the whole day', () => {
  const rows = rowsOf('Mo-Tu 08:00-20:00; Sa 18:00-02:00')
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    ...[
      ['08:00', '20:00'],
      ['08:00', '20:00'],
      ['', ''],
      ['', ''],
      ['', ''],
      ['18:00', '02:00'],
      ['', ''],
    ],
  ])
  expect(valueOfRows(rows)).toBe('Mo-Tu 08:00-20:00; Sa 18:00-02:00')
  expect(valueOfRows(rows.map((row, day) => (day === 2 ? { from: '09:00', to: '' } : row)))).toBe(
    'Mo-Tu 08:00-20:00; Sa 18:00-02:00',
  )
  expect(valueOfRows(rowsOf(null).map(() => ({ from: '00:00', to: '00:00' })))).toBe('24/7')
  expect(valueOfRows(rowsOf(null))).toBeNull()
})
