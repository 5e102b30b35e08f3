import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ACCOUNT_LIMITS } from './limits.ts'
import { Id, Moment } from '../shapes.ts'
import { Filled, Line } from '../texts.ts'
import { Token } from './account-fields.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { Factor, FactorKind } from './sign-in-ways.ts'
import { PasskeyProof } from './passkeys.ts'
import { issue } from '../sentences.ts'

const Name = Line(ACCOUNT_LIMITS.factor_name_max).pipe(Filled)

/** A browser that can skip the second factor until `expires_at`. */
export const TrustedDevice = z
  .object({
    id: Id,
    browser: z.string().nullable(),
    os: z.string().nullable(),
    last_used_at: Moment,
    expires_at: Moment,
  })
  .meta({ id: 'TrustedDevice' })
/** A browser that can skip the second factor until `expires_at`. */
export type TrustedDevice = z.output<typeof TrustedDevice>

/** A code from an authenticator app, or a recovery code. */
export const FactorCode = z
  .string()
  .min(1, issue`Enter the code.`)
  .max(40, issue`This is too long for a code.`)
const Codes = z.array(z.string())
const RequestedCode = z.object({ code_id: Id, expires_at: Moment })
const factor = z.object({ factor_id: Id })

/** Two-step sign-in: second factors, recovery codes, and trusted devices. */
export const factorEndpoints = {
  listFactors: endpoint('GET /api/account/factors', {
    summary:
      'Get the viewer’s second factors, number of recovery codes left, trusted devices, and pending recovery',
    policy: 'own',
    rate: 'read',
    answer: z.object({
      items: z.array(Factor),
      recovery_codes_left: z.number().int(),
      trusted_devices: z.array(TrustedDevice),
      /** When a requested recovery can remove all factors; null if none was requested. */
      recovery_due_at: Moment.nullable(),
    }),
  }),
  addFactor: endpoint('POST /api/account/factors', {
    summary:
      'Add a second factor: an authenticator app, or the viewer’s passkeys or phone number. Requires a recent proof of identity. Returns the secret for an authenticator app. The factor becomes active when it’s verified, and is deleted after an hour if it isn’t.',
    policy: 'own',
    rate: 'reauth',
    body: z.object({ kind: FactorKind, name: Name }),
    status: 201,
    answer: z.object({
      id: Id,
      /** The authenticator app's secret in base32, for manual entry. Returned only by this call. */
      secret: z.string().nullable(),
      /** The same secret as a URI, for a QR code. */
      uri: z.string().nullable(),
    }),
    errors: ['PROOF_NEEDED'],
  }),
  verifyFactor: endpoint('POST /api/account/factors/:factor_id/verifications', {
    summary:
      'Verify a second factor with its code or with a passkey. For a code sent by text message, include its `code_id`. The session becomes `aal2`. The first verification of a new factor turns it on and ends all other sessions. For the viewer’s first factor, this call also returns recovery codes, which are shown only once.',
    policy: 'own',
    rate: 'reauth',
    params: factor,
    body: z
      .object({ code: FactorCode.optional(), code_id: Id.optional(), passkey: PasskeyProof.optional() })
      .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
        path: ['code'],
        message: issue`Send either a code or a passkey.`,
      }),
    answer: z.object({ recovery_codes: Codes.nullable() }),
    errors: ['WRONG_CODE', 'PASSKEY_REFUSED', 'PASSKEY_OVER'],
  }),
  renameFactor: endpoint('PATCH /api/account/factors/:factor_id', {
    summary: 'Rename a second factor',
    policy: 'own',
    rate: 'write',
    params: factor,
    body: z.object({ name: Name }),
  }),
  removeFactor: endpoint('DELETE /api/account/factors/:factor_id', {
    summary:
      'Remove a second factor. Requires a recent proof of identity. Emails the owner. Removing the last factor also deletes the recovery codes and trusted devices.',
    policy: 'own',
    rate: 'reauth',
    params: factor,
    errors: ['PROOF_NEEDED'],
  }),
  makeRecoveryCodes: endpoint('POST /api/account/recovery-codes', {
    summary:
      'Create new recovery codes. Requires a recent proof of identity. The previous codes stop working. The new codes are returned only by this call.',
    policy: 'own',
    rate: 'reauth',
    status: 201,
    answer: z.object({ codes: Codes }),
    errors: ['PROOF_NEEDED'],
  }),
  revokeTrustedDevice: endpoint('DELETE /api/account/trusted-devices/:device_id', {
    summary: 'Stop trusting a device, so that it needs the second factor again',
    policy: 'own',
    rate: 'write',
    params: z.object({ device_id: Id }),
  }),
  requestFactorCode: endpoint('POST /api/auth/factor-codes', {
    summary:
      'Send a code by text message for a sign-in that was refused with `FACTOR_NEEDED`. Works only if text messages are one of the person’s second factors and weren’t the first step. Returns the `code_id` to send with the code.',
    policy: 'anyone',
    rate: 'phone',
    body: z.object({ challenge: Token }),
    status: 202,
    answer: RequestedCode,
    errors: ['CODE_OVER', 'NOT_FOUND'],
  }),
  requestOwnFactorCode: endpoint('POST /api/account/factor-codes', {
    summary:
      'Send a code by text message to the viewer’s own number. The code verifies a second factor in this session only. Returns the `code_id` to send with the code.',
    policy: 'own',
    rate: 'phone',
    status: 202,
    answer: RequestedCode,
    errors: ['NOT_FOUND'],
  }),
  signInWithFactor: endpoint('POST /api/auth/factor-sign-ins', {
    summary:
      'Finish a sign-in that was refused with `FACTOR_NEEDED`. Send its `challenge` with a recovery code, or with a code from an authenticator app or text message. The challenge works once, for ten minutes and five attempts. Signing in with a passkey never needs this call.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: z.object({
      challenge: Token,
      code: FactorCode,
      /** The id of a code sent by text message. */
      code_id: Id.optional(),
      /** Whether to trust this browser for 30 days. */
      trust_device: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['WRONG_CODE', 'CODE_OVER', 'LEAVING', 'GONE'],
  }),
  requestFactorRecovery: endpoint('POST /api/auth/factor-recoveries', {
    summary:
      'Request access after losing second factors and recovery codes, with the `challenge` of a sign-in. All the person’s email addresses and signed-in devices are notified immediately, and any of them can stop the recovery. After 72 hours (at `due_at`), an email contains the link that finishes it.',
    policy: 'anyone',
    rate: 'mail',
    body: z.object({ challenge: Token }),
    status: 202,
    answer: z.object({ due_at: Moment }),
    errors: ['CODE_OVER'],
  }),
  stopFactorRecovery: endpoint('POST /api/auth/factor-recovery-stops', {
    summary: 'Stop a requested recovery with the token from an emailed link',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  finishFactorRecovery: endpoint('POST /api/auth/factor-recovery-ends', {
    summary:
      'Remove all second factors with the token emailed 72 hours after the request. Ends all sessions. The person then signs in as before, without a second factor.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  stopOwnFactorRecovery: endpoint('DELETE /api/account/factor-recovery', {
    summary: 'Stop a requested recovery from a signed-in device',
    policy: 'own',
    rate: 'write',
  }),
  notMe: endpoint('POST /api/auth/not-me', {
    summary:
      'Report that someone else changed the account, with the token from an emailed link. All sessions, access tokens, and trusted devices end. Passkeys, linked identities, recovery codes, and the phone number are removed. The password stops working, and an email lets the owner set a new one. Active second factors are removed through the 72-hour recovery.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
