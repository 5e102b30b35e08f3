import type { ActivityItem } from '@nollie/contract'
import { expect, test } from 'vitest'
import { daysOf } from './activity-days.ts'

const at = (...moment: [number, number, number, number]) =>
  ({ created_at: new Date(...moment).toISOString() }) as ActivityItem

test('ACT-02 items stand under the day they happened on by the clock of the device', () => {
  const now = new Date(2026, 2, 1, 9)
  const days = daysOf([at(2026, 2, 1, 8), at(2026, 2, 1, 0), at(2026, 1, 28, 23), at(2026, 1, 20, 12)], now)
  expect(days.map(({ title, items }) => [title, items.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Friday, February 20', 1],
  ])
  expect(daysOf([], now)).toEqual([])
})
