import { expect, test } from 'vitest'
import { byDay } from './news-days.ts'

const at = (...moment: [number, number, number, number]) => ({
  created_at: new Date(...moment).toISOString(),
})

test('NOTIF-04 news stands under the day it happened on by the clock of the device', () => {
  const now = new Date(2026, 2, 1, 9)
  const days = byDay(
    [at(2026, 2, 2, 1), at(2026, 2, 1, 8), at(2026, 2, 1, 0), at(2026, 1, 28, 23), at(2026, 1, 20, 12)],
    now,
  )
  expect(days.map(({ title, items }) => [title, items.length])).toEqual([
    ['Today', 3],
    ['Yesterday', 1],
    ['Friday, February 20', 1],
  ])
  expect(byDay([], now)).toEqual([])
})
