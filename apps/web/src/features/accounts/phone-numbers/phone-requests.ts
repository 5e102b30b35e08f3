import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { accountKeys } from '../../../lib/keys/accounts.ts'
import { enter, type SignedIn } from '../account-requests.ts'
import { withChallenge } from '../sign-up/with-challenge.ts'

/** Whether this server sends text messages, and to which countries. */
export const phoneServiceQuery = queryOptions({
  queryKey: accountKeys.phones,
  queryFn: ({ signal }) => call('GET /api/auth/phones', { signal }),
})

// Prevents line breaks within a phone number.
const NO_BREAK = '\u00A0'

/** A phone number in the server's format and in a readable format. */
export type ReadPhone = { number: string; shown: string }

/**
 * Parses a phone number as typed. If it has no country code, assumes the only country that the server can text, or else
 * the browser's country. Returns an invalid number unchanged, so that the server refuses it.
 */
export async function readPhone(typed: string, countries: readonly string[] | null): Promise<ReadPhone> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const own = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? ''
  const country = countries?.length === 1 ? (countries[0] ?? own) : own
  const parsed = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined)
  return parsed
    ? { number: parsed.number, shown: parsed.formatInternational().replaceAll(' ', NO_BREAK) }
    : { number: typed, shown: typed }
}

/** Requests a code for a phone number; returns the request ID. Throws `ApiError`. */
export async function requestPhoneCode(phone: string): Promise<string> {
  return (await withChallenge((headers) => call('POST /api/auth/phone-codes', { body: { phone }, headers })))
    .code_id
}

/** Signs in with a code sent to a phone number; see `enter`. Throws `ApiError`. */
export function signInWithPhoneCode(entered: {
  code_id: string
  code: string
  cancel_deletion?: boolean
}): Promise<SignedIn> {
  return enter(call('POST /api/auth/phone-code-sign-ins', { body: entered }))
}

/** Whether the code was correct but no account has this number yet. */
export function needsEmail(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'EMAIL_MISSING'
}
