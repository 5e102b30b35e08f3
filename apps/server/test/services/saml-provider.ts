import { createServer, type Server } from 'node:http'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import samlify from 'samlify'
import { selfSigned } from '../makers/certificate.ts'

/** The values in an assertion. Missing ones get a valid value. */
export type Values = Partial<{
  name: string
  format: string
  email: string
  issuer: string
  audience: string
  destination: string
  recipient: string
  request: string
  from: string
  until: string
  status: string
  /** Whether to sign the assertion, to sign the response around an unsigned one, or to sign with another key. */
  signs: 'assertion' | 'response' | 'forged'
}>

/** The form that a browser posts to the return URL. */
export type Posted = { SAMLResponse: string; RelayState: string }

/** A local SAML 2.0 identity provider. It uses a different library than the code under test. */
export type SamlProvider = {
  entityId: string
  metadata: string
  /** Creates the response to a sign-in request's URL. */
  answer: (address: string, values: Values) => Promise<Posted>
  /** Sets the response for the next browser. */
  says: (values: Values) => void
  close: () => Promise<void>
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const NAMESPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

function buildResponse(values: Required<Values>): string {
  const now = new Date().toISOString()
  const request = values.request && `InResponseTo="${values.request}"`
  const attribute = values.email
    ? `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${escaped(values.email)}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`
    : ''
  const audience = values.audience
    ? `<saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction>`
    : ''
  return [
    `<samlp:Response ${NAMESPACES} ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${values.destination}" ${request}>`,
    `<saml:Issuer>${values.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${values.status}"/></samlp:Status>`,
    `<saml:Assertion ${NAMESPACES} ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${values.issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${values.format}">${escaped(values.name)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${values.until}" Recipient="${values.recipient}" ${request}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${values.from}" NotOnOrAfter="${values.until}">${audience}</saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `${attribute}</saml:Assertion></samlp:Response>`,
  ].join('')
}

function page(action: string, posted: Posted) {
  const fields = Object.entries(posted).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return `<!doctype html><title>The school</title><form method="post" action="${action}">${fields.join('')}</form><script>document.forms[0].submit()</script>`
}

function listening(server: Server) {
  return new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

/** Starts a provider that signs people in without prompting them, and sends them back to `returnTo`. */
export async function startSamlProvider(returnTo: string): Promise<SamlProvider> {
  // These tests don't validate requests against the schema.
  samlify.setSchemaValidator({ validate: () => Promise.resolve('skipped') })
  const [own, forged] = [selfSigned('The school'), selfSigned('Somebody else')]
  let next: Values = {}
  const server = createServer((request, response) => {
    void answer(request.url ?? '', next).then((posted) => {
      response.setHeader('content-type', 'text/html')
      response.end(page(returnTo, posted))
    })
  })
  const base = await listening(server)
  const entityId = `${base}/metadata`
  const providerWith = (key: string) =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: key,
      signingCert: own.certificate,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      nameIDFormat: [PERSISTENT],
      singleSignOnService: [{ Binding: REDIRECT, Location: `${base}/sign-on` }],
    })
  const providers = { own: providerWith(own.key), forged: providerWith(forged.key) }
  const clientWith = (signsAssertion: boolean) =>
    samlify.ServiceProvider({
      entityID: returnTo,
      wantAssertionsSigned: signsAssertion,
      assertionConsumerService: [{ Binding: POST, Location: returnTo }],
    })
  const answer = async (address: string, values: Values): Promise<Posted> => {
    const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(address, base).searchParams)
    const asked = await providers.own.parseLoginRequest(clientWith(true), 'redirect', {
      query: { SAMLRequest },
    })
    const { id, destination, assertionConsumerServiceUrl } = asked.extract.request as Record<string, string>
    if (destination !== `${base}/sign-on` || assertionConsumerServiceUrl !== returnTo)
      throw new Error('The request is for somebody else')
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const all: Required<Values> = {
      name: 'nobody',
      format: PERSISTENT,
      email: '',
      issuer: entityId,
      audience: returnTo,
      destination: returnTo,
      recipient: returnTo,
      request: id ?? '',
      status: SUCCESS,
      signs: 'assertion',
      from: inMinutes(-1),
      until: inMinutes(5),
      ...values,
    }
    const { context } = await providers[all.signs === 'forged' ? 'forged' : 'own'].createLoginResponse(
      clientWith(all.signs !== 'response'),
      { ...asked },
      'post',
      {},
      { customTagReplacement: () => ({ id: randomUUID(), context: buildResponse(all) }) },
    )
    return { SAMLResponse: context, RelayState }
  }
  return {
    entityId,
    answer,
    metadata: providers.own.getMetadata(),
    says: (values) => {
      next = values
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
