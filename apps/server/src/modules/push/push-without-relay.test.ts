import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

test('without a relay no app can be notified', async ({ ada }) => {
  expect(await ada.getPush()).toMatchObject({ native: false })
  expect(await getOutcome(ada.addNativePushDevice({ platform: 'ios', token: 'abc' }))).toBe('BAD_REQUEST')
})
