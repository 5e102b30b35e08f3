import { expect, test } from 'vitest'
import { countVisit } from './visits.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 5, 1, 12)

test('a page that is opened half an hour after the last one is another visit', () => {
  const first = countVisit(null, NOON)
  expect(first).toEqual({ count: 1, at: NOON })
  const again = countVisit(first, NOON + 60_000)
  expect(again).toEqual({ count: 1, at: NOON + 60_000 })
  expect(countVisit(again, NOON + HOUR_MS).count).toBe(2)
})

test('an unreadable or future record counts as another visit', () => {
  for (const stored of ['text', {}, { count: 'many' }])
    expect(countVisit(stored, NOON)).toEqual({ count: 1, at: NOON })
  expect(countVisit({ count: 1, at: NOON + HOUR_MS }, NOON).count).toBe(2)
})

test('with a rule for tabs, the time between pages does not matter', () => {
  const first = countVisit(null, NOON, () => true)
  expect(countVisit(first, NOON + 1, () => true)).toEqual({ count: 2, at: NOON + 1 })
  expect(countVisit(first, NOON + HOUR_MS, () => false).count).toBe(1)
})

test('continues the counter of an earlier version', () => {
  expect(countVisit(1, NOON, () => true).count).toBe(2)
})
