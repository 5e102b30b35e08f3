import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../../test/world/app.ts'
import { type OpenIdProvider, startOpenIdProvider, visit } from '../../../../test/services/openid-provider.ts'
import { getCookie, people, post } from '../../../../test/actors/people.ts'
import { suspend } from '../account/suspend-account.service.ts'

let it: TestApp
let acme: OpenIdProvider
beforeAll(async () => {
  acme = await startOpenIdProvider(ORIGIN)
  const organization = {
    provider: 'sso-acme',
    title: 'Acme',
    domains: ['acme.example', 'xn--bcher-kva.example'],
  }
  it = await testApp({ accounts: { providers: [{ ...acme.settings, ...organization }] } })
})
afterAll(async () => {
  await it.close()
  await acme.close()
})

function signIn(body: object) {
  return post(it.app, '/api/auth/provider-sign-ins', body)
}

function ask(body: object) {
  return post(it.app, '/api/auth/sso', { code_challenge: 'x'.repeat(43), ...body })
}

async function returned(subject: string, wanted: object = { domain: 'acme.example' }) {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const begun = await ask({ ...wanted, code_challenge })
  expect(begun.statusCode).toBe(201)
  acme.signsIn(subject)
  const { address, state } = begun.json<{ address: string; state: string }>()
  const { params } = await visit(address)
  return { state, code_verifier, code: params.code, iss: params.iss }
}

test('API-12 a domain or a name returns the organization’s URL', async () => {
  for (const wanted of [
    { domain: 'acme.example' },
    { domain: ' ACME.example. ' },
    { domain: 'bücher.example' },
    { provider: 'sso-acme' },
  ]) {
    const answer = await ask(wanted)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ provider: 'sso-acme', title: 'Acme', state: expect.any(String) })
    const { address } = answer.json<{ address: string }>()
    expect(address.startsWith(acme.issuer)).toBe(true)
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/return/sso-acme`)
  }
})

test('API-12 everything else returns an error', async () => {
  const unknown = [
    'example',
    'team.acme.example',
    'acme.example.evil',
    'evilacme.example',
    'acme.example\u0000',
    '@',
    'ada@acme.example',
    'x'.repeat(253),
    '%61cme.example',
  ]
  for (const domain of unknown) expect([400, 404], domain).toContain((await ask({ domain })).statusCode)
  const none = await ask({ domain: 'nowhere.example' })
  const text = 'No organization on this server uses this domain.'
  expect(none.json()).toMatchObject({ status: 404, code: 'SSO_UNKNOWN', fields: { domain: text } })
  expect((await ask({ provider: 'oidc-club' })).json()).toMatchObject({ code: 'SSO_UNKNOWN' })
  for (const wrong of [{}, { domain: 'acme.example', provider: 'sso-acme' }, { domain: '' }, { domain: 7 }])
    expect((await ask(wrong)).statusCode).toBe(400)
})

test('organizations have no buttons; the list only says whether there are any', async () => {
  expect((await it.app.inject('/api/auth/providers')).json()).toEqual({
    items: [],
    has_sso: true,
    wallets: [],
  })
})

test('API-12 a new person of the organization chooses a username, and signs in with it from then on', async () => {
  // Many organizations don't send `email_verified`.
  acme.people.set('ada', { email: 'Ada@Acme.example' })
  const given = await returned('ada')
  expect((await signIn(given)).json()).toMatchObject({ status: 409, code: 'USERNAME_MISSING' })
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'ada' })).json()).toMatchObject({
    user: { email: 'ada@acme.example', username: 'ada' },
  })
  expect((await signIn(await returned('ada', { provider: 'sso-acme' }))).json()).toMatchObject({
    user: { username: 'ada' },
  })
  // The same person may have a different address in the organization later.
  acme.people.set('ada', { email: 'countess@acme.example' })
  expect((await signIn(await returned('ada'))).json()).toMatchObject({ user: { username: 'ada' } })
})

test.each([
  ['of another domain', { email: 'eve@gmail.example', email_verified: true }],
  ['below its domain', { email: 'eve@team.acme.example', email_verified: true }],
  ['that only looks like its own', { email: 'eve@evilacme.example', email_verified: true }],
  ['that it denies', { email: 'eve@acme.example', email_verified: false }],
  ['it does not say', {}],
])('B8 does not trust an organization about an address %s', async (_what, person) => {
  acme.people.set('eve', person)
  const given = await returned('eve')
  expect((await signIn(given)).json()).toMatchObject({ status: 409, code: 'EMAIL_UNPROVEN' })
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'eve' })).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
})

test('B8 an address with an account is linked with a fresh proof, never silently', async () => {
  const { ben } = await people(it, 'ben')
  const email = 'ben@acme.example'
  await it.db.updateTable('users').set({ email }).where('id', '=', ben.user_id).execute()
  acme.people.set('ben', { email })
  const given = await returned('ben')
  expect((await signIn(given)).json()).toMatchObject({ status: 409, code: 'IDENTITY_UNLINKED' })
  const { code: _, ...rest } = given
  const link = () => post(it.app, '/api/account/identities', rest, ben.cookie)
  expect((await link()).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const proof = { password: ben.password }
  expect((await post(it.app, '/api/account/proofs', proof, ben.cookie)).statusCode).toBe(200)
  expect((await link()).json()).toMatchObject({ title: 'Acme', label: email })
  expect((await signIn(await returned('ben'))).json()).toMatchObject({ user: { user_id: ben.user_id } })
})

test('B8 a person who signed up earlier with another’s address gets no access to the account', async () => {
  const sign = { username: 'gil.before', email: 'gil@acme.example', password: 'the password of a stranger' }
  expect((await post(it.app, '/api/auth/sign-up', sign)).statusCode).toBe(202)
  acme.people.set('gil', { email: sign.email })
  const given = await returned('gil')
  await signIn(given)
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'gil' })).statusCode).toBe(200)
  const { email, password } = sign
  expect((await post(it.app, '/api/auth/sign-in', { email, password })).json()).toMatchObject({
    code: 'WRONG_CREDENTIALS',
  })
})

test('only the device that started the sign-in can finish it, once', async () => {
  const given = await returned('ada')
  const wrong = { ...given, code_verifier: 'x'.repeat(43) }
  expect((await signIn(wrong)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await signIn(given)).statusCode).toBe(200)
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

test('a suspended person sees that they are suspended', async () => {
  const session = (await signIn(await returned('ada'))).json<{ user: { user_id: string } }>()
  await it.db.transaction().execute((tx) => suspend(tx, session.user.user_id, true))
  const answer = await signIn(await returned('ada'))
  expect(answer.json()).toMatchObject({ is_suspended: true })
  const wanted = { provider: 'sso-acme', code_challenge: 'x'.repeat(43) }
  const cookie = { cookie: getCookie(answer), 'sec-fetch-site': 'same-origin' }
  expect((await post(it.app, '/api/account/identity-requests', wanted, cookie)).json()).toMatchObject({
    code: 'SUSPENDED',
  })
})
