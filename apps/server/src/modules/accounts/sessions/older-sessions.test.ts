import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { createVisitor } from '../../../../test/actors/actor.ts'
import { post } from '../../../../test/actors/people.ts'
import { addAccount } from '../account/accounts.queries.ts'
import { readTotp, totpSetUp } from '../two-factor/totp.ts'

// Everything here was made by better-auth 1.7.7, which older versions used, in a test app: a sign-up and sign-in over
// HTTP, `createVerificationValue()`, and `createOTP()`. People must stay signed in after an update.

const ADA = {
  id: '01a2299f-5c00-7343-a8e8-a5ed2318fb00',
  account_id: '01a2299f-5c00-7343-a8e8-abb760a68507',
  email: 'old@example.com',
  username: 'old',
  display_username: 'old',
  // Of PASSWORD.
  password:
    '$argon2id$v=19$m=19456,t=2,p=1$LBL61XokixLojf2LZQfIKw$Fwqwzc0hbm4OuS9bRhens0rKvqWyRkonrsrNN1H1Wfs',
  terms_accepted_at: null,
  terms_version: null,
}
const PASSWORD = 'old rolls away clean'

const COOKIE = {
  line: 'nollie.session=GlUU2t1MSBMAspCtiGriHNwr2NbmzHMV.JmJersJ0DrR9JaDDss9OF7W3HhP08skRxGelKIMCxrs%3D',
  stored: 'SyIytOMWUa9emUO6HuRgcVQmiT_g9GgIslbFDwI0mos',
}
const HTTPS_COOKIE = {
  line: '__Host-nollie.session=tyGB9dkOkn2JjW0B3emdC9ePzcG89CLY.D0Ce%2FzyY9vUIM3dKStpvZk2RDBT5Q4adHa0z8O8aZ94%3D',
  stored: 'Vo51tDJ52aI2KLcC2gsE-MLfIxO0ttHtP1FtUT7q3Hw',
}
const RESET_LINK = {
  token: 'kh46DKnU1Wcg1EKyJOAJfPoAmCWn3b5f4okBoRfrR3M',
  identifier: '1CJ4npmG7c62OSeI6KoqHdtKDySDqTHBIcp0CtQtmTI',
  value: ADA.id,
}
const NOT_ME_LINK = {
  token: '4CxPlkpTrXngWt-U9lkTxFy01kc6k2rsp0-EOCNGijI',
  identifier: 'fRj-NGrxAgcIq26yqTmymPjrlHvtllAQgtqOLDNNczc',
  value: `not-me:${ADA.id}`,
}
const FACTOR = {
  id: '0198b7a1-0000-7000-8000-000000000001',
  secret: 'JBMHMNKOKZWDE3S7J42U2SKCJRJEUZRYNZ3Q',
  codes: { 1: '020537', 58000000: '356300', 61500000: '024310' },
}

let app: TestApp
let secure: TestApp
beforeAll(async () => {
  app = await testApp()
  secure = await testApp({ publicUrl: new URL('https://nollie.example') })
  for (const { db } of [app, secure]) await db.transaction().execute((tx) => addAccount(tx, ADA))
})
afterAll(async () => {
  await app.close()
  await secure.close()
})

function inAMinute() {
  return new Date(Date.now() + 60_000)
}

async function storeSession({ db }: TestApp, token: string): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: ADA.account_id,
      token,
      user_id: ADA.id,
      expires_at: inAMinute(),
      ip_address: '127.0.0.1',
      user_agent: '',
    })
    .execute()
}

test('a signed session cookie still works, and is removed by signing out', async () => {
  for (const [it, { line, stored }] of [
    [app, COOKIE],
    [secure, HTTPS_COOKIE],
  ] as const) {
    await storeSession(it, stored)
    const headers = { cookie: line, 'sec-fetch-site': 'same-origin' }
    const visitor = createVisitor(it)
    expect((await visitor.getSession(undefined, { headers })).user?.username).toBe('old')
    const out = await visitor.send('POST', '/api/auth/sign-out', {}, { headers })
    const name = line.slice(0, line.indexOf('='))
    expect([out.statusCode, String(out.headers['set-cookie'])]).toEqual([
      204,
      expect.stringMatching(`^${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`),
    ])
    expect((await visitor.getSession(undefined, { headers })).user).toBeNull()
  }
})

test('a token of a program still works', async () => {
  await storeSession(app, COOKIE.stored)
  const [token = ''] = COOKIE.line.slice('nollie.session='.length).split('.')
  const headers = { authorization: `Bearer ${token}` }
  expect((await createVisitor(app).getSession(undefined, { headers })).user?.username).toBe('old')
})

test('a stored password hash still signs in', async () => {
  const { email } = ADA
  const answer = await post(app.app, '/api/auth/sign-in', { email, password: PASSWORD })
  expect(answer.statusCode).toBe(200)
  const wrong = await post(app.app, '/api/auth/sign-in', { email, password: `${PASSWORD}!` })
  expect(wrong.json()).toMatchObject({ code: 'WRONG_CREDENTIALS' })
})

test('links in emails already sent still work, once', async () => {
  for (const { identifier, value } of [RESET_LINK, NOT_ME_LINK])
    await app.db
      .insertInto('verifications')
      .values({ id: identifier, identifier, value, expires_at: inAMinute() })
      .execute()
  const choose = () =>
    post(app.app, '/api/auth/password', { token: RESET_LINK.token, password: 'rolls away cleaner' })
  expect((await choose()).statusCode).toBe(204)
  expect((await choose()).json()).toMatchObject({ code: 'BAD_TOKEN' })
  const report = () => post(app.app, '/api/auth/not-me', { token: NOT_ME_LINK.token })
  expect((await report()).statusCode).toBe(204)
  expect((await report()).json()).toMatchObject({ code: 'BAD_TOKEN' })
})

test('codes of an authenticator app still work', async () => {
  expect(totpSetUp(SECRET, FACTOR.id, ADA.email).secret).toBe(FACTOR.secret)
  for (const [step, code] of Object.entries(FACTOR.codes)) {
    const read = await readTotp(SECRET, { id: FACTOR.id, last_step: 0 }, code, Number(step) * 30_000)
    expect(read).toEqual({ step: Number(step) })
  }
})
