import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, withFactor } from '../../../../test/actors/factors.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { getCookie, member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { linkToken } from '../mails/link-token.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function auth(path: string, body: object) {
  return post(it.app, `/api/auth/${path}`, body)
}

function signIn({ email, password }: TestPerson) {
  return auth('sign-in', { email, password })
}

async function ask(who: TestPerson) {
  return auth('factor-recoveries', { challenge: getChallenge(await signIn(who)) })
}

function findRecovery({ user_id }: TestPerson) {
  return it.db.selectFrom('factor_recoveries').selectAll().where('user_id', '=', user_id).executeTakeFirst()
}

/** Returns the token from an email's link to /auth/safety. */
function parseToken(text: string | undefined): { what: string | null; token: string } {
  const [link = ''] = /https?:\/\/\S+\/auth\/safety\S+/.exec(text ?? '') ?? []
  const values = new URLSearchParams(new URL(link).hash.slice(1))
  return { what: values.get('what'), token: values.get('token') ?? '' }
}

async function passThreeDays(who: TestPerson) {
  const due_at = new Date(Date.now() - 1000)
  await it.db.updateTable('factor_recoveries').set({ due_at }).where('user_id', '=', who.user_id).execute()
}

test('a person who lost everything waits 72 hours, is notified immediately, and then gets in by email', async () => {
  const ada = await member(it, 'ada')
  await withFactor(it, ada)
  const asked = await ask(ada)
  expect(asked.statusCode).toBe(202)
  const { due_at } = asked.json<{ due_at: string }>()
  const hours = (Date.parse(due_at) - Date.now()) / 3_600_000
  expect([hours > 71.9, hours <= 72]).toEqual([true, true])
  // Requesting it again neither shortens nor extends the wait.
  expect((await ask(ada)).json()).toEqual({ due_at })
  const [notified] = await mailsTo(it, ada.email, { about: 'without your second factor' })
  expect(parseToken(notified?.text).what).toBe('stop')
  const { id = '' } = (await findRecovery(ada)) ?? {}
  const token = linkToken(SECRET, 'finish-recovery', id)
  expect((await auth('factor-recovery-ends', { token })).json()).toMatchObject({ code: 'BAD_TOKEN' })
  await passThreeDays(ada)
  await it.jobs.send(it.db, ACCOUNT_MAIL, { what: 'recovery_due', recovery_id: id })
  const [due] = await mailsTo(it, ada.email, { about: 'get back into' })
  expect(parseToken(due?.text)).toEqual({ what: 'recover', token })
  getChallenge(await signIn(ada))
  expect((await auth('factor-recovery-ends', { token: parseToken(notified?.text).token })).statusCode).toBe(
    400,
  )
  expect((await auth('factor-recovery-ends', { token })).statusCode).toBe(204)
  expect((await auth('factor-recovery-ends', { token })).statusCode).toBe(400)
  expect((await signIn(ada)).statusCode).toBe(200)
  await mailsTo(it, ada.email, { about: 'was removed' })
})

test('another request after the wait sends the email again', async () => {
  const gus = await member(it, 'gus')
  await withFactor(it, gus)
  await ask(gus)
  await passThreeDays(gus)
  expect((await ask(gus)).statusCode).toBe(202)
  const [due] = await mailsTo(it, gus.email, { about: 'get back into' })
  const { token } = parseToken(due?.text)
  expect((await auth('factor-recovery-ends', { token })).statusCode).toBe(204)
})

test('any address can stop it, including a former one that can still undo a change', async () => {
  const ben = await member(it, 'ben')
  await withFactor(it, ben)
  const change = { id: ben.user_id, user_id: ben.user_id, new_email: ben.email }
  await it.db
    .insertInto('email_changes')
    .values({
      ...change,
      old_email: 'ben.before@example.com',
      changed_at: new Date(),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  await ask(ben)
  await mailsTo(it, ben.email, { about: 'without your second factor' })
  const [former] = await mailsTo(it, 'ben.before@example.com', { about: 'without your second factor' })
  const { token } = parseToken(former?.text)
  expect((await auth('factor-recovery-stops', { token })).statusCode).toBe(204)
  expect(await findRecovery(ben)).toBeUndefined()
  expect((await auth('factor-recovery-stops', { token })).json()).toMatchObject({ code: 'BAD_TOKEN' })
})

test('every signed-in device of the person can see and stop it, and no one else’s', async () => {
  const [cem, dan] = [await member(it, 'cem'), await member(it, 'dan')]
  await withFactor(it, cem)
  await ask(cem)
  const stop = ({ cookie }: TestPerson) =>
    it.app.inject({ method: 'DELETE', url: '/api/account/factor-recovery', headers: cookie })
  const bell = await it.app.inject({ url: '/api/notifications', headers: cem.cookie })
  expect(bell.json()).toMatchObject({ items: [{ type: 'account_recovery', read_at: null }] })
  const seen = await it.app.inject({ url: '/api/account/factors', headers: cem.cookie })
  expect(seen.json()).toMatchObject({ recovery_due_at: expect.any(String) })
  expect((await stop(dan)).statusCode).toBe(404)
  expect((await stop(cem)).statusCode).toBe(204)
  expect((await stop(cem)).statusCode).toBe(404)
})

test('requesting it needs a pending sign-in', async () => {
  expect((await auth('factor-recoveries', { challenge: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
})

test('"this was not me" ends every session and the password, leads to a new one, and starts the recovery', async () => {
  const eve = await member(it, 'eve')
  const factor = await withFactor(it, eve)
  const [added] = await mailsTo(it, eve.email, { about: 'Two-step' })
  const { what, token } = parseToken(added?.text)
  expect(what).toBe('not-me')
  const challenge = getChallenge(await signIn(eve))
  const body = { challenge, code: await factor.code(), trust_device: true }
  const cookie = getCookie(await auth('factor-sign-ins', body))
  expect((await auth('not-me', { token })).statusCode).toBe(204)
  expect((await auth('not-me', { token })).json()).toMatchObject({ code: 'BAD_TOKEN' })
  for (const headers of [eve.cookie, { cookie }])
    expect((await it.app.inject({ url: '/api/session', headers })).json()).toMatchObject({ user: null })
  expect((await signIn(eve)).json()).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  expect(await findRecovery(eve)).toBeDefined()
  const trusted = it.db.selectFrom('trusted_devices').select('id').where('user_id', '=', eve.user_id)
  expect(await trusted.execute()).toEqual([])
  const [mail] = await mailsTo(it, eve.email, { about: 'Choose a new password' })
  expect(mail?.text).toContain('reset=')
})
