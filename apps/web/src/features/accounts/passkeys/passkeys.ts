import type { PasskeyProof } from '@nollie/contract'
import { ApiError, call } from '../../../lib/api.ts'
import { enter, type SignedIn } from '../account-requests.ts'

/** Whether this browser supports passkeys. No browser supports them on pages without TLS. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext
}

function loadWebAuthn() {
  return import('@simplewebauthn/browser')
}

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
export async function canSuggest(): Promise<boolean> {
  return canUsePasskeys() && (await loadWebAuthn()).browserSupportsWebAuthnAutofill()
}

/**
 * Cancels a field's passkey suggestions. Does nothing if the library failed to load, because there are no suggestions
 * in that case.
 */
export function stopAsking(): Promise<void> {
  return loadWebAuthn().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  )
}

/** Signs in with a passkey's response; see `enter`. Throws `ApiError`. */
export async function signInWithPasskey(
  proof: PasskeyProof,
  { cancel_deletion = false } = {},
): Promise<SignedIn> {
  return enter(call('POST /api/auth/passkey-sign-ins', { body: { ...proof, cancel_deletion } }))
}

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

function isKnown(transport: string): transport is (typeof TRANSPORTS)[number] {
  return TRANSPORTS.some((known) => known === transport)
}

/** Whether the request was canceled by the person or by another passkey request, which isn't a failure. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
}

/** Whether this device already has a passkey for the account. */
export function isThere(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError'
}

/** Whether the passkey request timed out. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PASSKEY_OVER'
}
