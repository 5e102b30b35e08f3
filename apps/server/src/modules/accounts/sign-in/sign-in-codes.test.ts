import { createHash, randomBytes } from 'node:crypto'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo, storedMails } from '../../../../test/services/mails.ts'
import { people, post, signUp } from '../../../../test/actors/people.ts'
import { computeCode } from './code-digits.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function pair() {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }
}

async function request(email: string, more: object = {}): Promise<string> {
  const answer = await post(app.app, '/api/auth/codes', { email, ...more })
  expect(answer.statusCode).toBe(202)
  return answer.json<{ code_id: string }>().code_id
}

function use(code_id: string, code: string, more: object = {}, headers: Record<string, string> = {}) {
  return post(app.app, '/api/auth/code-sign-ins', { code_id, code, ...more }, headers)
}

function rightCode(code_id: string) {
  return computeCode(SECRET, code_id)
}

function wrongCode(code_id: string) {
  return String((Number(rightCode(code_id)) + 1) % 1_000_000).padStart(6, '0')
}

function linkIn(mail: Email | undefined) {
  const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  const url = new URL(link)
  return { path: url.pathname, values: new URLSearchParams(url.hash.slice(1)) }
}

function statuses(answers: { statusCode: number }[]) {
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
}

/** Expires a code. */
async function expire(code_id: string) {
  const past = new Date(Date.now() - 1000)
  await app.db.updateTable('sign_in_codes').set({ expires_at: past }).where('id', '=', code_id).execute()
}

async function fetchSession(cookie: string) {
  return (await app.app.inject({ url: '/api/session', headers: { cookie } })).json<{
    user: { email: string } | null
  }>()
}

test('API-08 API-09 the emailed code signs in, once, with the six digits in the email', async () => {
  const { ada } = await people(app, 'ada')
  const code_id = await request(' Ada@Example.com '.trim())
  const [mail] = await mailsTo(app, ada.email, { about: 'code' })
  const [, code = ''] = /(\d{6})/.exec(mail?.subject ?? '') ?? []
  expect(mail?.text).toContain(code)
  const answer = await use(code_id, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ user: { user_id: ada.user_id, email: ada.email } })
  const [cookie = ''] = answer.cookies.map(({ name, value }) => `${name}=${value}`)
  expect((await fetchSession(cookie)).user?.email).toBe(ada.email)
  expect(answer.cookies.map(({ name }) => name)).toEqual(['nollie.session', 'nollie.device'])
  expect((await use(code_id, code)).json()).toMatchObject({ status: 400, code: 'CODE_OVER' })
})

test('API-08 another program gets a bearer token and no cookie', async () => {
  const { token: ann } = await people(app, 'token')
  const code_id = await request(ann.email)
  const answer = await use(code_id, rightCode(code_id), {}, { 'x-client': 'token' })
  const { token } = answer.json<{ token: string }>()
  const session = await app.app.inject({ url: '/api/session', headers: { authorization: `Bearer ${token}` } })
  expect(session.json()).toMatchObject({ user: { user_id: ann.user_id } })
  expect(answer.cookies).toEqual([])
})

test('API-09 a wrong code is refused with an error for its field, and five of them end the code', async () => {
  const { ben } = await people(app, 'ben')
  const code_id = await request(ben.email)
  for (let n = 0; n < 5; n++)
    expect((await use(code_id, wrongCode(code_id))).json()).toMatchObject({
      code: 'WRONG_CODE',
      fields: { code: expect.any(String) },
    })
  expect((await use(code_id, rightCode(code_id))).json()).toMatchObject({ code: 'CODE_OVER' })
})

test('API-09 also counts concurrent attempts', async () => {
  const { max } = await people(app, 'max')
  const code_id = await request(max.email)
  const codes = await Promise.all(Array.from({ length: 12 }, () => use(code_id, wrongCode(code_id))))
  expect(codes.filter((answer) => answer.json().code === 'WRONG_CODE')).toHaveLength(5)
})

