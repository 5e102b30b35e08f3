import { randomBytes } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../../test/world/app.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../test/services/openid-provider.ts'
import { people, post } from '../../../../test/actors/people.ts'
import { begin as beginRequest, returned as comeBack } from '../../../../test/actors/provider-sign-ins.ts'

let it: TestApp
let club: OpenIdProvider
beforeAll(async () => {
  club = await startOpenIdProvider(ORIGIN)
  it = await testApp({ accounts: { providers: [club.settings] } })
})
afterAll(async () => {
  await it.close()
  await club.close()
})

function signIn(body: object) {
  return post(it.app, '/api/auth/provider-sign-ins', body, { 'x-client': 'token' })
}

function signInByToken(body: object) {
  return post(it.app, '/api/auth/id-token-sign-ins', body, { 'x-client': 'token' })
}

function returned(subject: string) {
  return comeBack(it, club, subject)
}

function begin() {
  return beginRequest(it)
}

function selectUsers(email: string) {
  return it.db.selectFrom('users').select('id').where('email', '=', email).execute()
}

test('lists configured providers, and responds with 404 for any other', async () => {
  const list = await it.app.inject('/api/auth/providers')
  expect(list.json()).toEqual({
    items: [{ provider: 'oidc-club', title: 'The club' }],
    has_sso: false,
    wallets: [],
  })
  const none = { provider: 'google', code_challenge: 'x'.repeat(43) }
  expect((await post(it.app, '/api/auth/provider-requests', none)).json()).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('API-05 a new person chooses a username, gets an account, and signs in with it from then on', async () => {
  club.people.set('ada-at-club', { email: 'Ada@Example.com', email_verified: true, name: 'Ada' })
  const given = await returned('ada-at-club')
  expect((await signIn(given)).json()).toMatchObject({ status: 409, code: 'USERNAME_MISSING' })
  expect(await selectUsers('ada@example.com')).toEqual([])
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'a' })).json()).toMatchObject({ code: 'BAD_REQUEST' })
  const joined = await signIn({ ...rest, username: 'ada.lovelace' })
  expect(joined.json()).toMatchObject({
    user: { email: 'ada@example.com', username: 'ada.lovelace' },
    token: expect.any(String),
  })
  expect((await signIn({ ...rest, username: 'ada.lovelace' })).json()).toMatchObject({
    code: 'PROVIDER_OVER',
  })
  const again = await signIn(await returned('ada-at-club'))
  expect(again.json()).toMatchObject({ user: { username: 'ada.lovelace' } })
  expect(await it.db.selectFrom('provider_requests').select('id').execute()).toEqual([])
})

