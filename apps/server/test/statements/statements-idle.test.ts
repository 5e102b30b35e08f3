import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { people } from '../actors/people.ts'
import { until } from '../world/until.ts'
import { statementsDuring } from './statements.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
  await people(it, 'ada', 'ben')
})
afterAll(() => it.close())

test('an idle server sends at most three statements a second', async () => {
  const seconds = 30
  // The first measurements may include work from the startup and the sign-ups.
  await until(
    async () => {
      const texts = await statementsDuring(() => sleep(seconds * 1000))
      const short = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 90)).toSorted()
      expect(texts.length, short.join('\n')).toBeLessThanOrEqual(3 * seconds)
    },
    { timeout: 180_000 },
  )
})