test('API-09 the right code, sent concurrently, signs in once', async () => {
  const { two } = await people(app, 'two')
  const code_id = await request(two.email)
  const answers = await Promise.all([1, 2, 3].map(() => use(code_id, rightCode(code_id))))
  expect(statuses(answers)).toEqual([200, 400, 400])
})

test('API-09 an expired code, another request’s code, and nonsense grant no access', async () => {
  const { cem, dan } = await people(app, 'cem', 'dan')
  const old = await request(cem.email)
  // Sending the email restarts the code's lifetime.
  await mailsTo(app, cem.email, { about: 'code' })
  await expire(old)
  expect((await use(old, rightCode(old))).json()).toMatchObject({ code: 'CODE_OVER' })
  const [mine, others] = [await request(cem.email), await request(dan.email)]
  expect((await use(mine, rightCode(others))).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await use(mine, '')).statusCode).toBe(400)
  expect((await use(mine, 'abcdef')).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await use(mine, rightCode(mine))).statusCode).toBe(200)
})

test('API-08 the database contains no code, so that reading it does not help to sign in', async () => {
  const { eve } = await people(app, 'eve')
  const code_id = await request(eve.email)
  const row = await app.db
    .selectFrom('sign_in_codes')
    .selectAll()
    .where('id', '=', code_id)
    .executeTakeFirst()
  expect(Object.values(row ?? {}).join(' ')).not.toContain(rightCode(code_id))
})

test('API-05 the link signs in on the requesting device, and on no other', async () => {
  const { fay } = await people(app, 'fay')
  const { code_verifier, code_challenge } = pair()
  const code_id = await request(fay.email, { code_challenge })
  const [mail] = await mailsTo(app, fay.email, { about: 'code' })
  const { path, values } = linkIn(mail)
  expect(path).toBe('/auth/code')
  expect(values.get('code')).toBe(rightCode(code_id))
  expect(values.get('id')).toBe(code_id)
  const token = values.get('token') ?? ''
  expect((await use(code_id, token)).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await use(code_id, token, { code_verifier: pair().code_verifier })).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
  expect((await use(code_id, rightCode(code_id))).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await use(code_id, token, { code_verifier })).statusCode).toBe(200)
})

test('API-05 the link of a request without a challenge signs in nowhere', async () => {
  const { gil } = await people(app, 'gil')
  const code_id = await request(gil.email)
  const [mail] = await mailsTo(app, gil.email, { about: 'code' })
  expect((await use(code_id, linkIn(mail).values.get('token') ?? '')).json()).toMatchObject({
    code: 'WRONG_CODE',
  })
})

test('LIMIT-13 an unknown address gets an account, once it is verified and a username is chosen', async () => {
  const email = 'new.face@example.com'
  const code_id = await request(email)
  const [mail] = await mailsTo(app, email, { about: 'code' })
  expect(mail?.text).toContain('choose a username')
  const accounts = () => app.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect((await use(code_id, rightCode(code_id))).json()).toMatchObject({
    status: 409,
    code: 'USERNAME_MISSING',
  })
  expect(await accounts()).toEqual([])
  expect((await use(code_id, rightCode(code_id), { username: 'x' })).json()).toMatchObject({
    code: 'BAD_REQUEST',
    fields: { username: expect.any(String) },
  })
  expect((await use(code_id, rightCode(code_id), { username: 'admin' })).json()).toMatchObject({
    code: 'USERNAME_TAKEN',
  })
  const joined = await use(code_id, rightCode(code_id), { username: 'New.Face' })
  expect(joined.json()).toMatchObject({ user: { email, username: 'New.Face' } })
  expect(await accounts()).toHaveLength(1)
  const terms = await app.db
    .selectFrom('users')
    .select('terms_version')
    .where('email', '=', email)
    .executeTakeFirst()
  expect(terms?.terms_version).toBeTruthy()
  // The account has no password; the next code signs in.
  expect((await post(app.app, '/api/auth/sign-in', { email, password: '' })).statusCode).toBe(400)
  const again = await request(email)
  expect((await use(again, rightCode(again))).json()).toMatchObject({ user: { username: 'New.Face' } })
})

