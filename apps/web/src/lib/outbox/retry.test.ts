import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { Unsent } from './kinds.ts'
import { toOutcome } from './retry.ts'

function busy(retryAfter: number | null) {
  return new ApiError({ status: 429, code: 'TOO_MANY', detail: '', retryAfter })
}

function waitAfter(error: unknown, tries = 0) {
  const outcome = toOutcome(error, tries)
  return outcome.next === 'later' ? outcome.wait : null
}

test('waits as many seconds as a busy server or a failed upload says, and a few if neither says', () => {
  expect(waitAfter(busy(60))).toBe(60_000)
  expect(waitAfter(busy(null))).toBe(5_000)
  expect(waitAfter(new Unsent('busy', '', 7))).toBe(7_000)
  expect(waitAfter(new Unsent('unreachable'))).toBe(2_000)
})

test('each failure doubles the wait, up to five minutes', () => {
  const failed = new ApiError({ status: 500, code: 'INTERNAL', detail: '' })
  expect([0, 1, 2, 7, 8, 400].map((tries) => waitAfter(failed, tries))).toEqual([
    2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
  ])
})
