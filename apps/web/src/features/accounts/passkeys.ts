import type { PasskeyProof } from '@nollie/contract'
import { ApiError, call } from '../../lib/api.ts'
import { enter, type SignedIn } from './account-requests.ts'

/** Whether this browser knows passkeys at all; on addresses without TLS none does. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext

const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * Asks for a passkey of this site; with `fromField` in the suggestions of the field marked `webauthn`, until one is
 * chosen. Throws `ApiError`, and what the browser throws when the person or {@link stopAsking} cancelled.
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

/** Whether the browser can suggest passkeys in a field. */
export const canSuggest = async (): Promise<boolean> =>
  canUsePasskeys() && (await loadWebAuthn()).browserSupportsWebAuthnAutofill()

/** Stops asking for a passkey in a field. */
export const stopAsking = async (): Promise<void> =>
  (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony()

/** Signs in with what a passkey answered, as `enter`. Throws `ApiError`. */
export const signInWithPasskey = async (
  proof: PasskeyProof,
  { cancel_deletion = false } = {},
): Promise<SignedIn> =>
  enter(call('POST /api/auth/passkey-sign-ins', { body: { ...proof, cancel_deletion } }))

/**
 * Makes a passkey on this device and adds it. Throws `ApiError`, and what the browser throws when the person cancelled or
 * the device has one already.
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
      // EdDSA, ES256 and RS256, as the server checks them.
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

/** Whether the person, or another question for a passkey, ended this one, which is no failure. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Whether the device has a passkey for this account already. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** Whether nobody answered in time. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'PASSKEY_OVER'
