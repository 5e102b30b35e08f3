import type { SpotCard } from '@nollie/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseUnchecked } from './offer-unchecked.ts'
import { BETWEEN_MS, parseMemory, readDue, storeAsked } from './unchecked-memory.ts'

const DAY = 86_400_000
const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})

test('asks on the second day at the earliest, then once a week, and a day later if there was nothing to ask', () => {
  expect(readDue(0)).toBeNull()
  expect(readDue(DAY - 1)).toBeNull()
  const first = readDue(DAY)
  expect(first).toEqual({ next: DAY, asked: [] })
  storeAsked(first ?? { next: 0, asked: [] }, [], DAY)
  expect(readDue(2 * DAY - 1)).toBeNull()
  const second = readDue(2 * DAY)
  storeAsked(second ?? { next: 0, asked: [] }, ['a', 'b'], 2 * DAY)
  expect(readDue(2 * DAY + BETWEEN_MS - 1)).toBeNull()
  expect(readDue(2 * DAY + BETWEEN_MS)?.asked).toEqual(['a', 'b'])
})

test('a clock that was far ahead delays the question by a day, and forgets no spots', () => {
  storeAsked({ next: 0, asked: ['a'] }, ['b'], 1_000 * DAY)
  expect(readDue(5 * DAY)).toBeNull()
  expect(readDue(6 * DAY)?.asked).toEqual(['a', 'b'])
})

test('ignores stored data that someone has changed', () => {
  for (const value of [null, 3, 'x', {}, { next: 'x', asked: [] }, { next: 1, asked: {} }])
    expect(parseMemory(value)).toBeNull()
  expect(parseMemory({ next: 1, asked: ['a', 2] })).toEqual({ next: 1, asked: ['a'] })
})

test('offers the three nearest spots that no one has checked, and none that an earlier question mentioned', () => {
  const spot = (id: string, km: number, state = 'unverified') =>
    ({ id, latitude: 41 + km / 111.2, longitude: 2, standing: { state } }) as SpotCard
  const spots = [
    spot('far', 5.2),
    spot('four', 4),
    spot('one', 1),
    spot('asked', 0.5),
    spot('open', 0.2, 'open'),
    spot('three', 3),
    spot('two', 2),
  ]
  const ids = chooseUnchecked(spots, { latitude: 41, longitude: 2 }, ['asked']).map(({ id }) => id)
  expect(ids).toEqual(['one', 'two', 'three'])
  expect(chooseUnchecked(spots, { latitude: 42, longitude: 2 }, [])).toEqual([])
})
