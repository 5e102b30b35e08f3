import { X509Certificate } from 'node:crypto'
import type { SamlSettings } from './modules/accounts/index.ts'
import { findOnlyChild, listChildren, parseXml, type XmlElement } from './platform/parse-xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const KEY_BITS = 2048

// Signatures in responses are only verified with RSA.
function parseCertificate(text: string): string[] {
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

function parseRoot(text: string): XmlElement | null {
  try {
    return parseXml(text)
  } catch {
    return null
  }
}

function listKeys(login: XmlElement): XmlElement[] {
  return listChildren(login, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.use !== 'encryption')
    .flatMap((key) => listChildren(key, 'KeyInfo'))
    .flatMap((info) => listChildren(info, 'X509Data'))
    .flatMap((data) => listChildren(data, 'X509Certificate'))
}

/** Parses an organization's SAML 2.0 metadata; returns an error message if it's invalid. */
export function readMetadata(text: string, isAddress: (text: string) => boolean): Described | string {
  const root = parseRoot(text)
  const entityId = root?.attributes.entityID
  const login = root?.name === 'EntityDescriptor' ? findOnlyChild(root, 'IDPSSODescriptor') : undefined
  if (!entityId || !login) return 'must be the metadata of one identity provider (EntityDescriptor)'
  if (login.attributes.WantAuthnRequestsSigned === 'true')
    return 'requires signed requests, which are not supported'
  const services = listChildren(login, 'SingleSignOnService').map(({ attributes }) => attributes)
  const address = services.find(({ Binding }) => Binding === REDIRECT)?.Location
  if (!address || !isAddress(address)) return 'must have a SingleSignOnService by HTTP-Redirect, with https'
  const certificates = listKeys(login).flatMap((key) => parseCertificate(key.text))
  if (certificates.length === 0) return `must have a certificate for signatures (RSA, ${KEY_BITS} bits)`
  return { entityId, signOn: new URL(address), certificates }
}
