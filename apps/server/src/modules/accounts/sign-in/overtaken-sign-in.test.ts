import { expect } from 'vitest'
import { test } from '../../../../test/world/fixtures.ts'
import { lockAwaited } from '../../../../test/world/lock-awaited.ts'
import { member, post } from '../../../../test/actors/people.ts'
import { lockUser } from '../account/accounts.queries.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { unusableHash } from './password-hash.ts'
import { setPassword } from './password.queries.ts'

test('B1 a sign-in that a new password overtakes starts no session', async ({ app: it }) => {
  const { user_id, email, password } = await member(it, 'overtaken')
  const signingIn = await it.db.transaction().execute(async (tx) => {
    await setPassword(tx, user_id, unusableHash())
    await endSessions(tx, user_id)
    const begun = post(it.app, '/api/auth/sign-in', { email, password })
    // The old password was right when it was checked.
    await lockAwaited(it.db)
    return { begun }
  })
  expect((await signingIn.begun).json()).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  const sessions = await it.db.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute()
  expect(sessions).toEqual([])
})

test('B1 a sign-in waits while an account is secured, without a deadlock', async ({ app: it }) => {
  const { user_id, email, password } = await member(it, 'secured')
  const signingIn = await it.db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const begun = post(it.app, '/api/auth/sign-in', { email, password })
    await lockAwaited(it.db)
    await setPassword(tx, user_id, unusableHash())
    await endSessions(tx, user_id)
    return { begun }
  })
  expect((await signingIn.begun).json()).toMatchObject({ code: 'WRONG_CREDENTIALS' })
})
