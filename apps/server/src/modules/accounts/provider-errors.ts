import { Refusal } from '../../platform/http/index.ts'
import { ProviderDown } from './provider-fetch.ts'

/** Answers that no provider gives: another type, another shape, no discovery document. */
const NONSENSE: ReadonlySet<unknown> = new Set([
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR', 'OAUTH_TIMEOUT'],
  ...['ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_INVALID_URL'],
])

const chainOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...chainOf(error.cause)] : []

/** The refusal when a provider did not say who somebody is. */
export const providerRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const isDown = chainOf(error).some(
    (one) => one instanceof ProviderDown || NONSENSE.has((one as { code?: unknown }).code),
  )
  return new Refusal(isDown ? 'PROVIDER_DOWN' : 'PROVIDER_REFUSED', { cause: error })
}

/** Why a provider confirmed nobody, for the log: kinds of errors without what they are about. */
export const reasonOf = (error: unknown): string =>
  chainOf(error)
    .map((one) => String((one as { code?: unknown }).code ?? (one as Error).name))
    .join(', ')
