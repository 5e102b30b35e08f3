import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import { type Actor, type Caller, getOutcome, signedUp } from '../../../../test/actors/actor.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { getChallenge, withFactor } from '../../../../test/actors/factors.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'

// Anyone with access to the mailbox can open its links, so no link may bypass the second factor.

async function selectSessions({ db }: TestApp, { user_id }: Actor) {
  return db
    .selectFrom('sessions')
    .select(['id', 'aal'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
}

/** Sends a link's token, and checks that neither the response nor the table contains a new session. */
async function opens(
  { app, visitor }: { app: TestApp; visitor: Caller },
  who: Actor,
  [url, body]: [string, Record<string, string>],
) {
  const before = (await selectSessions(app, who)).map(({ id }) => id)
  const answer = await visitor.send('POST', url, body)
  expect([url, answer.statusCode < 300]).toEqual([url, true])
  // Not even a known device's cookie is set, because each known device gets its own attempts to enter a factor.
  expect([answer.headers['set-cookie'] ?? []].flat()).toEqual([])
  expect(answer.body).not.toMatch(/token/)
  const after = (await selectSessions(app, who)).map(({ id }) => id)
  expect(before).toEqual(expect.arrayContaining(after))
}

async function waits(visitor: Caller, email: string, password: string) {
  return getChallenge(await visitor.send('POST', '/api/auth/sign-in', { email, password }))
}

test('API-21 a new password through an emailed link creates no session, and the next sign-in needs the factor', async ({
  app,
  visitor,
}) => {
  const ada = await signedUp(app, 'ada')
  const factor = await withFactor(app, ada)
  const old = await waits(visitor, ada.email, ada.password)
  await visitor.forgotPassword({ email: ada.email })
  const [mail] = await mailsTo(app, ada.email, { about: 'new password' })
  const password = 'a fresh set of trucks'
  await opens({ app, visitor }, ada, ['/api/auth/password', { token: tokenIn(mail, 'reset'), password }])
  const finish = async (challenge: string) =>
    visitor.send('POST', '/api/auth/factor-sign-ins', { challenge, code: await factor.code() })
  expect((await finish(old)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await finish(await waits(visitor, ada.email, password))).json()).toMatchObject({ aal: 'aal2' })
})

test('API-21 neither changing the address nor undoing it creates a session or removes the factor', async ({
  app,
  visitor,
}) => {
  const cleo = await signedUp(app, 'cleo')
  await withFactor(app, cleo)
  const email = 'new.cleo@example.com'
  expect(
    (await visitor.send('POST', '/api/account/email', { email }, { headers: cleo.cookie })).statusCode,
  ).toBe(202)
  const link = (mail: Email | undefined, name: 'email' | 'undo' | 'reset') => ({ token: tokenIn(mail, name) })
  const [confirm] = await mailsTo(app, email)
  await opens({ app, visitor }, cleo, ['/api/auth/email-confirmations', link(confirm, 'email')])
  await waits(visitor, email, cleo.password)
  const [undo] = await mailsTo(app, cleo.email, { about: 'email was changed' })
  await opens({ app, visitor }, cleo, ['/api/auth/email-undos', link(undo, 'undo')])
  const [choose] = await mailsTo(app, cleo.email, { about: 'email is back' })
  const password = 'these words are mine'
  await opens({ app, visitor }, cleo, ['/api/auth/password', { ...link(choose, 'reset'), password }])
  await waits(visitor, cleo.email, password)
})

test('API-18 API-21 the first factor invalidates older refresh tokens', async ({ app, visitor }) => {
  const ivy = await signedUp(app, 'ivy')
  const { email, password } = ivy
  const headers = { 'x-client': 'signed' }
  const program = await visitor.send('POST', '/api/auth/sign-in', { email, password }, { headers })
  const { refresh_token } = program.json<{ refresh_token: string }>()
  await withFactor(app, ivy)
  const refreshed = await visitor.send('POST', '/api/auth/refresh', { refresh_token })
  expect(refreshed.statusCode).toBe(401)
  expect(refreshed.body).not.toMatch(/_token/)
  expect(await selectSessions(app, ivy)).toEqual([expect.objectContaining({ aal: 2 })])
  expect(await getOutcome(visitor.signIn({ email, password }))).toBe('FACTOR_NEEDED')
})
