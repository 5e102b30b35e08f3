import { RATES } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { post, member, type TestPerson } from '../../../test/people.ts'

// With the figures as shipped. Windows have fixed edges: in the worst case one lets through twice the figure.

let it: TestApp
let ada: TestPerson
beforeAll(async () => {
  it = await testApp({ rates: {} })
  ada = await member(it, 'ada')
})
afterAll(() => it.close())

/** How often something is let through before it is refused for being too many. */
const countAllowed = async (max: number, ask: () => Promise<{ statusCode: number }>): Promise<number> => {
  for (let n = 0; n <= 2 * max; n++) if ((await ask()).statusCode === 429) return n
  return Number.POSITIVE_INFINITY
}

test('B7 F1 a stolen session cannot try passwords at will', async () => {
  const [max] = RATES.reauth.user
  const guess = { password: 'one of many guesses', content: 'remove' }
  const passed = await countAllowed(max, () => post(it.app, '/api/account/leaving', guess, ada.bearer))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})

test('F1 archives are made a few times a day', async () => {
  const [max] = RATES.export.user
  const passed = await countAllowed(max, () => post(it.app, '/api/my-data/exports', {}, ada.bearer))
  expect([passed >= max, passed <= 2 * max]).toEqual([true, true])
})
