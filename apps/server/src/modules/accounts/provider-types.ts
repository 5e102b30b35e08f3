import type { KeyObject } from 'node:crypto'

type Common = {
  /** In URLs. */
  provider: string
  /** The display name. */
  title: string
  clientId: string
}

/** A provider with OpenID Connect. */
export type OpenIdSettings = Common & {
  kind: 'openid'
  issuer: URL
  clientSecret: string
  /** Client ids of apps whose ID tokens are also accepted. */
  appClientIds: readonly string[]
  /** The domains of an organization; null: open to everyone. */
  domains: readonly string[] | null
}

/** Apple, whose clients sign with a key. */
export type AppleSettings = Common & {
  kind: 'apple'
  issuer: URL
  teamId: string
  keyId: string
  key: KeyObject
  appClientIds: readonly string[]
}

/** GitHub, or a GitHub Enterprise Server. */
export type GithubSettings = Common & {
  kind: 'github'
  site: URL
  /** Ends with a slash. */
  api: URL
  clientSecret: string
}

/** An organization with SAML 2.0, as its metadata describes it. */
export type SamlSettings = Omit<Common, 'clientId'> & {
  kind: 'saml'
  entityId: string
  signOn: URL
  /** In PEM; a signature with any of them is valid. */
  certificates: readonly string[]
  domains: readonly string[]
}

/** A provider as the operator configured it. */
export type ProviderSettings = OpenIdSettings | AppleSettings | GithubSettings | SamlSettings

/** A person's identity at a provider. */
export type Claim = {
  /** Never reassigned to another person there, unlike the address. */
  subject: string
  email: string | null
  is_email_proven: boolean
  label: string | null
}

/** The values of one request, all computed from its id. */
export type RequestValues = { state: string; nonce: string; verifier: string; returnTo: string }

/** One provider's protocol. */
export type Provider = {
  provider: string
  title: string
  /** The key that identities are stored under; another issuer with the same name has another one. */
  key: string
  /** The domains of an organization, for which only it is trusted; null: open to everyone. */
  domains: readonly string[] | null
  /** Whether it returns with a form instead of a link. */
  answersByForm: boolean
  /** The URL at the provider where a browser starts. */
  begin: (values: RequestValues) => Promise<URL>
  /**
   * Verifies the form that a browser returns with, and creates a code from it that only the server can read; null: the
   * form has the provider's own code.
   */
  confirm: ((form: URLSearchParams, values: RequestValues) => Promise<string>) | null
  /** Exchanges a code at the provider for the person's identity. */
  exchange: (returned: { code: string; iss?: string | undefined }, values: RequestValues) => Promise<Claim>
  /** The identity in an ID token; null: the provider has none. */
  readIdToken: ((token: string, nonce: string) => Promise<Claim>) | null
}

/** The providers of a server, by name. */
export type Providers = ReadonlyMap<string, Provider>
