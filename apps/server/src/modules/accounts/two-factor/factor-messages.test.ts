import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { addPhone, aNumber, messagesTo, requestPhoneCode, rightCode } from '../../../../test/actors/phones.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

function auth(path: string, body: object) {
  return post(it.app, `/api/auth/${path}`, body)
}

function signIn({ email, password }: TestPerson) {
  return auth('sign-in', { email, password })
}

function remove({ cookie }: TestPerson, url: string) {
  return it.app.inject({ method: 'DELETE', url, headers: cookie })
}

async function listKinds({ cookie }: TestPerson) {
  const answer = await it.app.inject({ url: '/api/account/factors', headers: cookie })
  return answer.json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind)
}

function getCodeId(answer: { json: () => unknown }) {
  return (answer.json() as { code_id: string }).code_id
}

async function withPhone(who: TestPerson) {
  await proveNow(it, who)
  return addPhone(it, who)
}

/** Makes a person's phone number their second factor. */
async function withMessages(who: TestPerson) {
  const number = await withPhone(who)
  const begun = await by(who)('account/factors', { kind: 'sms', name: 'My number' })
  expect(begun.json()).toMatchObject({ secret: null, uri: null })
  const { id } = begun.json<{ id: string }>()
  const code_id = getCodeId(await by(who)('account/factor-codes', {}))
  // If a code is used before its message is sent, the message is skipped.
  await messagesTo(it, number, 2)
  const proven = await by(who)(`account/factors/${id}/verifications`, { code_id, code: rightCode(code_id) })
  const { recovery_codes } = proven.json<{ recovery_codes: string[] }>()
  expect(recovery_codes).toHaveLength(10)
  return { number, id, recovery_codes }
}

test('API-19 API-20 API-21 a texted code completes one sign-in, once', async () => {
  const ada = await member(it, 'ada')
  const { number } = await withMessages(ada)
  const refused = await signIn(ada)
  expect(refused.json()).toMatchObject({ factors: ['sms'] })
  const [challenge, other] = [getChallenge(refused), getChallenge(await signIn(ada))]
  const code_id = getCodeId(await auth('factor-codes', { challenge }))
  // One message when the number was added, one when it became the second factor, and this one.
  expect(await messagesTo(it, number, 3)).toHaveLength(3)
  const right = { code_id, code: rightCode(code_id) }
  const wrong = await auth('factor-sign-ins', { challenge, code_id, code: '000000' })
  expect(wrong.json()).toMatchObject({ code: 'WRONG_CODE', fields: { code: expect.any(String) } })
  expect((await auth('factor-sign-ins', { challenge: other, ...right })).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
  // The code can't be used to sign in directly, and isn't accepted as an app's code.
  expect((await auth('phone-code-sign-ins', right)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await auth('factor-sign-ins', { challenge, code: right.code })).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
  expect((await auth('factor-sign-ins', { challenge, ...right })).json()).toMatchObject({ aal: 'aal2' })
  expect((await auth('factor-sign-ins', { challenge: other, ...right })).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
})

test('a code for signing in by phone, or for adding a number, is not a second factor', async () => {
  const ben = await member(it, 'ben')
  const { number } = await withMessages(ben)
  const challenge = getChallenge(await signIn(ben))
  const code_id = await requestPhoneCode(it, number)
  const body = { challenge, code_id, code: rightCode(code_id) }
  expect((await auth('factor-sign-ins', body)).json()).toMatchObject({ code: 'WRONG_CODE' })
  await proveNow(it, ben)
  const other = getCodeId(await by(ben)('account/phone-codes', { phone: aNumber() }))
  const proof = { factor_code_id: other, factor_code: rightCode(other) }
  expect((await by(ben)('account/proofs', proof)).json()).toMatchObject({ code: 'WRONG_CODE' })
})

test('the phone is not a second factor for a sign-in by phone', async () => {
  const cem = await member(it, 'cem')
  const { number, recovery_codes } = await withMessages(cem)
  const code_id = await requestPhoneCode(it, number)
  const refused = await auth('phone-code-sign-ins', { code_id, code: rightCode(code_id) })
  const challenge = getChallenge(refused)
  expect(refused.json()).toMatchObject({ factors: [] })
  expect((await auth('factor-codes', { challenge })).json()).toMatchObject({ code: 'NOT_FOUND' })
  const elsewhere = getCodeId(await auth('factor-codes', { challenge: getChallenge(await signIn(cem)) }))
  const body = { challenge, code_id: elsewhere, code: rightCode(elsewhere) }
  expect((await auth('factor-sign-ins', body)).json()).toMatchObject({ code: 'WRONG_CODE' })
  const recovered = await auth('factor-sign-ins', { challenge, code: recovery_codes[0] })
  expect(recovered.json()).toMatchObject({ aal: 'aal2', amr: ['phone', 'recovery_code'] })
})

test('text messages can be a second factor once, with a number; removing the number removes the factor', async () => {
  const dan = await member(it, 'dan')
  await proveNow(it, dan)
  const begin = () => by(dan)('account/factors', { kind: 'sms', name: 'Number' })
  expect((await begin()).json()).toMatchObject({ detail: 'Add a phone number first.' })
  expect((await by(dan)('account/factor-codes', {})).json()).toMatchObject({ code: 'NOT_FOUND' })
  await withMessages(dan)
  expect((await begin()).json()).toMatchObject({ detail: 'Your phone number is already a second factor.' })
  expect((await remove(dan, '/api/account/phone')).statusCode).toBe(204)
  expect(await listKinds(dan)).toEqual([])
  expect((await signIn(dan)).statusCode).toBe(200)
})

test('verifying another person’s number does not remove their second factor', async () => {
  const [eve, fay] = [await member(it, 'eve'), await member(it, 'fay')]
  const { number, recovery_codes } = await withMessages(eve)
  await proveNow(it, fay)
  await addPhone(it, fay, number)
  expect(await listKinds(eve)).toEqual(['sms'])
  const challenge = getChallenge(await signIn(eve))
  expect((await auth('factor-codes', { challenge })).json()).toMatchObject({ code: 'NOT_FOUND' })
  const body = { challenge, code: recovery_codes[0] }
  expect((await auth('factor-sign-ins', body)).statusCode).toBe(200)
})

test('a text message counts as a fresh proof; without a pending sign-in no messages can be requested', async () => {
  const gus = await member(it, 'gus')
  await withMessages(gus)
  await it.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0), aal: 1 })
    .where('user_id', '=', gus.user_id)
    .execute()
  const code_id = getCodeId(await by(gus)('account/factor-codes', {}))
  const proof = { factor_code_id: code_id, factor_code: rightCode(code_id) }
  expect((await by(gus)('account/proofs', proof)).statusCode).toBe(200)
  expect((await by(gus)('account/recovery-codes', {})).statusCode).toBe(201)
  expect((await auth('factor-codes', { challenge: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
  const hal = await member(it, 'hal')
  await withFactor(it, hal)
  const challenge = getChallenge(await signIn(hal))
  expect((await auth('factor-codes', { challenge })).json()).toMatchObject({ code: 'NOT_FOUND' })
})
