import type { PasskeyProof } from '@nollie/contract'
import { ApiError, call } from '../../../lib/api.ts'
import { enter, type SignedIn } from '../account-requests.ts'

/** Whether this browser supports passkeys. No browser supports them on pages without TLS. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * Requests a passkey for this site. With `fromField`, passkeys are offered as suggestions in the `webauthn` field until
 * one is selected. Throws `ApiError`, and the browser's error if the person or {@link stopAsking} cancels.
 */
export async function askForPasskey({ fromField = false } = {}): Promise<PasskeyProof> {
  const { startAuthentication } = await loadWebAuthn()
  const { challenge_id, challenge, rp_id } = await call('POST /api/auth/passkey-challenges')
  const credential = await startAuthentication({
    optionsJSON: { challenge, rpId: rp_id, userVerification: 'required' },
    useBrowserAutofill: fromField,
  })
  return { challenge_id, credential }
}

/** Whether the browser can suggest passkeys in a text field. */
export const canSuggest = async (): Promise<boolean> =>
  canUsePasskeys() && (await loadWebAuthn()).browserSupportsWebAuthnAutofill()

/**
 * Cancels a field's passkey suggestions. Does nothing if the library failed to load, because there are no suggestions
 * in that case.
 */
export const stopAsking = (): Promise<void> =>
  loadWebAuthn().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  )

/** Signs in with a passkey's response; see `enter`. Throws `ApiError`. */
export const signInWithPasskey = async (
  proof: PasskeyProof,
  { cancel_deletion = false } = {},
): Promise<SignedIn> =>
  enter(call('POST /api/auth/passkey-sign-ins', { body: { ...proof, cancel_deletion } }))

/**
 * Creates a passkey on this device and adds it to the account. Throws `ApiError`, and the browser's error if the person
 * cancels or the device already has one.
 */
export async function addPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const { challenge_id, challenge, rp_id, user, credential_ids } = await call(
    'POST /api/account/passkey-challenges',
  )
  const credential = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rp_id, name: 'Nollie' },
      user: { id: user.id, name: user.name, displayName: user.display_name },
      // EdDSA, ES256, and RS256, the algorithms that the server can verify.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: credential_ids.map((id) => ({ id, type: 'public-key' as const })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    },
  })
  const transports = credential.response.transports?.filter(isKnown) ?? []
  return call('POST /api/account/passkeys', {
    body: {
      challenge_id,
      name,
      credential: { ...credential, response: { ...credential.response, transports } },
    },
  })
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const isKnown = (transport: string): transport is (typeof TRANSPORTS)[number] =>
  TRANSPORTS.some((known) => known === transport)

/** Whether the request was canceled by the person or by another passkey request, which isn't a failure. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Whether this device already has a passkey for the account. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** Whether the passkey request timed out. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'PASSKEY_OVER'
