import type { KeyObject } from 'node:crypto'

type Common = {
  /** The name in URLs. */
  provider: string
  /** The display name. */
  title: string
  clientId: string
}

/** Settings for an OpenID Connect provider. */
export type OpenIdSettings = Common & {
  kind: 'openid'
  issuer: URL
  clientSecret: string
  /** Client ids of apps whose ID tokens are also accepted. */
  appClientIds: readonly string[]
  /** An organization's domains; null if the provider is open to everyone. */
  domains: readonly string[] | null
}

/** Settings for Apple, whose clients sign requests with a key. */
export type AppleSettings = Common & {
  kind: 'apple'
  issuer: URL
  teamId: string
  keyId: string
  key: KeyObject
  appClientIds: readonly string[]
}

/** Settings for GitHub or a GitHub Enterprise Server. */
export type GithubSettings = Common & {
  kind: 'github'
  site: URL
  /** Must end with a slash. */
  api: URL
  clientSecret: string
}

/** Settings for an organization that uses SAML 2.0, taken from its metadata. */
export type SamlSettings = Omit<Common, 'clientId'> & {
  kind: 'saml'
  entityId: string
  signOn: URL
  /** Certificates in PEM format. A signature may use any of them. */
  certificates: readonly string[]
  domains: readonly string[]
}

/** A provider as the operator configured it. */
export type ProviderSettings = OpenIdSettings | AppleSettings | GithubSettings | SamlSettings

/** A person's identity at a provider. */
export type Claim = {
  /** The provider never reassigns this to another person, unlike the email address. */
  subject: string
  email: string | null
  is_email_proven: boolean
  label: string | null
}

/** Values for one request, all derived from its id. */
export type RequestValues = { state: string; nonce: string; verifier: string; returnTo: string }

/** A sign-in provider and its protocol. */
export type Provider = {
  provider: string
  title: string
  /** The key under which identities are stored. Issuers that share a name still have different keys. */
  key: string
  /** An organization's domains, the only ones that it's trusted for; null if the provider is open to everyone. */
  domains: readonly string[] | null
  /** Whether the provider responds with a form instead of a redirect. */
  answersByForm: boolean
  /** Returns the provider's URL where the browser begins the sign-in. */
  begin: (values: RequestValues) => Promise<URL>
  /**
   * Verifies the form that a browser returns with, and converts it to a code that only the server can read. Null if the
   * form already contains a code from the provider.
   */
  confirm: ((form: URLSearchParams, values: RequestValues) => Promise<string>) | null
  /** Exchanges a code with the provider for the person's identity. */
  exchange: (returned: { code: string; iss?: string | undefined }, values: RequestValues) => Promise<Claim>
  /** Reads the identity from an ID token; null if the provider doesn't issue any. */
  readIdToken: ((token: string, nonce: string) => Promise<Claim>) | null
}

/** A server's providers, by name. */
export type Providers = ReadonlyMap<string, Provider>
