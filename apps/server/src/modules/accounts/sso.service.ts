import { Refusal, refusedField } from '../../platform/http/index.ts'
import { rowOf } from './link-token.ts'
import { isOrganizationOf } from './sso-domains.ts'
import type { Provider } from './provider.ts'
import { findRequest, noteForm } from './providers.queries.ts'
import { beginRequest, over, type ProviderDeps, refused, valuesOf } from './providers.service.ts'

type Wanted = { domain?: string | undefined; provider?: string | undefined; code_challenge: string }

const unknown = () => {
  const { detail } = new Refusal('SSO_UNKNOWN')
  return refusedField('SSO_UNKNOWN', 'domain', detail)
}

/**
 * Begins to ask an organization who somebody is; which one, their domain or its name says.
 * @throws Refusal SSO_UNKNOWN, PROVIDER_DOWN
 */
export const beginSso = async (
  deps: ProviderDeps,
  wanted: Wanted,
): Promise<Awaited<ReturnType<typeof beginRequest>> & Pick<Provider, 'provider' | 'title'>> => {
  const one = [...deps.providers.values()].find((each) => isOrganizationOf(each, wanted))
  if (!one) throw unknown()
  const { provider, title } = one
  return {
    ...(await beginRequest(deps, { provider, code_challenge: wanted.code_challenge })),
    provider,
    title,
  }
}

/**
 * Checks the form with which an organization answers a request, once; returns what the return address has. Whoever begins a
 * request cannot learn its code: only the browser that brought the form does.
 * @throws Refusal PROVIDER_OVER, PROVIDER_REFUSED
 */
export const confirmForm = async (
  deps: ProviderDeps,
  provider: Provider,
  form: URLSearchParams,
): Promise<{ state: string; code: string }> => {
  const state = form.get('RelayState') ?? ''
  const id = rowOf(deps.secret, 'provider-request', state)
  const request = id && (await findRequest(deps.db, id))
  if (!request || request.provider !== provider.provider || !provider.confirm) throw over()
  const values = valuesOf(deps, request.id, request.provider)
  const code = await provider.confirm(form, values).catch((error: unknown) => {
    throw refused(deps, provider, error)
  })
  if (!(await noteForm(deps.db, request.id))) throw over()
  return { state, code }
}
