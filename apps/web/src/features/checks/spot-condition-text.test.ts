import type { SpotCondition } from '@nollie/contract'
import { expect, test } from 'vitest'
import { confirmedText, stateText } from './spot-condition-text.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

function spot(condition: Partial<SpotCondition>) {
  return {
    id: 'spot',
    name: 'Ledge',
    latitude: 1,
    longitude: 1,
    source: null,
    created_at: '2024-06-01T00:00:00.000Z',
    standing: {
      state: 'open' as const,
      until: null,
      confirmed_at: null,
      confirmed_by: 0,
      is_doubtful: false,
      ...condition,
    },
  }
}

function describeSpotCondition(condition: Partial<SpotCondition>) {
  return confirmedText(spot(condition), NOW)
}

test('CHECK-13 shows who confirmed a spot and when, or that no one has for a long time', () => {
  const confirmed_at = '2026-06-12T12:00:00.000Z'
  expect(describeSpotCondition({ confirmed_at, confirmed_by: 4 })).toBe('Confirmed 3 days ago by 4 people')
  expect(describeSpotCondition({ confirmed_at: '2026-06-15T11:00:00.000Z', confirmed_by: 1 })).toBe(
    'Confirmed today by 1 person',
  )
  expect(describeSpotCondition({ is_doubtful: true })).toBe(
    'No one has confirmed this spot in 2 years. Still there?',
  )
  expect(describeSpotCondition({ is_doubtful: true, confirmed_at: '2024-12-10T12:00:00.000Z' })).toBe(
    'No one has confirmed this spot in 18 months. Still there?',
  )
  expect(describeSpotCondition({ state: 'unverified', is_doubtful: true })).toBe(
    'This spot was imported, and no one has verified it yet. Is it there?',
  )
  expect(describeSpotCondition({})).toBeNull()
  expect(describeSpotCondition({ state: 'gone' })).toBeNull()
  // Spots stored by an older version have no status.
  const { standing: _, ...stored } = spot({})
  expect(confirmedText(stored, NOW)).toBeNull()
})

test('CHECK-13 shows the end date of a status, the same in every time zone', () => {
  expect(stateText({ state: 'closed', until: '2026-07-01' })).toBe('Closed until Jul 1, 2026')
  expect(stateText({ state: 'under_construction', until: null })).toBe('Under construction')
})
