import { createHash, randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { people, post } from '../../../test/people.ts'
import {
  type Posted,
  type Values,
  type SamlProvider,
  startSamlProvider,
} from '../../../test/saml-provider.ts'
import { readMetadata } from '../../saml-metadata.ts'

const PATH = '/auth/return/sso-school'
const RETURN = `${ORIGIN}${PATH}`
/** Why something was refused, as the log has it; a wrong reason would hide a check that is missing. */
const reasons: string[] = []
const log = pino(
  { level: 'warn' },
  new Writable({
    write: (line: Buffer, _encoding, done) => {
      reasons.push((JSON.parse(line.toString()) as { reason?: string }).reason ?? '')
      done()
    },
  }),
)
let it: TestApp
let school: SamlProvider
beforeAll(async () => {
  school = await startSamlProvider(RETURN)
  const described = readMetadata(school.metadata, () => true)
  if (typeof described === 'string') throw new Error(described)
  const named = { provider: 'sso-school', title: 'The school', domains: ['school.example'] }
  it = await testApp({ log, accounts: { providers: [{ kind: 'saml', ...named, ...described }] } })
})
afterAll(async () => {
  await it.close()
  await school.close()
})

const begin = async () => {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const begun = await post(it.app, '/api/auth/sso', { domain: 'school.example', code_challenge })
  expect(begun.statusCode).toBe(201)
  return { ...begun.json<{ address: string; state: string }>(), code_verifier }
}

/** Brings a form as a browser does that comes from another site: no cookie, a foreign origin. */
const bring = async (posted: Partial<Posted>, path = PATH) => {
  const answer = await it.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://school.example' },
    payload: new URLSearchParams(posted).toString(),
  })
  expect(answer.statusCode, answer.body).toBe(303)
  const location = new URL(answer.headers.location ?? '', ORIGIN)
  expect([location.origin, location.pathname]).toEqual([ORIGIN, PATH])
  return Object.fromEntries(location.searchParams)
}

const signIn = (body: object) => post(it.app, '/api/auth/provider-sign-ins', body)

const returned = async (values: Values) => {
  const { address, state, code_verifier } = await begin()
  const back = await bring(await school.answer(address, values))
  expect(back).toEqual({ state, code: expect.any(String) })
  return { state, code_verifier, code: back.code }
}

const REFUSED = { error: 'server_error', error_code: 'provider_refused' }
const OVER = { error: 'server_error', error_code: 'provider_over' }

test('API-12 somebody new of a school chooses a username, and signs in with it from then on', async () => {
  const given = await returned({ name: 'ada-1815', email: 'Ada@School.example' })
  expect((await signIn(given)).json()).toMatchObject({ status: 409, code: 'USERNAME_MISSING' })
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'ada' })).json()).toMatchObject({
    user: { email: 'ada@school.example', username: 'ada' },
  })
  expect(
    (await signIn(await returned({ name: 'ada-1815', email: 'else@school.example' }))).json(),
  ).toMatchObject({
    user: { username: 'ada' },
  })
  const identities = await it.db
    .selectFrom('accounts')
    .select(['provider_id', 'account_id', 'label'])
    .where('provider_id', '!=', 'credential')
    .execute()
  expect(identities).toEqual([
    { provider_id: `saml:${school.entityId}`, account_id: 'ada-1815', label: 'else@school.example' },
  ])
})

