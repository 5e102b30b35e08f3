import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { providerFormRoutes } from './provider-forms.routes.ts'
import { providerRoutes } from './providers.routes.ts'

export { appleKey } from './provider-apple.ts'
export type {
  AppleSettings,
  GithubSettings,
  OpenIdSettings,
  ProviderSettings,
  SamlSettings,
} from './provider-types.ts'
export { plainDomain } from './sso-domains.ts'

/** Accounts of other services: OAuth, OpenID Connect, and the SAML of organizations. */
export const identities: Room<OpenAccounts> = { routes: [providerRoutes, providerFormRoutes] }
