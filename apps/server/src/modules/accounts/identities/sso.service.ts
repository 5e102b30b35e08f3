import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { isOrganizationOf } from './sso-domains.ts'
import type { Provider } from './provider-types.ts'
import { beginRequest, type ProviderDeps } from './providers.service.ts'

type Wanted = { domain?: string | undefined; provider?: string | undefined; code_challenge: string }

function unknown() {
  const { detail } = new Refusal('SSO_UNKNOWN')
  return refusedField('SSO_UNKNOWN', 'domain', detail)
}

/**
 * Starts a sign-in with an organization, found by its domain or name.
 * @throws Refusal SSO_UNKNOWN, PROVIDER_DOWN
 */
export async function beginSso(
  deps: ProviderDeps,
  wanted: Wanted,
): Promise<Awaited<ReturnType<typeof beginRequest>> & Pick<Provider, 'provider' | 'title'>> {
  const one = [...deps.providers.values()].find((each) => isOrganizationOf(each, wanted))
  if (!one) throw unknown()
  const { provider, title } = one
  return {
    ...(await beginRequest(deps, { provider, code_challenge: wanted.code_challenge })),
    provider,
    title,
  }
}
