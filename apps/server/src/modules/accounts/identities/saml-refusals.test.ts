import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Posted, Values } from '../../../../test/services/saml-provider.ts'
import { openSchool, REFUSED, type School } from '../../../../test/actors/saml-sign-ins.ts'

/** The logged reasons for refusals. A refusal for the wrong reason would hide a missing check. */
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
let at: School
beforeAll(async () => {
  at = await openSchool({ log })
})
afterAll(() => at.close())

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
])('API-12 refuses an assertion %s', async (_what, reason, values) => {
  const { address, state, code_verifier } = await at.begin()
  const posted = await at.school.answer(address, { name: 'ada-1815', email: 'ada@school.example', ...values })
  expect(await at.bring(posted)).toEqual(REFUSED)
  expect(reasons.at(-1)?.split(', ')[0]).toBe(reason)
  expect((await at.signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

function parseParts({ SAMLResponse }: Posted) {
  const xml = Buffer.from(SAMLResponse, 'base64').toString()
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(assertion) ?? []
  const [, id = ''] = /ID="([^"]*)"/.exec(assertion) ?? []
  const evil = assertion.replace(signature, '').replace('mallory', 'ada-1815')
  return { xml, assertion, signature, id, evil, other: evil.replace(id, '_evil') }
}

type Parts = ReturnType<typeof parseParts>

function within(outer: string, inner: string) {
  return outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`)
}

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
])('API-12 refuses a response with %s', async (_what, reason, change) => {
  const { address, state, code_verifier } = await at.begin()
  const posted = await at.school.answer(address, { name: 'mallory', email: 'mallory@school.example' })
  const changed = change(parseParts(posted))
  expect(await at.bring({ ...posted, SAMLResponse: Buffer.from(changed).toString('base64') })).toEqual(
    REFUSED,
  )
  expect((await at.signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  // An invalid response doesn't use up the request.
  expect(await at.bring(posted)).toMatchObject({ state })
})
