import { X509Certificate } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import type { SamlSettings } from './modules/accounts/index.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const LISTS: ReadonlySet<string> = new Set([
  ...['KeyDescriptor', 'SingleSignOnService', 'X509Data', 'X509Certificate'],
])
const KEY_BITS = 2048

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => LISTS.has(name),
})

type Key = { use?: string; KeyInfo?: { X509Data?: { X509Certificate?: string[] }[] } }
type Metadata = {
  EntityDescriptor?: {
    entityID?: string
    IDPSSODescriptor?: {
      WantAuthnRequestsSigned?: string
      KeyDescriptor?: Key[]
      SingleSignOnService?: { Binding?: string; Location?: string }[]
    }
  }
}

// Signatures in responses are only verified with RSA.
const parseCertificate = (text: string): string[] => {
  const lines = text.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  try {
    const read = new X509Certificate(
      ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    )
    const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey
    const bits = asymmetricKeyType === 'rsa' ? (asymmetricKeyDetails?.modulusLength ?? 0) : 0
    return bits >= KEY_BITS ? [read.toString()] : []
  } catch {
    return []
  }
}

type Described = Pick<SamlSettings, 'entityId' | 'signOn' | 'certificates'>

const parsed = (text: string): Metadata | null => {
  try {
    return parser.parse(text) as Metadata
  } catch {
    return null
  }
}

/** Parses an organization's SAML 2.0 metadata; returns an error message if it's invalid. */
export const readMetadata = (text: string, isAddress: (text: string) => boolean): Described | string => {
  const { entityID: entityId, IDPSSODescriptor: login } = parsed(text)?.EntityDescriptor ?? {}
  if (!entityId || !login) return 'must be the metadata of one identity provider (EntityDescriptor)'
  if (login.WantAuthnRequestsSigned === 'true') return 'requires signed requests, which are not supported'
  const address = login.SingleSignOnService?.find(({ Binding }) => Binding === REDIRECT)?.Location
  if (!address || !isAddress(address)) return 'must have a SingleSignOnService by HTTP-Redirect, with https'
  const certificates = (login.KeyDescriptor ?? [])
    .filter(({ use }) => use !== 'encryption')
    .flatMap(({ KeyInfo }) => KeyInfo?.X509Data ?? [])
    .flatMap(({ X509Certificate: all }) => all ?? [])
    .flatMap(parseCertificate)
  if (certificates.length === 0) return `must have a certificate for signatures (RSA, ${KEY_BITS} bits)`
  return { entityId, signOn: new URL(address), certificates }
}
