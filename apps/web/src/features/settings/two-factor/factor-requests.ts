import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { askForPasskey } from '../../accounts/index.ts'
import { withProof } from '../proofs/proof.ts'
import { factorsQuery, sessionsQuery } from '../settings-requests.ts'

/** Returns a function that refetches the second factors and the sessions. A new factor ends all other sessions. */
export function useReloadFactors(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [factorsQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
  }
}

/** Starts adding an authenticator app. Requires re-authentication. Throws `ApiError`. */
export function beginApp(name: string) {
  return withProof(() => call('POST /api/account/factors', { body: { kind: 'totp', name } }))
}

/** Publishes to every tab that the session is now verified. Returns recovery codes for the account's first factor. */
function proven({ recovery_codes }: { recovery_codes: string[] | null }): string[] | null {
  session.publish('mfa_verified')
  return recovery_codes
}

/** Activates a factor with its first code. Returns recovery codes for the account's first factor. Throws `ApiError`. */
export async function proveFactor(
  factor_id: string,
  body: { code: string; code_id?: string },
): Promise<string[] | null> {
  return proven(
    await call('POST /api/account/factors/:factor_id/verifications', {
      params: { factor_id },
      body,
    }),
  )
}

/** Starts adding text messages as a factor and sends the first code. Requires re-authentication. Throws `ApiError`. */
export async function beginMessages(name: string): Promise<{ id: string; code_id: string }> {
  const { id } = await withProof(() => call('POST /api/account/factors', { body: { kind: 'sms', name } }))
  return { id, code_id: await sendOwnCode() }
}

/** Sends a code to the person's own number, for this session. Returns the code's id. Throws `ApiError`. */
export async function sendOwnCode(): Promise<string> {
  return (await call('POST /api/account/factor-codes')).code_id
}

/**
 * Makes the person's passkeys a second factor. Requires re-authentication and one of the passkeys. Returns recovery
 * codes for the account's first factor. Throws `ApiError`, or the browser's error if the person cancels.
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

/** Removes a factor. Requires re-authentication. Throws `ApiError`. */
export function removeFactor(factor_id: string): Promise<void> {
  return call('DELETE /api/account/factors/:factor_id', { params: { factor_id } })
}
