import type { KeyObject } from 'node:crypto'

type Common = {
  /** In addresses. */
  provider: string
  /** As people know it. */
  title: string
  clientId: string
}

/** A provider that speaks OpenID Connect. */
export type OpenIdSettings = Common & {
  kind: 'openid'
  issuer: URL
  clientSecret: string
  /** Identifiers of apps whose ID tokens count, too. */
  appClientIds: readonly string[]
  /** The domains of an organization; null: it is for everybody. */
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

/** An organization that speaks SAML 2.0, as its metadata describes it. */
export type SamlSettings = Omit<Common, 'clientId'> & {
  kind: 'saml'
  entityId: string
  signOn: URL
  /** As PEM; a signature by any of them counts. */
  certificates: readonly string[]
  domains: readonly string[]
}

/** A provider as the operator configured it. */
export type ProviderSettings = OpenIdSettings | AppleSettings | GithubSettings | SamlSettings

/** Who somebody is at a provider. */
export type Claim = {
  /** Never given to another person there, unlike the address. */
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
  /** What identities are stored under; another issuer under the same name has another one. */
  key: string
  /** The domains of an organization, which it alone is believed about; null: it is for everybody. */
  domains: readonly string[] | null
  /** Whether it comes back with a form of its own instead of a link. */
  answersByForm: boolean
  /** The address at the provider where a browser begins. */
  begin: (values: RequestValues) => Promise<URL>
  /**
   * Checks the form with which a browser comes back, and makes the code of it that only the server can read; null: the form
   * has the provider's own code.
   */
  confirm: ((form: URLSearchParams, values: RequestValues) => Promise<string>) | null
  /** Asks the provider whose code this is. */
  exchange: (returned: { code: string; iss?: string | undefined }, values: RequestValues) => Promise<Claim>
  /** Whose ID token this is; null: the provider has none. */
  readIdToken: ((token: string, nonce: string) => Promise<Claim>) | null
}

/** The providers of a server, by name. */
export type Providers = ReadonlyMap<string, Provider>
