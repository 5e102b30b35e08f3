import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ACCOUNT_LIMITS } from './limits.ts'
import { Id, Moment } from '../shapes.ts'
import { Filled, Line } from '../texts.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { issue } from '../sentences.ts'

function Bytes(max: number) {
  return z
    .string()
    .max(max, issue`This isn’t a valid passkey response.`)
    .regex(/^[\w-]+$/, issue`This isn’t a valid passkey response.`)
}

const credential = {
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: z.literal('public-key'),
}

/** A passkey's response to a challenge: WebAuthn Level 3's `AuthenticationResponseJSON`, as produced by the browser. */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(4000),
    signature: Bytes(2000),
    userHandle: Bytes(200).optional(),
  }),
})

/** A new passkey: WebAuthn Level 3's `RegistrationResponseJSON`, as produced by the browser. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(20_000),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(10)
      .default([]),
  }),
})

/** A new passkey: WebAuthn Level 3's `RegistrationResponseJSON`, as produced by the browser. */
export type NewPasskey = z.output<typeof NewPasskey>

/** Proof of identity by passkey: the response to a challenge from `POST /api/auth/passkey-challenges`. */
export const PasskeyProof = z.object({ challenge_id: Id, credential: PasskeyAnswer })
/** Proof of identity by passkey: the response to a challenge from `POST /api/auth/passkey-challenges`. */
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** A passkey, as shown to its owner. */
export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    created_at: Moment,
    last_used_at: Moment.nullable(),
    /** When a copy of this passkey was detected on another device; null if never. */
    copied_at: Moment.nullable(),
  })
  .meta({ id: 'Passkey' })

/** A passkey, as shown to its owner. */
export type Passkey = z.output<typeof Passkey>

const Name = Line(ACCOUNT_LIMITS.passkey_name_max).pipe(Filled)
const params = z.object({ passkey_id: Id })
/** Values for WebAuthn's `challenge` and `rpId`; user verification is required. */
const challenge = { challenge_id: Id, challenge: z.string(), rp_id: z.string(), expires_at: Moment }

/** Signs in with passkeys (WebAuthn), and manages the viewer's passkeys. */
export const passkeyEndpoints = {
  requestPasskeyChallenge: endpoint('POST /api/auth/passkey-challenges', {
    summary:
      'Create a challenge for signing in or proving identity with a passkey. Any passkey for this site can answer it, once.',
    policy: 'anyone',
    rate: 'passkey_challenge',
    status: 201,
    answer: z.object(challenge),
  }),
  signInWithPasskey: endpoint('POST /api/auth/passkey-sign-ins', {
    summary: 'Sign in with a passkey, which identifies its owner',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: PasskeyProof.extend({
      /** Cancels a pending account deletion, which would otherwise block signing in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['PASSKEY_REFUSED', 'PASSKEY_OVER', 'LEAVING', 'GONE'],
  }),
  listPasskeys: endpoint('GET /api/account/passkeys', {
    summary: 'List the viewer’s passkeys, newest first',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(Passkey) }),
  }),
  offerPasskey: endpoint('POST /api/account/passkey-challenges', {
    summary:
      'Create a challenge for a new passkey, with the values that the browser needs. Requires a recent proof of identity. Works only in this session.',
    policy: 'member',
    rate: 'reauth',
    status: 201,
    answer: z.object({
      ...challenge,
      /** The person's user handle in base64url, and the names shown by the browser. */
      user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
      /** The person's existing passkeys, so that a device doesn't create a second one. */
      credential_ids: z.array(z.string()),
    }),
    errors: ['PROOF_NEEDED'],
  }),
  addPasskey: endpoint('POST /api/account/passkeys', {
    summary:
      'Add a passkey that the browser created with a challenge from `POST /api/account/passkey-challenges`. Emails the owner.',
    policy: 'member',
    rate: 'reauth',
    body: z.object({ challenge_id: Id, credential: NewPasskey, name: Name }),
    status: 201,
    answer: Passkey,
    errors: ['PASSKEY_REFUSED', 'PASSKEY_OVER'],
  }),
  renamePasskey: endpoint('PATCH /api/account/passkeys/:passkey_id', {
    summary: 'Rename a passkey',
    policy: 'own',
    rate: 'write',
    params,
    body: z.object({ name: Name }),
    answer: Passkey,
    errors: ['NOT_FOUND'],
  }),
  removePasskey: endpoint('DELETE /api/account/passkeys/:passkey_id', {
    summary:
      'Remove a passkey. Requires a recent proof of identity. The passkey can no longer be used to sign in.',
    policy: 'member',
    rate: 'write',
    params,
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
}