test.each<[string, string, Values]>([
  ['without a signature of its own', 'SAML_SIGNATURE', { signs: 'response' }],
  ['signed by somebody else', 'SAML_SIGNATURE', { signs: 'forged' }],
  ['of another organization', 'SAML_ISSUER', { issuer: 'https://evil.example/metadata' }],
  ['for another audience', 'SAML_AUDIENCE', { audience: 'https://evil.example/' }],
  ['for no audience', 'SAML_AUDIENCE', { audience: '' }],
  ['in a response for another address', 'SAML_DESTINATION', { destination: 'https://evil.example/acs' }],
  ['for another recipient', 'SAML_RECIPIENT', { recipient: 'https://evil.example/acs' }],
  ['of another request', 'SAML_REQUEST', { request: '_another' }],
  ['that nobody asked for', 'SAML_REQUEST', { request: '' }],
  ['that is over', 'SAML_EXPIRED', { until: new Date(Date.now() - 600_000).toISOString() }],
  ['that has not begun', 'SAML_EXPIRED', { from: new Date(Date.now() + 600_000).toISOString() }],
  [
    'with a name that changes each time',
    'SAML_TRANSIENT',
    { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
  ],
  ['of nobody', 'SAML_NOBODY', { name: '' }],
  ['in a refusal', 'SAML_STATUS', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
])('API-12 an assertion %s is refused', async (_what, reason, values) => {
  const { address, state, code_verifier } = await begin()
  const posted = await school.answer(address, { name: 'ada-1815', email: 'ada@school.example', ...values })
  expect(await bring(posted)).toEqual(REFUSED)
  expect(reasons.at(-1)?.split(', ')[0]).toBe(reason)
  expect((await signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

const partsOf = ({ SAMLResponse }: Posted) => {
  const xml = Buffer.from(SAMLResponse, 'base64').toString()
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(assertion) ?? []
  const [, id = ''] = /ID="([^"]*)"/.exec(assertion) ?? []
  const evil = assertion.replace(signature, '').replace('mallory', 'ada-1815')
  return { xml, assertion, signature, id, evil, other: evil.replace(id, '_evil') }
}
type Parts = ReturnType<typeof partsOf>

const within = (outer: string, inner: string) => outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`)

test.each<[string, string, (parts: Parts) => string]>([
  ['another name', 'SAML_SIGNATURE', ({ xml }) => xml.replace('mallory', 'ada-1815')],
  ['another address', 'SAML_SIGNATURE', ({ xml }) => xml.replace('mallory@', 'ada@')],
  ['no signature', 'SAML_SIGNATURE', ({ xml, signature }) => xml.replace(signature, '')],
  [
    'a forged assertion before the signed one',
    'SAML_SIGNATURE',
    ({ xml, assertion, other }) => xml.replace(assertion, other + assertion),
  ],
  [
    'a forged assertion behind the signed one',
    'SAML_SIGNATURE',
    ({ xml, assertion, other }) => xml.replace(assertion, assertion + other),
  ],
  [
    'the same id twice',
    'SAML_SIGNATURE',
    ({ xml, assertion, evil }) => xml.replace(assertion, evil + assertion),
  ],
  [
    'the signed one within a forged one',
    'SAML_SIGNATURE',
    ({ xml, assertion, other }) =>
      xml.replace(assertion, within(other, `<saml:Advice>${assertion}</saml:Advice>`)),
  ],
  [
    'the signature on a forged one, with the signed one within it',
    'SAML_SIGNATURE',
    ({ xml, assertion, signature, other }) => {
      const original = assertion.replace(signature, '')
      const around = signature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`)
      return xml.replace(assertion, within(other, around))
    },
  ],
  [
    'the signature on a forged one of the same id, with the signed one within it',
    'SAML_SIGNATURE',
    ({ xml, assertion, signature, evil }) => {
      const original = assertion.replace(signature, '')
      const around = signature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`)
      return xml.replace(assertion, within(evil, around))
    },
  ],
  [
    'the signed one in an extension of the response',
    'SAML_SIGNATURE',
    ({ xml, assertion, other }) =>
      xml
        .replace(assertion, other)
        .replace('<samlp:Status>', `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`),
  ],
  [
    'the signed response within a forged one',
    'SAML_SIGNATURE',
    ({ xml, assertion, other }) =>
      xml
        .replace(assertion, other)
        .replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`),
  ],
  ['a comment in the name', 'SAML_STRANGE', ({ xml }) => xml.replace('mallory<', 'mallory<!-- -->.evil<')],
  [
    'a type with an entity',
    'SAML_STRANGE',
    ({ xml }) => `<!DOCTYPE a [<!ENTITY b "ada-1815">]>${xml.replace('mallory<', '&b;<')}`,
  ],
  [
    'an algorithm of a shared secret',
    'SAML_ALGORITHM',
    ({ xml }) => xml.replace('#rsa-sha256', '#hmac-sha256'),
  ],
  [
    'an algorithm of the last century',
    'SAML_ALGORITHM',
    ({ xml }) => xml.replace('#rsa-sha256', '#rsa-sha1'),
  ],
  ['a written-out algorithm', 'SAML_ALGORITHM', ({ xml }) => xml.replace('#rsa-sha256', '#rsa-sha&#49;')],
  ['no assertion', 'SAML_STRANGE', ({ xml, assertion }) => xml.replace(assertion, '')],
  ['no end', 'SAML_STRANGE', ({ xml }) => xml.slice(0, -20)],
  [
    'deep nesting',
    'SAML_STRANGE',
    ({ xml, assertion }) => xml.replace(assertion, '<a>'.repeat(9000) + '</a>'.repeat(9000)),
  ],
  ['nothing', 'SAML_STRANGE', () => ''],
  ['no XML', 'SAML_STRANGE', () => 'ada-1815'],
])('API-12 a response with %s is refused', async (_what, reason, change) => {
  const { address, state, code_verifier } = await begin()
  const posted = await school.answer(address, { name: 'mallory', email: 'mallory@school.example' })
  const changed = change(partsOf(posted))
  expect(await bring({ ...posted, SAMLResponse: Buffer.from(changed).toString('base64') })).toEqual(REFUSED)
  expect((await signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  // Whoever brings something wrong uses nothing up.
  expect(await bring(posted)).toMatchObject({ state })
})

test('API-12 a response is brought once, to the request that it answers', async () => {
  const first = await begin()
  const posted = await school.answer(first.address, { name: 'ada-1815' })
  const { code } = await bring(posted)
  expect(await bring(posted)).toEqual(OVER)
  const given = { state: first.state, code_verifier: first.code_verifier, code }
  expect((await signIn(given)).statusCode).toBe(200)
  expect(await bring(posted)).toEqual(OVER)
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  const second = await begin()
  expect(await bring({ ...posted, RelayState: second.state })).toEqual(REFUSED)
  for (const RelayState of ['', 'x', 'x'.repeat(64)])
    expect(await bring({ ...posted, RelayState })).toEqual(OVER)
  expect(await bring({ RelayState: second.state })).toEqual(REFUSED)
})

test('API-12 two copies of a response at once make one code', async () => {
  const { address } = await begin()
  const posted = await school.answer(address, { name: 'ada-1815' })
  const back = await Promise.all([bring(posted), bring(posted)])
  expect(back.filter(({ code }) => code)).toHaveLength(1)
})

test('B8 whoever sends somebody to their own request learns nothing of the answer', async () => {
  const { address, state, code_verifier } = await begin()
  // Somebody else signs in at the school, for this request.
  const { code } = await bring(await school.answer(address, { name: 'ada-1815' }))
  expect((await signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  // And whoever they are sent back to has not begun it.
  expect((await signIn({ state, code, code_verifier: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'PROVIDER_OVER',
  })
})

test('a code of another request, or of nobody, is refused', async () => {
  const [mine, foreign] = [await returned({ name: 'ada-1815' }), await returned({ name: 'ada-1815' })]
  expect((await signIn({ ...mine, code: foreign.code })).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
  expect((await signIn({ ...foreign, code: 'made up' })).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
})

test('B8 a school is believed about its own addresses alone, and links nothing silently', async () => {
  const foreign = await returned({ name: 'eve', email: 'eve@gmail.example' })
  expect((await signIn(foreign)).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
  const { ben } = await people(it, 'ben')
  const email = 'ben@school.example'
  await it.db.updateTable('users').set({ email }).where('id', '=', ben.user_id).execute()
  expect((await signIn(await returned({ name: 'ben', email }))).json()).toMatchObject({
    code: 'IDENTITY_UNLINKED',
  })
  // Where a school names people by their address, that is the address.
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  expect((await signIn(await returned({ name: email, format }))).json()).toMatchObject({
    code: 'IDENTITY_UNLINKED',
  })
})

test('a form that is too long, or of another type, is refused before it is read', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const long = `SAMLResponse=${'x'.repeat(200_000)}`
  expect((await it.app.inject({ method: 'POST', url: PATH, headers, payload: long })).statusCode).toBe(413)
  const json = { method: 'POST', url: PATH, payload: { SAMLResponse: 'x' } } as const
  expect((await it.app.inject(json)).statusCode).toBeGreaterThanOrEqual(400)
})