test('API-05 only the device that started can finish: a wrong verifier is refused, and uses nothing up', async () => {
  const given = await returned('ada-at-club')
  const wrong = { ...given, code_verifier: randomBytes(32).toString('base64url') }
  expect((await signIn(wrong)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await signIn(given)).statusCode).toBe(200)
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

test('refuses a code from another request or issuer, or an invented one', async () => {
  const [mine, foreign] = [await returned('ada-at-club'), await returned('ada-at-club')]
  expect((await signIn({ ...mine, code: foreign.code })).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
  expect((await signIn({ ...foreign, iss: 'https://evil.example' })).json()).toMatchObject({
    code: 'PROVIDER_REFUSED',
  })
  const { state, code_verifier } = await begin()
  expect((await signIn({ state, code_verifier, code: 'made up' })).json()).toMatchObject({
    code: 'PROVIDER_REFUSED',
  })
  expect((await signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

test('B8 never silently links an address with an account, and an unverified one creates no account', async () => {
  const { ben } = await people(it, 'ben')
  club.people.set('ben-at-club', { email: ben.email, email_verified: true })
  expect((await signIn(await returned('ben-at-club'))).json()).toMatchObject({ code: 'IDENTITY_UNLINKED' })
  club.people.set('cem-at-club', { email: 'cem@example.com', email_verified: false })
  const unproven = await returned('cem-at-club')
  expect((await signIn(unproven)).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
  const { code: _, ...rest } = unproven
  expect((await signIn({ ...rest, username: 'cem' })).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
  club.people.set('dan-at-club', { name: 'Dan' })
  expect((await signIn(await returned('dan-at-club'))).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
  expect(await selectUsers('cem@example.com')).toEqual([])
})

test('a new person with two tabs gets one account', async () => {
  club.people.set('eve-at-club', { email: 'eve@example.com', email_verified: true })
  const given = [await returned('eve-at-club'), await returned('eve-at-club')]
  for (const one of given) expect((await signIn(one)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
  const answers = await Promise.all(
    given.map(({ code: _, ...rest }, n) => signIn({ ...rest, username: `eve${n}` })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const [first, second] = answers.map((answer) => answer.json<{ user: { user_id: string } }>().user.user_id)
  expect(first).toBe(second)
})

test('an address at the provider that changed hands leads to no account of its former owner', async () => {
  club.people.set('fay-at-club', { email: 'fay@example.com', email_verified: true })
  const { code: _, ...rest } = await (async () => {
    const given = await returned('fay-at-club')
    await signIn(given)
    return given
  })()
  const fay = await signIn({ ...rest, username: 'fay' })
  club.people.set('somebody-else', { email: 'fay@example.com', email_verified: true })
  expect((await signIn(await returned('somebody-else'))).json()).toMatchObject({ code: 'IDENTITY_UNLINKED' })
  club.people.set('fay-at-club', { email: 'fay.new@example.com', email_verified: true })
  expect((await signIn(await returned('fay-at-club'))).json()).toMatchObject({
    user: { email: 'fay@example.com', user_id: fay.json<{ user: { user_id: string } }>().user.user_id },
  })
})

test('B8 a person who prepares an account with another’s address gets no access when its owner joins', async () => {
  const sign = { username: 'gil.before', email: 'gil@example.com', password: 'the password of a stranger' }
  expect((await post(it.app, '/api/auth/sign-up', sign)).statusCode).toBe(202)
  club.people.set('gil-at-club', { email: 'gil@example.com', email_verified: true })
  const given = await returned('gil-at-club')
  await signIn(given)
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'gil' })).statusCode).toBe(200)
  const { email, password } = sign
  expect((await post(it.app, '/api/auth/sign-in', { email, password })).json()).toMatchObject({
    code: 'WRONG_CREDENTIALS',
  })
})

test('API-06 an app’s ID token signs in once, with the nonce of its request', async () => {
  const claims = { sub: 'ada-at-club', email: 'ada@example.com', email_verified: true }
  const { state, nonce, code_verifier } = await begin()
  const id_token = await club.idToken({ ...claims, nonce })
  expect((await signInByToken({ state, code_verifier, id_token })).json()).toMatchObject({
    user: { username: 'ada.lovelace' },
  })
  expect((await signInByToken({ state, code_verifier, id_token })).json()).toMatchObject({
    code: 'PROVIDER_OVER',
  })
  const next = await begin()
  const replayed = { state: next.state, code_verifier: next.code_verifier, id_token }
  expect((await signInByToken(replayed)).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
})

test.each([
  ['forged', { forged: true }, {}],
  ['for another audience', { audience: 'another.app' }, {}],
  ['of another issuer', { issuer: 'https://accounts.google.com' }, {}],
  ['expired', { expires: '5 minutes ago' }, {}],
  ['with another nonce', {}, { nonce: 'another' }],
  ['without a nonce', {}, { nonce: undefined }],
  ['of nobody', {}, { sub: undefined }],
  ['for several, and made for another one', { audience: ['nollie.app', 'evil'] }, { azp: 'evil' }],
])('API-06 refuses an ID token %s', async (_what, options, claims) => {
  const { state, nonce, code_verifier } = await begin()
  const all = { sub: 'ada-at-club', email: 'ada@example.com', nonce, ...claims } as JWTPayload
  const id_token = await club.idToken(all, options)
  expect((await signInByToken({ state, code_verifier, id_token })).json()).toMatchObject({
    code: 'PROVIDER_REFUSED',
  })
})

test('API-06 refuses a token without a signature, or signed with public data', async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const alg of ['none', 'HS256']) {
    const { state, nonce, code_verifier } = await begin()
    const exp = Math.floor(Date.now() / 1000) + 300
    const claims = { sub: 'ada-at-club', nonce, iss: club.issuer, aud: 'nollie.app', exp, iat: exp - 300 }
    const id_token = `${encode({ alg, kid: 'first' })}.${encode(claims)}.${alg === 'none' ? '' : 'c2ln'}`
    expect((await signInByToken({ state, code_verifier, id_token })).json()).toMatchObject({
      code: 'PROVIDER_REFUSED',
    })
  }
})
