import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { SECRET, type TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { setAdmin } from '../profiles/index.ts'
import { firstAdminPath } from './first-admin.service.ts'

const token = firstAdminPath(SECRET).split('token=')[1] ?? ''

async function revokeAll({ db }: TestApp) {
  await db.updateTable('profiles').set({ is_admin: false }).where('is_admin', '=', true).execute()
}

test('the printed token makes a member the first admin, and a retry changes nothing', async ({
  app,
  ada,
}) => {
  await revokeAll(app)
  await ada.becomeFirstAdmin({ token })
  await ada.becomeFirstAdmin({ token })
  expect((await ada.getSession()).user?.is_admin).toBe(true)
})

test('any other token is refused, and so is the printed one if someone else is an admin', async ({
  app,
  ada,
  ben,
}) => {
  await revokeAll(app)
  expect(await getOutcome(ada.becomeFirstAdmin({ token: `A${token.slice(0, -1)}` }))).toBe('BAD_TOKEN')
  await setAdmin(app.db, ben.email, true)
  expect(await getOutcome(ada.becomeFirstAdmin({ token }))).toBe('BAD_TOKEN')
  expect((await ada.getSession()).user?.is_admin).toBe(false)
})

test('of two people who use the token at the same time, one becomes an admin', async ({ app, ada, ben }) => {
  await revokeAll(app)
  const outcomes = await Promise.all([ada, ben].map((one) => getOutcome(one.becomeFirstAdmin({ token }))))
  expect(outcomes.toSorted()).toEqual(['BAD_TOKEN', 'done'])
})
