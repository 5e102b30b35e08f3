import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { addPhone, requestPhoneCode, rightCode } from '../../../../test/actors/phones.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp({ rates: { factor_tries: { user: [5, 86_400] }, unproven: { ip: [1_000_000, 300] } } })
})
afterAll(() => it.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

function auth(path: string, body: object) {
  return post(it.app, `/api/auth/${path}`, body)
}

async function isDeletionPending({ user_id }: TestPerson) {
  const rows = await it.db
    .selectFrom('profiles')
    .select('deletion_requested_at')
    .where('user_id', '=', user_id)
    .execute()
  return rows[0]?.deletion_requested_at !== null
}

test('with only the first factor no one can cancel an account’s deletion, or start one', async () => {
  const ada = await member(it, 'ada')
  const phone = await withPhone(ada)
  const factor = await withFactor(it, ada)
  const { email, password } = ada
  expect((await by(ada)('account/leaving', { content: 'keep' })).statusCode).toBe(202)
  expect((await auth('sign-in', { email, password })).json()).toMatchObject({ code: 'LEAVING' })
  const challenge = getChallenge(await auth('return', { email, password }))
  const code_id = await requestPhoneCode(it, phone)
  const entered = { code_id, code: rightCode(code_id), cancel_deletion: true }
  getChallenge(await auth('phone-code-sign-ins', entered))
  expect(await isDeletionPending(ada)).toBe(true)
  const back = await auth('factor-sign-ins', { challenge, code: await factor.code() })
  expect(back.statusCode).toBe(200)
  expect(await isDeletionPending(ada)).toBe(false)
  await mailsTo(it, email, { about: 'account won’t be deleted' })
})

test('access to a mailbox alone can’t delete an account with a second factor', async () => {
  const ben = await member(it, 'ben')
  await auth('leaving-mails', { email: ben.email })
  const [before] = await mailsTo(it, ben.email, { about: 'Delete your Nollie account' })
  const token = /token=([\w-]+)/.exec(before?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  await withFactor(it, ben)
  // Checks the earlier link and later emails.
  expect((await auth('leaving', { token, content: 'keep' })).json()).toMatchObject({ code: 'BAD_TOKEN' })
  await auth('leaving-mails', { email: ben.email })
  const [, after] = await mailsTo(it, ben.email, { about: 'Delete your Nollie account', count: 2 })
  expect(after?.text?.replaceAll(/\s+/g, ' ')).toContain('delete it in Settings')
  expect(after?.text).not.toContain('token=')
  expect(await isDeletionPending(ben)).toBe(false)
})

async function withPhone(who: TestPerson) {
  await proveNow(it, who)
  return addPhone(it, who)
}

test('without the second factor a number can’t be verified again', async () => {
  const cem = await member(it, 'cem')
  const phone = await withPhone(cem)
  const factor = await withFactor(it, cem)
  const provenAt = async () => {
    const rows = it.db.selectFrom('phones').select('proven_at').where('user_id', '=', cem.user_id)
    return Date.parse((await rows.executeTakeFirstOrThrow()).proven_at)
  }
  const proven_at = sql<string>`now() - interval '40 days'`
  await it.db.updateTable('phones').set({ proven_at }).where('user_id', '=', cem.user_id).execute()
  const before = await provenAt()
  const code_id = await requestPhoneCode(it, phone)
  const challenge = getChallenge(await auth('phone-code-sign-ins', { code_id, code: rightCode(code_id) }))
  expect(await provenAt()).toBe(before)
  const signedIn = await auth('factor-sign-ins', { challenge, code: await factor.code() })
  expect(signedIn.statusCode).toBe(200)
  expect(await provenAt()).toBeGreaterThan(before)
})

test('a stranger with the password uses up their own second-factor attempts, not the owner’s', async () => {
  const dora = await member(it, 'dora')
  const factor = await withFactor(it, dora)
  const { email, password } = dora
  const signIn = (headers = {}) => post(it.app, '/api/auth/sign-in', { email, password }, headers)
  const first = getChallenge(await signIn())
  const entered = await auth('factor-sign-ins', { challenge: first, code: await factor.code() })
  const cookies = [entered.headers['set-cookie']].flat().map((line) => line?.split(';')[0])
  const cookie = cookies.find((one) => one?.includes('.device=')) ?? ''
  for (const code of ['wrong1', 'wrong2', 'wrong3', 'wrong4', 'wrong5']) {
    const challenge = getChallenge(await signIn())
    await auth('factor-sign-ins', { challenge, code })
  }
  const refused = await auth('factor-sign-ins', {
    challenge: getChallenge(await signIn()),
    code: await factor.code(),
  })
  expect(refused.json()).toMatchObject({ code: 'TOO_MANY' })
  const challenge = getChallenge(await signIn({ cookie }))
  const code = await factor.code()
  const own = await post(it.app, '/api/auth/factor-sign-ins', { challenge, code }, { cookie })
  expect(own.statusCode).toBe(200)
  // The session's attempts aren't used up, either.
  const proof = await by(dora)('account/proofs', { factor_code: await factor.code() })
  expect(proof.statusCode).toBe(200)
})