test('LIMIT-13 a request that declines an account creates none, and sends no email', async () => {
  const email = 'only.members@example.com'
  const code_id = await request(email, { creates_account: false })
  expect((await use(code_id, rightCode(code_id), { username: 'only.members' })).json()).toMatchObject({
    code: 'CODE_OVER',
  })
  const later = await request(email)
  await mailsTo(app, email, { about: rightCode(later) })
  expect(await storedMails(app, email)).toHaveLength(1)
})

test('LIMIT-13 a stranger who signed up with the address first gets nothing of the account', async () => {
  const email = 'victim@example.com'
  const password = 'the password of a stranger'
  expect((await post(app.app, '/api/auth/sign-up', { username: 'thief', email, password })).statusCode).toBe(
    202,
  )
  const code_id = await request(email)
  // The email address's owner can use the username that a sign-up reserved for it.
  expect((await use(code_id, rightCode(code_id), { username: 'thief' })).statusCode).toBe(200)
  expect((await post(app.app, '/api/auth/sign-in', { email, password })).statusCode).toBe(401)
  expect(await app.db.selectFrom('sign_ups').select('id').where('email', '=', email).execute()).toEqual([])
})

test('LIMIT-13 if two people choose the same name concurrently, one gets it', async () => {
  const ids = await Promise.all(['left', 'right'].map((name) => request(`${name}@example.com`)))
  for (const id of ids) await use(id, rightCode(id))
  const answers = await Promise.all(ids.map((id) => use(id, rightCode(id), { username: 'same.name' })))
  expect(statuses(answers)).toEqual([200, 409])
})

test('API-08 a person with a pending deletion is informed, and can stay with the same code', async () => {
  const ivy = await signUp(app, 'ivy')
  await post(app.app, '/api/account/leaving', { password: ivy.password, content: 'keep' }, ivy.cookie)
  const code_id = await request(ivy.email)
  expect((await use(code_id, rightCode(code_id))).json()).toMatchObject({ code: 'LEAVING' })
  expect((await use(code_id, rightCode(code_id), { cancel_deletion: true })).statusCode).toBe(200)
  await mailsTo(app, ivy.email, { about: 'won’t be deleted' })
})

test('API-08 a new password invalidates codes that were emailed before', async () => {
  const kim = await signUp(app, 'kim')
  const code_id = await request(kim.email)
  const body = { current_password: kim.password, new_password: 'rolls away switch' }
  expect((await post(app.app, '/api/account/password', body, kim.cookie)).statusCode).toBe(204)
  expect((await use(code_id, rightCode(code_id))).json()).toMatchObject({ code: 'CODE_OVER' })
})

test('API-08 limits code attempts per address and day, regardless of who requested the codes', async () => {
  const wide = [1_000_000, 300] as const
  const tight = await testApp({
    rates: { code_tries: { user: [7, 86_400] }, unproven: { user: wide, ip: wide } },
  })
  const refused: string[] = []
  for (let n = 0; n < 3; n++) {
    const asked = await post(tight.app, '/api/auth/codes', { email: 'lou@example.com' })
    const { code_id } = asked.json<{ code_id: string }>()
    for (let k = 0; k < 4; k++) {
      const answer = await post(tight.app, '/api/auth/code-sign-ins', { code_id, code: wrongCode(code_id) })
      refused.push(answer.json<{ code: string }>().code)
    }
  }
  await tight.close()
  expect(refused.filter((code) => code === 'WRONG_CODE')).toHaveLength(7)
  expect(refused.at(-1)).toBe('TOO_MANY')
})
