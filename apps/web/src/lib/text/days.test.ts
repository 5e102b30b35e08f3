import { expect, test } from 'vitest'
import { byDay } from './days.ts'

function at(...date: [number, number, number, number]) {
  return {
    created_at: new Date(...date).toISOString(),
  }
}

test("NOTIF-04 ACT-02 groups items by day in the device's time zone", () => {
  const now = new Date(2026, 2, 1, 9)
  const days = byDay(
    [
      at(2026, 2, 2, 1),
      at(2026, 2, 1, 8),
      at(2026, 2, 1, 0),
      at(2026, 1, 28, 23),
      at(2026, 1, 20, 12),
      at(2025, 11, 31, 12),
    ],
    now,
  )
  expect(days.map(({ title, items }) => [title, items.length])).toEqual([
    ['Today', 3],
    ['Yesterday', 1],
    ['Friday, February 20', 1],
    ['December 31, 2025', 1],
  ])
  expect(byDay([], now)).toEqual([])
})
