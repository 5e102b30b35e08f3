import { expect, test } from 'vitest'
import { hoursText } from './hours-text.ts'
import { toOpeningForm, toOpeningValue } from './opening-rows.ts'

test('groups consecutive days with the same opening hours, including closed days', () => {
  const text = hoursText('Mo-Fr 08:00-20:00; Sa 10:00-12:00,14:00-18:00').replaceAll('\u202f', ' ')
  expect(text).toBe('Mon to Fri 8:00 AM to 8:00 PM; Sat 10:00 AM to 12:00 PM, 2:00 PM to 6:00 PM; Sun closed')
  expect(hoursText('24/7')).toBe('Always open')
  const seasons = hoursText('Apr-Sep Mo-Su 09:00-21:00').replaceAll('\u202f', ' ')
  expect(seasons).toBe('Apr to Sep: Mon to Sun 9:00 AM to 9:00 PM\nOct to Mar: closed')
})

test('converts form rows with both times to hours; equal times mean the whole day', () => {
  const { rows, seasons } = toOpeningForm('Mo-Tu 08:00-20:00; Sa 18:00-02:00')
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    ['08:00', '20:00'],
    ['08:00', '20:00'],
    ['', ''],
    ['', ''],
    ['', ''],
    ['18:00', '02:00'],
    ['', ''],
  ])
  expect(seasons).toEqual([])
  const formatRows = (rows: readonly { from: string; to: string }[]) => toOpeningValue({ rows, seasons: [] })
  expect(formatRows(rows)).toBe('Mo-Tu 08:00-20:00; Sa 18:00-02:00')
  expect(formatRows(rows.map((row, day) => (day === 2 ? { from: '09:00', to: '' } : row)))).toBe(
    'Mo-Tu 08:00-20:00; Sa 18:00-02:00',
  )
  const none = toOpeningForm(null).rows
  expect(formatRows(none.map(() => ({ from: '00:00', to: '00:00' })))).toBe('24/7')
  expect(formatRows(none)).toBeNull()
})

test('seasons override regular hours, even across the new year, and survive a round trip', () => {
  const stored = 'Apr-Sep Mo-Su 09:00-21:00; Nov-Feb Mo-Fr 10:00-16:00'
  const form = toOpeningForm(stored)
  expect(form.rows[0]).toEqual({ from: '09:00', to: '21:00' })
  expect(form.seasons.map(({ first, last }) => [first, last])).toEqual([
    [2, 2],
    [9, 9],
    [10, 1],
  ])
  expect(toOpeningValue(form)).toBe(stored)
  const closed = toOpeningForm(null).rows
  const summer = { first: 5, last: 7, rows: closed.map(() => ({ from: '10:00', to: '20:00' })) }
  expect(toOpeningValue({ rows: closed, seasons: [summer] })).toBe('Jun-Aug Mo-Su 10:00-20:00')
  expect(toOpeningValue({ rows: summer.rows, seasons: [{ ...summer, rows: closed }] })).toBe(
    'Sep-May Mo-Su 10:00-20:00',
  )
  expect(toOpeningValue({ rows: closed, seasons: [] })).toBeNull()
})
