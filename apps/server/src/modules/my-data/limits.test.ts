import { RATES } from '@nollie/contract'
import { expect } from 'vitest'

import { testWith } from '../../../test/fixtures.ts'
// With the shipped limits. Windows start at fixed times: where one ends during a test, a limit allows twice its figure.

const test = testWith({ rates: {} })

/** How many requests pass before the rate limit refuses. */
const countAllowed = async (max: number, ask: () => Promise<{ statusCode: number }>): Promise<number> => {
  for (let n = 0; n <= 2 * max; n++) if ((await ask()).statusCode === 429) return n
  return Number.POSITIVE_INFINITY
}

test('B7 F1 password attempts with a stolen session are limited', async ({ ada }) => {
  const [max] = RATES.reauth.user
  const guess = { password: 'one of many guesses', content: 'remove' }
  const passed = await countAllowed(max, () => ada.send('POST', '/api/account/leaving', guess))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})

test('F1 archives are limited to a few a day', async ({ ada }) => {
  const [max] = RATES.export.user
  const passed = await countAllowed(max, () => ada.send('POST', '/api/my-data/exports'))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})
