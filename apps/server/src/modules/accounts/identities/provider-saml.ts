import { z } from 'zod'
import { parseClaim } from './provider-claims.ts'
import type { Claim, Provider, RequestValues, SamlSettings } from './provider-types.ts'
import { requireResponse, requireSubject, type SamlAssertion } from './saml-beside-signature.ts'
import { SamlRefused, whyRefused } from './saml-refused.ts'
import { seal, unseal } from '../access-tokens/encrypted-text.ts'

const PURPOSE = 'confirmed form'
const SKEW_MS = 60_000
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Attribute names that organizations use for email addresses. */
const ADDRESS_NAMES = [
  'email',
  'mail',
  'emailaddress',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

const Confirmed = z.object({
  state: z.string(),
  claim: z.object({
    subject: z.string(),
    email: z.string().nullable(),
    is_email_proven: z.boolean(),
    label: z.string().nullable(),
  }),
})

type Profile = { nameID?: string; nameIDFormat?: string; attributes?: Record<string, unknown> }

function toTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string')
}

function readProfile({ nameID, nameIDFormat, attributes = {} }: Profile, domains: readonly string[]): Claim {
  if (!nameID?.trim()) throw new SamlRefused('SAML_NOBODY')
  if (nameIDFormat === TRANSIENT) throw new SamlRefused('SAML_TRANSIENT')
  const named = ADDRESS_NAMES.flatMap((name) =>
    Object.hasOwn(attributes, name) ? toTexts(attributes[name]) : [],
  )
  const email = named[0] ?? (nameIDFormat === ADDRESS ? nameID : undefined)
  return parseClaim({ sub: nameID.trim(), email: email?.trim() }, domains)
}

/**
 * Creates a provider for an organization that uses SAML 2.0. The browser sends a request to the organization, and
 * returns with a form that contains a signed assertion. The form is converted to a code, like those from other
 * providers.
 */
export function samlProvider(settings: SamlSettings, secret: string): Provider {
  const { provider, title, entityId, signOn, certificates, domains } = settings
  const buildRequestId = ({ nonce }: RequestValues) => `_${nonce}`
  const open = async (values: RequestValues) => {
    // Imported only if an organization uses SAML.
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
    const expected = buildRequestId(values)
    const known = async (id: string) => (id === expected ? new Date().toISOString() : null)
    return new SAML({
      callbackUrl: values.returnTo,
      issuer: values.returnTo,
      audience: values.returnTo,
      entryPoint: signOn.href,
      idpCert: [...certificates],
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: SKEW_MS,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => expected,
      validateInResponseTo: ValidateInResponseTo.always,
      // Each request has its own instance, so there is only one known id.
      cacheProvider: { getAsync: known, saveAsync: async () => null, removeAsync: async () => null },
    })
  }
  const read = async (response: string, values: RequestValues): Promise<Claim> => {
    requireResponse(response, values.returnTo)
    const saml = await open(values)
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response })
    const assertion = profile?.getAssertion?.() as SamlAssertion | undefined
    if (!profile || !assertion) throw new SamlRefused('SAML_NOBODY')
    requireSubject(assertion, { entityId, recipient: values.returnTo, request: buildRequestId(values) })
    return readProfile(profile, domains)
  }
  return {
    provider,
    title,
    domains,
    key: `saml:${entityId}`,
    answersByForm: true,
    begin: async (values) =>
      new URL(await (await open(values)).getAuthorizeUrlAsync(values.state, undefined, {})),
    confirm: async (form, values) => {
      const claim = await read(form.get('SAMLResponse') ?? '', values).catch((error: unknown) => {
        throw whyRefused(error)
      })
      return seal(secret, PURPOSE, JSON.stringify({ state: values.state, claim }))
    },
    exchange: async ({ code }, { state }) => {
      const text = await unseal(secret, PURPOSE, code)
      const confirmed = text === null ? null : Confirmed.parse(JSON.parse(text))
      if (confirmed?.state !== state) throw new SamlRefused('SAML_CODE')
      return confirmed.claim
    },
    readIdToken: null,
  }
}
