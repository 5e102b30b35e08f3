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
      'Own second factors, how many recovery codes are left, trusted devices, and a recovery that waits',
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
      'Begin a second factor, by a fresh proof: an authenticator app, with its secret, or the passkeys or the phone number that the person has. It guards nothing until it is proven once, and is forgotten after an hour',
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
      'Prove a second factor by its code, with `code_id` where that came by text message, or by a passkey; the session is then `aal2`. The first proof of a new factor turns it on, and every other session ends; with the first factor come recovery codes, shown this once',
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
      'Remove a second factor, by a fresh proof; a mail tells the owner. With the last one go recovery codes and trusted devices',
    policy: 'own',
    rate: 'reauth',
    params: factor,
    errors: ['PROOF_NEEDED'],
  }),
  makeRecoveryCodes: endpoint('POST /api/account/recovery-codes', {
    summary: 'Make new recovery codes, by a fresh proof; the former ones no longer work. Shown this once',
    policy: 'own',
    rate: 'reauth',
    status: 201,
    answer: z.object({ codes: Codes }),
    errors: ['PROOF_NEEDED'],
  }),
  revokeTrustedDevice: endpoint('DELETE /api/account/trusted-devices/:device_id', {
    summary: 'Ask a trusted device for the second factor again',
    policy: 'own',
    rate: 'write',
    params: z.object({ device_id: Id }),
  }),
  requestFactorCode: endpoint('POST /api/auth/factor-codes', {
    summary:
      'Send a code by text message to whose sign-in waits, where that is a second factor of theirs and was not the first step',
    policy: 'anyone',
    rate: 'phone',
    body: z.object({ challenge: Token }),
    status: 202,
    answer: RequestedCode,
    errors: ['CODE_OVER', 'NOT_FOUND'],
  }),
  requestOwnFactorCode: endpoint('POST /api/account/factor-codes', {
    summary: 'Send a code by text message to the own number, which proves a second factor in this session',
    policy: 'own',
    rate: 'phone',
    status: 202,
    answer: RequestedCode,
    errors: ['NOT_FOUND'],
  }),
  signInWithFactor: endpoint('POST /api/auth/factor-sign-ins', {
    summary:
      'Finish a sign-in that was refused with FACTOR_NEEDED: its `challenge`, once, with the code of an authenticator app, a text message or a recovery code. Ten minutes, five tries. Signing in with a passkey needs none of it',
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
      'Ask to get in without lost factors and recovery codes, with the `challenge` of a sign-in. Addresses and devices of the person are told at once, any of them can stop it, and 72 hours later a mail has the link',
    policy: 'anyone',
    rate: 'mail',
    body: z.object({ challenge: Token }),
    status: 202,
    answer: z.object({ due_at: Moment }),
    errors: ['CODE_OVER'],
  }),
  stopFactorRecovery: endpoint('POST /api/auth/factor-recovery-stops', {
    summary: 'Stop a requested recovery with the token of a mailed link',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  finishFactorRecovery: endpoint('POST /api/auth/factor-recovery-ends', {
    summary:
      'Remove all second factors with the token mailed 72 hours after the request; the person then signs in as they did before',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  stopOwnFactorRecovery: endpoint('DELETE /api/account/factor-recovery', {
    summary: 'Stop a requested recovery from a device that is signed in',
    policy: 'own',
    rate: 'write',
  }),
  notMe: endpoint('POST /api/auth/not-me', {
    summary:
      'Say with the token of a mailed link that a change of the account was somebody else’s: every session, token, passkey, linked identity and trusted device ends, the password no longer works, a mail leads to a new one, and factors that are on go by the recovery of 72 hours',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
