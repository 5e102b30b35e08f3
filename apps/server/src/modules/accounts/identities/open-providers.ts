import { Refusal } from '../../../platform/http/index.ts'
import type { FetchLimits } from './provider-fetch.ts'
import type { Provider, Providers, ProviderSettings } from './provider-types.ts'
import { githubProvider } from './provider-github.ts'
import { openIdProvider } from './provider-oidc.ts'
import { samlProvider } from './provider-saml.ts'

function opened(settings: ProviderSettings, secret: string, limits?: FetchLimits): Provider {
  if (settings.kind === 'github') return githubProvider(settings, limits)
  return settings.kind === 'saml' ? samlProvider(settings, secret) : openIdProvider(settings, limits)
}

/** Creates the configured providers. Doesn't send requests until a provider is used. */
export function openProviders(
  settings: readonly ProviderSettings[],
  secret: string,
  limits?: FetchLimits,
): Providers {
  return new Map(settings.map((one) => [one.provider, opened(one, secret, limits)]))
}

/** Returns the provider with this name. @throws Refusal NOT_FOUND */
export function getProvider(providers: Providers, name: string): Provider {
  const provider = providers.get(name)
  if (!provider) throw new Refusal('NOT_FOUND')
  return provider
}
