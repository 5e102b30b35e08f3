import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { getCookie, people, post, signUp, type TestPerson } from '../../../../test/actors/people.ts'
import {
  addPhone,
  aNumber,
  messagesTo,
  phoneJobDone,
  requestPhoneCode,
  rightCode,
  storedMessages,
} from '../../../../test/actors/phones.ts'
import { suspend } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function wrongCode(code_id: string) {
  return String((Number(rightCode(code_id)) + 1) % 1_000_000).padStart(6, '0')
}

function use(code_id: string, code = rightCode(code_id), more: object = {}) {
  return post(app.app, '/api/auth/phone-code-sign-ins', { code_id, code, ...more })
}

async function signInTo(phone: string, more: object = {}) {
  const code_id = await requestPhoneCode(app, phone)
  return use(code_id, rightCode(code_id), more)
}

function statuses(answers: { statusCode: number }[]) {
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
}

function accountCall(who: TestPerson, method: 'GET' | 'PUT' | 'DELETE', payload?: object) {
  return app.app.inject({
    method,
    url: '/api/account/phone',
    headers: who.cookie,
    ...(payload ? { payload } : {}),
  })
}

async function fetchNumber(who: TestPerson) {
  return (await accountCall(who, 'GET')).json<{ phone: { number: string } | null }>().phone?.number
}

function forgetProof(who: TestPerson) {
  return app.db
    .updateTable('sessions')
    .set({ proved_at: sql`'epoch'` })
    .where('user_id', '=', who.user_id)
    .execute()
}

async function member(name: string) {
  const { [name]: who } = await people(app, name)
  if (!who) throw new Error(name)
  await post(app.app, '/api/account/proofs', { password: who.password }, who.cookie)
  return who
}

/** Backdates a number's verification. */
function agePhone(number: string, days: number) {
  return app.db
    .updateTable('phones')
    .set({ proven_at: sql`now() - make_interval(days => ${days})` })
    .where('number', '=', number)
    .execute()
}

test('API-08 the code of a message signs in once, and browsers can autofill the message', async () => {
  const ada = await member('ada')
  const number = await addPhone(app, ada)
  const spaced = `${number.slice(0, 2)} (${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`
  const code_id = await requestPhoneCode(app, spaced)
  const [, message] = await messagesTo(app, number, 2)
  const code = rightCode(code_id)
  expect(message?.text?.trim()).toBe(
    `${code} is your Nollie code. Never share it with anyone.\n\n@localhost #${code}`,
  )
  const answer = await use(code_id, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ user: { user_id: ada.user_id } })
  expect(getCookie(answer)).toMatch(/^nollie\.session=/)
  expect((await use(code_id)).json()).toMatchObject({ status: 400, code: 'CODE_OVER' })
})

test('API-09 wrong attempts end a code, even concurrent ones, and a right one signs in once', async () => {
  const number = await addPhone(app, await member('ben'))
  const code_id = await requestPhoneCode(app, number)
  const wrong = await Promise.all(Array.from({ length: 9 }, () => use(code_id, wrongCode(code_id))))
  expect(wrong.filter((answer) => answer.json().code === 'WRONG_CODE')).toHaveLength(5)
  expect((await use(code_id)).json()).toMatchObject({ code: 'CODE_OVER' })
  const next = await requestPhoneCode(app, number)
  expect(statuses(await Promise.all([use(next), use(next), use(next)]))).toEqual([200, 400, 400])
})

test('API-09 an expired code, another request’s code, and nonsense grant no access', async () => {
  const number = await addPhone(app, await member('cem'))
  const [old, mine] = [await requestPhoneCode(app, number), await requestPhoneCode(app, number)]
  // Sending the message restarts the code's lifetime.
  await phoneJobDone(app, old)
  await app.db
    .updateTable('phone_codes')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('id', '=', old)
    .execute()
  expect((await use(old)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await use(mine, rightCode(old))).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await use(mine, '')).statusCode).toBe(400)
})

test.each([
  ['words', 'hello'],
  ['a number without its country', '2025550100'],
  ['a country without a number', '+49'],
  ['too many digits', '+1202555010012345678'],
  ['a number that no network has', '+391234567'],
  ['an international service', '+8835100012345'],
  ['a line break', '+12025550100\nBcc: x'],
  ['nothing', ''],
])('API-02 sends no code to %s', async (_what, phone) => {
  const answer = await post(app.app, '/api/auth/phone-codes', { phone })
  expect(answer.json()).toMatchObject({ status: 400, fields: { phone: expect.any(String) } })
})

test('LIMIT-12 the only channel for codes is sms, which needs no parameter', async () => {
  const phone = aNumber()
  expect((await post(app.app, '/api/auth/phone-codes', { phone, channel: 'whatsapp' })).statusCode).toBe(400)
  expect((await post(app.app, '/api/auth/phone-codes', { phone, channel: 'sms' })).statusCode).toBe(202)
})

/** Requests a code for an email address. Returns the request's id. */
async function mailCode(email: string) {
  const asked = await post(app.app, '/api/auth/codes', { email })
  return asked.json<{ code_id: string }>().code_id
}

