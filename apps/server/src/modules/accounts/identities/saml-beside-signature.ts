import { findOnlyChild, parseXml, type XmlElement } from '../../../platform/parse-xml.ts'
import { SamlRefused } from './saml-refused.ts'

const XML_DECLARATION = /^\s*<\?xml[^>]*\?>/
/** Matches doctypes, entities, comments, and processing instructions, which parsers handle differently. */
const STRANGE = /<!|<\?/
const ALGORITHM = /\bAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Algorithms for signatures with an organization's keys; excludes ones as old as SHA-1. */
const ALGORITHMS: ReadonlySet<string | undefined> = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  ...['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((one) => `http://www.w3.org/2001/04/xmldsig-more#${one}`),
  ...['sha256', 'sha512'].map((one) => `http://www.w3.org/2001/04/xmlenc#${one}`),
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
])

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function parseResponse(xml: string): XmlElement {
  try {
    return parseXml(xml)
  } catch {
    throw new SamlRefused('SAML_STRANGE')
  }
}

/**
 * Does the checks that the library leaves to us: plain XML, current algorithms, and a response for this URL.
 * @throws SamlRefused
 */
export function requireResponse(encoded: string, destination: string): void {
  const xml = Buffer.from(encoded, 'base64').toString('utf8')
  if (STRANGE.test(xml.replace(XML_DECLARATION, ''))) throw new SamlRefused('SAML_STRANGE')
  for (const [, one, other] of xml.matchAll(ALGORITHM))
    if (!ALGORITHMS.has(one ?? other)) throw new SamlRefused('SAML_ALGORITHM')
  const response = parseResponse(xml)
  if (response.name !== 'Response') throw new SamlRefused('SAML_STRANGE')
  const status = findOnlyChild(findOnlyChild(response, 'Status'), 'StatusCode')
  if (status?.attributes.Value !== SUCCESS) throw new SamlRefused('SAML_STATUS')
  const { Destination } = response.attributes
  if (Destination !== undefined && Destination !== destination) throw new SamlRefused('SAML_DESTINATION')
}

type Element<Attributes, Children = unknown> = { $?: Attributes; _?: string } & Children
type Confirmation = Element<
  { Method?: string },
  {
    SubjectConfirmationData?: Element<{ Recipient?: string; InResponseTo?: string; NotOnOrAfter?: string }>[]
  }
>

/** A signed assertion as parsed by the library, for the checks that it leaves to us. */
export type SamlAssertion = {
  Assertion: {
    Issuer?: Element<object>[]
    Subject?: { SubjectConfirmation?: Confirmation[] }[]
    Conditions?: Element<{ NotOnOrAfter?: string }>[]
  }
}

type Expected = { entityId: string; recipient: string; request: string }

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/**
 * Checks that a signed assertion comes from this organization, is for this URL and request, and expires. The library
 * checks the times.
 * @throws SamlRefused
 */
export function requireSubject({ Assertion }: SamlAssertion, expected: Expected): void {
  if (Assertion.Issuer?.[0]?._?.trim() !== expected.entityId) throw new SamlRefused('SAML_ISSUER')
  if (!Assertion.Conditions?.[0]?.$?.NotOnOrAfter) throw new SamlRefused('SAML_EXPIRED')
  const [confirmation, ...others] = Assertion.Subject?.[0]?.SubjectConfirmation ?? []
  const data = confirmation?.SubjectConfirmationData?.[0]?.$
  if (others.length > 0 || confirmation?.$?.Method !== BEARER || !data?.NotOnOrAfter)
    throw new SamlRefused('SAML_SUBJECT')
  if (data.Recipient !== expected.recipient) throw new SamlRefused('SAML_RECIPIENT')
  if (data.InResponseTo !== expected.request) throw new SamlRefused('SAML_REQUEST')
}
