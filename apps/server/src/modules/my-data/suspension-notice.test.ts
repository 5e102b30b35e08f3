import { expect } from 'vitest'
import { type Actor, type Caller, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

function notice(who: Caller) {
  return who.getSuspensionNotice()
}

async function isSuspended(who: Actor) {
  return (await who.getSession()).is_suspended
}

test('the token of a session that a suspension ended gets the reasons, and nothing else', async ({
  visitor,
  ada,
  ben,
  mod,
}) => {
  const none = { suspended_at: null, reasons: [] }
  expect([await notice(visitor), await notice(ada)]).toEqual([none, none])
  await mod.suspendPerson(ada.user_id, { reason: 'Sells wax.' })
  expect(await getOutcome(ada.listDiscussions())).toBe('SESSION_MISSING')
  expect(await getOutcome(ada.getSuspension())).toBe('SESSION_MISSING')
  expect(await ada.getSession()).toEqual({
    user: null,
    expires_at: null,
    is_suspended: true,
  })
  expect(await notice(ada)).toEqual({ suspended_at: expect.stringMatching(/Z$/), reasons: ['Sells wax.'] })
  expect([await notice(ben), await isSuspended(ben)]).toEqual([none, false])
  await mod.unsuspend(ada.user_id)
  expect([await notice(ada), await isSuspended(ada)]).toEqual([none, false])
})
