import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { askForPasskey } from '../accounts/index.ts'
import { withProof } from './proof.ts'
import { factorsQuery, sessionsQuery } from './settings-requests.ts'

/** Loads the second factors again, and the sessions, of which a new factor ends all others. */
export function useReloadFactors(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [factorsQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
  }
}

/** Begins an authenticator app as a factor, by a fresh proof. Throws `ApiError`. */
export const beginApp = (name: string) =>
  withProof(() => call('POST /api/account/factors', { body: { kind: 'totp', name } }))

/** What follows a proven factor: the session is stronger, in every tab. Returns recovery codes with the first factor. */
const proven = ({ recovery_codes }: { recovery_codes: string[] | null }): string[] | null => {
  session.publish('mfa_verified')
  return recovery_codes
}

/** Turns a factor that was begun on by its first code; returns recovery codes with the first one. Throws `ApiError`. */
export const proveFactor = async (
  factor_id: string,
  body: { code: string; code_id?: string },
): Promise<string[] | null> =>
  proven(
    await call('POST /api/account/factors/:factor_id/verifications', {
      params: { factor_id },
      body,
    }),
  )

/** Begins codes to the own number as a factor, by a fresh proof, and sends the first. Throws `ApiError`. */
export async function beginMessages(name: string): Promise<{ id: string; code_id: string }> {
  const { id } = await withProof(() => call('POST /api/account/factors', { body: { kind: 'sms', name } }))
  return { id, code_id: await sendOwnCode() }
}

/** Sends a code to the own number, for this session; returns its id. Throws `ApiError`. */
export const sendOwnCode = async (): Promise<string> => (await call('POST /api/account/factor-codes')).code_id

/**
 * Makes the person's passkeys a second factor, by a fresh proof and one of them; returns recovery codes with the first
 * factor. Throws `ApiError`, and what the browser throws when the person cancelled.
 */
export async function addPasskeyFactor(name: string): Promise<string[] | null> {
  const { id } = await withProof(() => call('POST /api/account/factors', { body: { kind: 'passkey', name } }))
  return proven(
    await call('POST /api/account/factors/:factor_id/verifications', {
      params: { factor_id: id },
      body: { passkey: await askForPasskey() },
    }),
  )
}

/** Removes a factor, by a fresh proof. Throws `ApiError`. */
export const removeFactor = (factor_id: string): Promise<void> =>
  call('DELETE /api/account/factors/:factor_id', { params: { factor_id } })
