import { RATES } from '@nollie/contract'
import { expect } from 'vitest'

import { testWith } from '../../../test/world/fixtures.ts'
// Uses the default limits. Windows start at fixed times, so if one ends during a test, twice the limit is allowed.

const test = testWith({ rates: {} })

/** Counts the requests that pass before the rate limit refuses one. */
async function countAllowed(max: number, ask: () => Promise<{ statusCode: number }>): Promise<number> {
  for (let n = 0; n <= 2 * max; n++) if ((await ask()).statusCode === 429) return n
  return Number.POSITIVE_INFINITY
}

test('B7 F1 limits password attempts with a stolen session', async ({ ada }) => {
  const [max] = RATES.reauth.user
  const guess = { password: 'one of many guesses', content: 'remove' }
  const passed = await countAllowed(max, () => ada.send('POST', '/api/account/leaving', guess))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})

test('F1 limits archives to a few a day', async ({ ada }) => {
  const [max] = RATES.export.user
  const passed = await countAllowed(max, () => ada.send('POST', '/api/my-data/exports'))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})
