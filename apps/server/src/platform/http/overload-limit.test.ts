import { expect, test } from 'vitest'
import { AdaptiveLimit } from './overload-limit.ts'

const FIGURES = { slowMs: 100, start: 100, min: 10, max: 400 }

/** One look at a limit at which `count` requests came at once and each took so long. */
const looked = (limit: AdaptiveLimit, count: number, ms: (n: number) => number) => {
  const taken = Array.from({ length: count }, () => limit.take(1)).filter(Boolean).length
  for (let n = 0; n < taken; n += 1) limit.giveBack(ms(n))
  limit.look()
  return limit.limit
}

test('while most requests are slow the limit falls, in proportion, and never below its minimum', () => {
  const limit = new AdaptiveLimit(FIGURES)
  expect(looked(limit, 50, () => 125)).toBeCloseTo(80)
  expect(looked(limit, 50, () => 10_000)).toBeCloseTo(56)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 10_000)
  expect(limit.limit).toBe(10)
})

test('a few slow operations do not lower the limit of all', () => {
  const limit = new AdaptiveLimit(FIGURES)
  expect(looked(limit, 50, (n) => (n % 3 === 0 ? 5_000 : 20))).toBe(100)
})

test('it rises above where it began only as long as somebody is refused, and up to its maximum', () => {
  const limit = new AdaptiveLimit(FIGURES)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 5)
  expect(limit.limit).toBe(100)
  for (let n = 0; n < 100; n += 1) looked(limit, 1_000, () => 5)
  expect(limit.limit).toBe(400)
  looked(limit, 1_000, () => 1_000)
  for (let n = 0; n < 20; n += 1) looked(limit, 5, () => 5)
  expect(limit.limit).toBeCloseTo(280)
})

test('when the rush is over it returns to where it began, also when hardly anybody comes', () => {
  const limit = new AdaptiveLimit(FIGURES)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 10_000)
  for (let n = 0; n < 60; n += 1) looked(limit, 0, () => 0)
  expect(limit.limit).toBe(100)
})

test('where nothing is answered any more the limit says so: it neither rises nor lets others in', () => {
  const limit = new AdaptiveLimit({ ...FIGURES, start: 10 })
  for (let n = 0; n < 50; n += 1) {
    limit.take(1)
    limit.look()
  }
  expect([limit.limit, limit.inUse]).toEqual([10, 10])
})

test('the last places are for whoever may take all of them', () => {
  const limit = new AdaptiveLimit({ ...FIGURES, start: 20 })
  const take = (share: number) => Array.from({ length: 20 }, () => limit.take(share)).filter(Boolean).length
  expect([take(0.75), take(0.9), take(1)]).toEqual([15, 3, 2])
  limit.giveBack(null)
  expect([limit.take(0.9), limit.take(1)]).toEqual([false, true])
})
