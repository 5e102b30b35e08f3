/** A provider as the operator configured it. */
export type ProviderSettings = {
  /** In addresses. */
  provider: string
  /** As people know it. */
  title: string
  issuer: URL
  clientId: string
  clientSecret: string
  /** Identifiers of apps whose ID tokens count, too. */
  appClientIds: readonly string[]
}

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
  /** The address at the provider where a browser begins. */
  begin: (values: RequestValues) => Promise<URL>
  /** Asks the provider whose code this is. */
  exchange: (returned: { code: string; iss?: string | undefined }, values: RequestValues) => Promise<Claim>
  /** Whose ID token this is; null: the provider has none. */
  readIdToken: ((token: string, nonce: string) => Promise<Claim>) | null
}

/** The providers of a server, by name. */
export type Providers = ReadonlyMap<string, Provider>
