import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { people, post, signUp, type TestPerson } from '../../../../test/actors/people.ts'
import { until } from '../../../../test/world/until.ts'
import { computeCode } from '../sign-in/code-digits.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(app.app, `/api/${path}`, body, who.cookie)
}

function changeEmail(who: TestPerson) {
  return by(who)('account/email', { email: `new.${who.username}@example.com` })
}

async function askCode(who: TestPerson): Promise<string> {
  const answer = await by(who)('account/proof-codes', {})
  expect(answer.statusCode).toBe(202)
  return answer.json<{ code_id: string }>().code_id
}

function useCode(who: TestPerson, code_id: string, code = computeCode(SECRET, code_id)) {
  return by(who)('account/proofs', { code_id, code })
}

/** Backdates the latest proof in each of a person's sessions. */
async function provedBefore({ user_id }: TestPerson, minutes: number) {
  const proved_at = new Date(Date.now() - minutes * 60_000)
  await app.db.updateTable('sessions').set({ proved_at }).where('user_id', '=', user_id).execute()
}

test('API-13 actions that a stolen session must not allow need a fresh proof; the password is one', async () => {
  const { ada } = await people(app, 'ada')
  const changes = [
    () => changeEmail(ada),
    () => by(ada)('account/password', { new_password: 'a fresh set of bearings' }),
    () => by(ada)('account/leaving', { content: 'keep' }),
  ]
  for (const change of changes)
    expect((await change()).json()).toMatchObject({ status: 403, code: 'PROOF_NEEDED' })
  expect((await by(ada)('account/proofs', { password: 'not the password' })).json()).toMatchObject({
    code: 'WRONG_PASSWORD',
    fields: { password: expect.any(String) },
  })
  expect((await changeEmail(ada)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const proved = await by(ada)('account/proofs', { password: ada.password })
  expect(Date.parse(proved.json<{ fresh_until: string }>().fresh_until)).toBeGreaterThan(Date.now())
  for (const change of changes) expect((await change()).statusCode).toBeLessThan(300)
})

test('refuses an empty proof, half a code, or two proofs together', async () => {
  const { xia } = await people(app, 'xia')
  await provedBefore(xia, 11)
  const code_id = await askCode(xia)
  const bodies = [
    {},
    { code_id },
    { code: '123456' },
    { password: xia.password, code_id, code: computeCode(SECRET, code_id) },
  ]
  for (const body of bodies)
    expect((await by(xia)('account/proofs', body)).json()).toMatchObject({
      status: 400,
      fields: expect.any(Object),
    })
  expect((await changeEmail(xia)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
})

test('API-13 a proof is valid for ten minutes, and only for its session', async () => {
  const { ben } = await people(app, 'ben')
  await by(ben)('account/proofs', { password: ben.password })
  await provedBefore(ben, 9)
  expect((await changeEmail(ben)).statusCode).toBe(202)
  await provedBefore(ben, 10)
  expect((await changeEmail(ben)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  await by(ben)('account/proofs', { password: ben.password })
  const elsewhere = await post(app.app, '/api/account/email', { email: 'b@example.com' }, ben.bearer)
  expect(elsewhere.json()).toMatchObject({ code: 'PROOF_NEEDED' })
})

test('API-13 a sign-in also counts as a proof', async () => {
  const cem = await signUp(app, 'cem')
  expect((await changeEmail(cem)).statusCode).toBe(202)
})

test('API-13 a person without a password proves their identity by an emailed code, and can do everything', async () => {
  const email = 'codes.only@example.com'
  const { code_id: asked } = (await post(app.app, '/api/auth/codes', { email })).json<{ code_id: string }>()
  const body = { code_id: asked, code: computeCode(SECRET, asked), username: 'codes.only' }
  const joined = await post(app.app, '/api/auth/code-sign-ins', body)
  const { user_id } = joined.json<{ user: { user_id: string } }>().user
  const cookie = joined.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const dan = {
    user_id,
    username: 'codes.only',
    email,
    password: '',
    bearer: { authorization: '' },
    cookie: { cookie, 'sec-fetch-site': 'same-origin' },
  }
  await provedBefore(dan, 11)
  expect((await changeEmail(dan)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const code_id = await askCode(dan)
  const mails = await mailsTo(app, email, { about: computeCode(SECRET, code_id) })
  expect(mails[0]?.text?.replaceAll(/\s+/g, ' ')).toContain('It only works on that device')
  expect(mails[0]?.text).not.toContain('http')
  expect((await useCode(dan, code_id)).statusCode).toBe(200)
  const password = 'the first password of all'
  expect((await by(dan)('account/password', { new_password: password })).statusCode).toBe(204)
  expect((await post(app.app, '/api/auth/sign-in', { email, password })).statusCode).toBe(200)
  expect((await by(dan)('account/leaving', { content: 'remove' })).statusCode).toBe(202)
})

test('API-13 the code works once, allows five attempts, and is only valid for its session', async () => {
  const { eve, fay } = await people(app, 'eve', 'fay')
  const code_id = await askCode(eve)
  const code = computeCode(SECRET, code_id)
  expect((await useCode(fay, code_id)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await post(app.app, '/api/account/proofs', { code_id, code }, eve.bearer)).json()).toMatchObject({
    code: 'CODE_OVER',
  })
  expect((await post(app.app, '/api/auth/code-sign-ins', { code_id, code })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
  expect((await useCode(eve, code_id)).statusCode).toBe(200)
  expect((await useCode(eve, code_id)).json()).toMatchObject({ code: 'CODE_OVER' })

  const tried = await askCode(eve)
  const wrong = computeCode(SECRET, tried) === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n++)
    expect((await useCode(eve, tried, wrong)).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await useCode(eve, tried)).json()).toMatchObject({ code: 'CODE_OVER' })
})

test('API-13 a sign-in code proves no session', async () => {
  const { gil } = await people(app, 'gil')
  const asked = await post(app.app, '/api/auth/codes', { email: gil.email })
  expect((await useCode(gil, asked.json<{ code_id: string }>().code_id)).json()).toMatchObject({
    code: 'CODE_OVER',
  })
})

test('a change in progress stores nothing if its session ends in the meantime', async () => {
  const { una, vera } = await people(app, 'una', 'vera')
  for (const [who, change] of [
    [una, () => changeEmail(una)],
    [vera, () => by(vera)('account/factors', { kind: 'totp', name: 'App' })],
  ] as const) {
    await provedBefore(who, 0)
    const answer = await app.db.transaction().execute(async (tx) => {
      // Takes the same lock as securing the account.
      await tx.selectFrom('users').select('id').where('id', '=', who.user_id).forUpdate().execute()
      const changed = change()
      await until(async () => {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          ) as waits`.execute(app.db)
        expect(rows).toEqual([{ waits: true }])
      })
      await tx.deleteFrom('sessions').where('user_id', '=', who.user_id).execute()
      return { changed }
    })
    expect((await answer.changed).json()).toMatchObject({ status: 401, code: 'SESSION_MISSING' })
  }
  const changes = app.db.selectFrom('email_changes').select('id').where('user_id', '=', una.user_id)
  const factors = app.db.selectFrom('factors').select('id').where('user_id', '=', vera.user_id)
  expect([await changes.execute(), await factors.execute()]).toEqual([[], []])
})
