import { Refusal } from '../../../platform/http/index.ts'
import { ProviderDown } from './provider-fetch.ts'

/** Errors for responses that no provider would send: a wrong type, a wrong format, or no discovery document. */
const NONSENSE: ReadonlySet<unknown> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
  'ERR_INVALID_URL',
])

function listCauses(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : []
}

/** Returns the refusal for a provider that didn't identify the person. */
export function providerRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const isDown = listCauses(error).some(
    (one) => one instanceof ProviderDown || NONSENSE.has((one as { code?: unknown }).code),
  )
  return new Refusal(isDown ? 'PROVIDER_DOWN' : 'PROVIDER_REFUSED', { cause: error })
}

/** Returns why a provider didn't identify anyone, for the log. Contains the types of errors but not their values. */
export function getReason(error: unknown): string {
  return listCauses(error)
    .map((one) => String((one as { code?: unknown }).code ?? (one as Error).name))
    .join(', ')
}
