import { expect, test } from 'vitest'
import { countVisit } from './offer-installation.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 5, 1, 12)

test('a page that is opened half an hour after the last one is another visit', () => {
  const first = countVisit(null, NOON)
  expect(first).toEqual({ count: 1, at: NOON, isOffered: false })
  const again = countVisit(first, NOON + 60_000)
  expect(again).toEqual({ count: 1, at: NOON + 60_000, isOffered: false })
  expect(countVisit({ ...again, isOffered: true }, NOON + HOUR_MS)).toMatchObject({
    count: 2,
    isOffered: true,
  })
})

test('an unreadable or future record counts as another visit', () => {
  for (const stored of ['text', {}, { count: 'many' }])
    expect(countVisit(stored, NOON)).toEqual({ count: 1, at: NOON, isOffered: false })
  expect(countVisit({ count: 1, at: NOON + HOUR_MS }, NOON).count).toBe(2)
})
