import { LIMITS } from '@nollie/contract/limits'
import { expect, test } from 'vitest'
import { inlineLimits } from '../../../vite/inline-limits.ts'

test('the build replaces each limit with its value', () => {
  expect(inlineLimits('maxLength={LIMITS.bio_max}')).toBe(`maxLength={${LIMITS.bio_max}}`)
  expect(inlineLimits('[LIMITS.crews_max, LIMITS.search_max]')).toBe(
    `[${LIMITS.crews_max}, ${LIMITS.search_max}]`,
  )
})

test("the build does not replace other objects' limits or unknown names", () => {
  for (const code of ['ACCOUNT_LIMITS.bio_max', 'it.LIMITS.bio_max', 'LIMITS.toString', 'LIMITS[name]'])
    expect(inlineLimits(code)).toBe(code)
})
