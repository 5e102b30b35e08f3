import { Refusal } from '../../platform/http/index.ts'
import { plainDomain } from './own-domains.ts'
import type { Provider } from './provider.ts'
import { beginRequest, type ProviderDeps } from './providers.service.ts'

type Wanted = { domain?: string | undefined; provider?: string | undefined; code_challenge: string }

const isWanted = ({ provider, domains }: Provider, wanted: Wanted): boolean => {
  if (!domains) return false
  return wanted.domain === undefined
    ? provider === wanted.provider
    : domains.includes(plainDomain(wanted.domain))
}

const unknown = () => {
  const { message } = new Refusal('SSO_UNKNOWN')
  return new Refusal('SSO_UNKNOWN', { fields: { domain: message } })
}

/**
 * Begins to ask an organization who somebody is; which one, their domain or its name says.
 * @throws Refusal SSO_UNKNOWN, PROVIDER_DOWN
 */
export const beginSso = async (
  deps: ProviderDeps,
  wanted: Wanted,
): Promise<Awaited<ReturnType<typeof beginRequest>> & Pick<Provider, 'provider' | 'title'>> => {
  const one = [...deps.providers.values()].find((each) => isWanted(each, wanted))
  if (!one) throw unknown()
  const { provider, title } = one
  return {
    ...(await beginRequest(deps, { provider, code_challenge: wanted.code_challenge })),
    provider,
    title,
  }
}
