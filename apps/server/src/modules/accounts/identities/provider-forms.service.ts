import { parseRowId } from '../mails/link-token.ts'
import type { Provider } from './provider-types.ts'
import { findRequest, noteForm } from './providers.queries.ts'
import { over, type ProviderDeps, refused, deriveValues } from './providers.service.ts'

/**
 * Verifies the form that an organization sent for a request, and returns the parameters for the return URL. Works only
 * once. Only the browser that submitted the form gets the code, not the person who started the request.
 * @throws Refusal PROVIDER_OVER, PROVIDER_REFUSED
 */
export async function confirmForm(
  deps: ProviderDeps,
  provider: Provider,
  form: URLSearchParams,
): Promise<{ state: string; code: string }> {
  const state = form.get('RelayState') ?? ''
  const id = parseRowId(deps.secret, 'provider-request', state)
  const request = id && (await findRequest(deps.db, id))
  if (!request || request.provider !== provider.provider || !provider.confirm) throw over()
  const values = deriveValues(deps, request.id, request.provider)
  const code = await provider.confirm(form, values).catch((error: unknown) => {
    throw refused(deps, provider, error)
  })
  if (!(await noteForm(deps.db, request.id))) throw over()
  return { state, code }
}
