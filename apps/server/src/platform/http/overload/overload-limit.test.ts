import { expect, test } from 'vitest'
import { AdaptiveLimit } from './overload-limit.ts'

const FIGURES = { slowMs: 100, start: 100, min: 10, max: 400 }

/** Evaluates a limit once after `count` concurrent requests with the given durations. */
function looked(limit: AdaptiveLimit, count: number, ms: (n: number) => number) {
  const taken = Array.from({ length: count }, () => limit.take(1)).filter(Boolean).length
  for (let n = 0; n < taken; n += 1) limit.giveBack(ms(n))
  limit.look()
  return limit.limit
}

test('while most requests are slow, the limit falls proportionally, but never below its minimum', () => {
  const limit = new AdaptiveLimit(FIGURES)
  expect(looked(limit, 50, () => 125)).toBeCloseTo(80)
  expect(looked(limit, 50, () => 10_000)).toBeCloseTo(56)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 10_000)
  expect(limit.limit).toBe(10)
})

test("a few slow operations don't lower the limit", () => {
  const limit = new AdaptiveLimit(FIGURES)
  expect(looked(limit, 50, (n) => (n % 3 === 0 ? 5_000 : 20))).toBe(100)
})

test('rises above its starting value only while requests are refused, and only up to its maximum', () => {
  const limit = new AdaptiveLimit(FIGURES)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 5)
  expect(limit.limit).toBe(100)
  for (let n = 0; n < 100; n += 1) looked(limit, 1_000, () => 5)
  expect(limit.limit).toBe(400)
  looked(limit, 1_000, () => 1_000)
  for (let n = 0; n < 20; n += 1) looked(limit, 5, () => 5)
  expect(limit.limit).toBeCloseTo(280)
})

test('returns to its starting value after a rush, even with hardly any requests', () => {
  const limit = new AdaptiveLimit(FIGURES)
  for (let n = 0; n < 20; n += 1) looked(limit, 50, () => 10_000)
  for (let n = 0; n < 60; n += 1) looked(limit, 0, () => 0)
  expect(limit.limit).toBe(100)
})

test('while no requests complete, the limit neither rises nor admits more', () => {
  const limit = new AdaptiveLimit({ ...FIGURES, start: 10 })
  for (let n = 0; n < 50; n += 1) {
    limit.take(1)
    limit.look()
  }
  expect([limit.limit, limit.inUse]).toEqual([10, 10])
})

test('reserves the last slots for callers that can use all of them', () => {
  const limit = new AdaptiveLimit({ ...FIGURES, start: 20 })
  const take = (share: number) => Array.from({ length: 20 }, () => limit.take(share)).filter(Boolean).length
  expect([take(0.75), take(0.9), take(1)]).toEqual([15, 3, 2])
  limit.giveBack(null)
  expect([limit.take(0.9), limit.take(1)]).toEqual([false, true])
})