async function join(email: string, more: object) {
  const code_id = await mailCode(email)
  return post(app.app, '/api/auth/code-sign-ins', { code_id, code: rightCode(code_id), ...more })
}

test('API-02 a new number gets an account only after an address is verified, too', async () => {
  const number = aNumber()
  const code_id = await requestPhoneCode(app, number)
  expect((await use(code_id)).json()).toMatchObject({ status: 409, code: 'EMAIL_MISSING' })
  expect(await app.db.selectFrom('phones').select('user_id').where('number', '=', number).execute()).toEqual(
    [],
  )
  const byPhone = { phone_code_id: code_id, phone_code: rightCode(code_id) }
  expect((await join('new@example.com', byPhone)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
  const joined = await join('new@example.com', { ...byPhone, username: 'new.one' })
  expect(joined.json()).toMatchObject({ user: { email: 'new@example.com', username: 'new.one' } })
  expect((await signInTo(number)).json()).toMatchObject({ user: { username: 'new.one' } })
  // The code that verified the number can't be used again.
  expect((await join('other@example.com', { ...byPhone, username: 'other.one' })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
})

test('API-02 an unverified number, or another code, creates no account and grants no access', async () => {
  const number = aNumber()
  const code_id = await requestPhoneCode(app, number)
  const unproven = { phone_code_id: code_id, phone_code: rightCode(code_id) }
  const answer = await join('early@example.com', { ...unproven, username: 'early.one' })
  expect(answer.json()).toMatchObject({ code: 'CODE_OVER' })
  await use(code_id)
  const guessed = { phone_code_id: code_id, phone_code: wrongCode(code_id) }
  expect((await join('early@example.com', { ...guessed, username: 'early.one' })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
  const made = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'early@example.com')
    .execute()
  expect(made).toEqual([])
})

test('API-02 an existing account does not get a number through its address alone', async () => {
  const dan = await member('dan')
  const number = aNumber()
  const code_id = await requestPhoneCode(app, number)
  await use(code_id)
  const answer = await join(dan.email, { phone_code_id: code_id, phone_code: rightCode(code_id) })
  expect(answer.json()).toMatchObject({ user: { user_id: dan.user_id } })
  expect(await fetchNumber(dan)).toBeUndefined()
})

test('API-08 a request that declines an account creates none, sends no message, and gets the same response', async () => {
  const number = aNumber()
  const quiet = await requestPhoneCode(app, number, { creates_account: false })
  expect((await use(quiet)).json()).toMatchObject({ code: 'CODE_OVER' })
  await requestPhoneCode(app, number)
  await messagesTo(app, number)
  expect(await storedMessages(app, number)).toHaveLength(1)
})

test('adding a number needs a fresh proof and this session’s code; the owner is informed', async () => {
  const [eve, fay] = [await member('eve'), await member('fay')]
  await forgetProof(eve)
  const phone = aNumber()
  const ask = (who: TestPerson) => post(app.app, '/api/account/phone-codes', { phone }, who.cookie)
  expect((await ask(eve)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const { code_id } = (await ask(fay)).json<{ code_id: string }>()
  const code = rightCode(code_id)
  // A session's code can't be used to sign in, and is invalid in other sessions.
  expect((await use(code_id)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await accountCall(eve, 'PUT', { code_id, code })).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await accountCall(fay, 'PUT', { code_id, code: wrongCode(code_id) })).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
  expect((await accountCall(fay, 'PUT', { code_id, code })).json()).toMatchObject({ number: phone })
  const [mail] = await mailsTo(app, fay.email, { about: 'phone number' })
  expect(mail?.text).toContain(`ending in ${phone.slice(-2)}`)
  expect(mail?.text).not.toContain(phone)
})

test('a new number replaces the previous one, and a removed one signs no one in', async () => {
  const gus = await member('gus')
  const first = await addPhone(app, gus)
  const second = await addPhone(app, gus)
  expect(await fetchNumber(gus)).toBe(second)
  expect((await signInTo(first)).json()).toMatchObject({ code: 'EMAIL_MISSING' })
  const waiting = await requestPhoneCode(app, second)
  await forgetProof(gus)
  expect((await accountCall(gus, 'DELETE')).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  await post(app.app, '/api/account/proofs', { password: gus.password }, gus.cookie)
  expect((await accountCall(gus, 'DELETE')).statusCode).toBe(204)
  expect((await use(waiting)).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await accountCall(gus, 'DELETE')).statusCode).toBe(404)
  await mailsTo(app, gus.email, { about: 'was removed' })
})

test('a number belongs to the last person who verified it, and the previous owner is informed', async () => {
  const [old, next] = [await member('old.owner'), await member('new.owner')]
  const number = await addPhone(app, old)
  await addPhone(app, next, number)
  expect(await fetchNumber(old)).toBeUndefined()
  expect((await signInTo(number)).json()).toMatchObject({ user: { user_id: next.user_id } })
  const [mail] = await mailsTo(app, old.email, { about: 'A phone number was removed' })
  expect(mail?.text).not.toContain(number)
})

test('if two people verify a number concurrently, one gets it', async () => {
  const both = [await member('left'), await member('right')]
  const phone = aNumber()
  const asked = await Promise.all(
    both.map(async (who) => {
      const answer = await post(app.app, '/api/account/phone-codes', { phone }, who.cookie)
      return { who, code_id: answer.json<{ code_id: string }>().code_id }
    }),
  )
  const put = asked.map(({ who, code_id }) => accountCall(who, 'PUT', { code_id, code: rightCode(code_id) }))
  expect(statuses(await Promise.all(put))).toEqual([200, 200])
  const owners = await app.db.selectFrom('phones').select('user_id').where('number', '=', phone).execute()
  expect(owners).toHaveLength(1)
})

test('a number verified long ago grants no access; its new owner creates their own account', async () => {
  const was = await member('was.mine')
  const number = await addPhone(app, was)
  await agePhone(number, 44)
  expect((await signInTo(number)).statusCode).toBe(200)
  await agePhone(number, 46)
  const code_id = await requestPhoneCode(app, number)
  expect((await use(code_id)).json()).toMatchObject({ code: 'EMAIL_MISSING' })
  const byPhone = { phone_code_id: code_id, phone_code: rightCode(code_id) }
  const joined = await join('heir@example.com', { ...byPhone, username: 'the.heir' })
  expect(joined.json()).toMatchObject({ user: { username: 'the.heir' } })
  expect(await fetchNumber(was)).toBeUndefined()
  await mailsTo(app, was.email, { about: 'A phone number was removed' })
})

test('an owner verifies an old number again in the settings', async () => {
  const hal = await member('hal')
  const number = await addPhone(app, hal)
  await agePhone(number, 46)
  await addPhone(app, hal, number)
  expect((await signInTo(number)).json()).toMatchObject({ user: { user_id: hal.user_id } })
})

test('a person with a pending deletion is informed, and can stay with the same code', async () => {
  const ivy = await member('ivy')
  const number = await addPhone(app, ivy)
  await post(app.app, '/api/account/leaving', { password: ivy.password, content: 'keep' }, ivy.cookie)
  const code_id = await requestPhoneCode(app, number)
  expect((await use(code_id)).json()).toMatchObject({ code: 'LEAVING' })
  expect((await use(code_id, rightCode(code_id), { cancel_deletion: true })).statusCode).toBe(200)
})

test('a suspended person can also use this method to access their data, and nothing else', async () => {
  const jon = await member('jon')
  const number = await addPhone(app, jon)
  await app.db.transaction().execute((tx) => suspend(tx, jon.user_id, true))
  const answer = await signInTo(number)
  expect(answer.statusCode).toBe(200)
  const cookie = { cookie: getCookie(answer), 'sec-fetch-site': 'same-origin' }
  expect((await app.app.inject({ url: '/api/account/phone', headers: cookie })).statusCode).toBe(200)
  expect(
    (await post(app.app, '/api/account/phone-codes', { phone: aNumber() }, cookie)).json(),
  ).toMatchObject({ code: 'SUSPENDED' })
})

test('a new password invalidates pending codes', async () => {
  const kim = await signUp(app, 'kim')
  const number = await addPhone(app, kim)
  const code_id = await requestPhoneCode(app, number)
  const body = { current_password: kim.password, new_password: 'rolls away switch' }
  expect((await post(app.app, '/api/account/password', body, kim.cookie)).statusCode).toBe(204)
  expect((await use(code_id)).json()).toMatchObject({ code: 'CODE_OVER' })
})

test('LIMIT-13 a person who signed up with another’s address gets nothing of their account', async () => {
  const email = 'phone.victim@example.com'
  const password = 'the password of a stranger'
  await post(app.app, '/api/auth/sign-up', { username: 'phone.thief', email, password })
  const number = aNumber()
  const thiefs = await requestPhoneCode(app, number)
  await use(thiefs)
  // The thief can't read the victim's email, so the number doesn't get an account. The victim joins by email.
  expect((await join(email, { username: 'phone.victim' })).statusCode).toBe(200)
  expect((await signInTo(number)).json()).toMatchObject({ code: 'EMAIL_MISSING' })
  expect((await post(app.app, '/api/auth/sign-in', { email, password })).statusCode).toBe(401)
})

test('only the owner sees a number: it is not in profiles, searches, or lists', async () => {
  const [lou, mia] = [await member('lou'), await member('mia')]
  const number = await addPhone(app, lou)
  const urls = [
    `/api/people/${lou.username}`,
    `/api/people/${lou.user_id}`,
    `/api/search?q=${encodeURIComponent(number)}`,
    `/api/people?q=${encodeURIComponent(number.slice(1))}`,
    '/api/account/phone',
  ]
  for (const url of urls)
    expect((await app.app.inject({ url, headers: mia.cookie })).body).not.toContain(number.slice(2))
})

test('the database contains no code', async () => {
  const code_id = await requestPhoneCode(app, aNumber())
  const row = await app.db.selectFrom('phone_codes').selectAll().where('id', '=', code_id).executeTakeFirst()
  expect(Object.values(row ?? {}).join(' ')).not.toContain(rightCode(code_id))
})
