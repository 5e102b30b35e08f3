import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Email, OwnPath } from './account-fields.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { SolutionHeaders } from './challenges.ts'
import { issue } from '../sentences.ts'

/** A PKCE challenge (S256). Only the device that made the request has the matching verifier. */
export const Challenge = z.string().regex(/^[\w-]{43}$/, issue`This isn’t a PKCE challenge.`)
/** A PKCE verifier. */
export const Verifier = z.string().regex(/^[\w.~-]{43,128}$/, issue`This isn’t a PKCE verifier.`)

/** A code as typed, or the token from the emailed link. */
export const Code = z
  .string()
  .min(1, issue`Enter the code from your email.`)
  .max(200, issue`This isn’t a valid code.`)

/** A code and the id of the request that it belongs to. */
export const EnteredCode = z.object({ code_id: Id, code: Code })
/** A code and the id of the request that it belongs to. */
export type EnteredCode = z.output<typeof EnteredCode>

/** Signs in with an emailed code instead of a password. */
export const codeEndpoints = {
  requestCode: endpoint('POST /api/auth/codes', {
    summary:
      'Email a six-digit code for signing in once within ten minutes. If the address has no account, the code creates one, unless `creates_account` is false. Returns the `code_id` to send with the code. The answer is the same whether or not the address is known.',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({
      email: Email,
      creates_account: z.boolean().default(true),
      /** Makes the emailed link sign in too, but only on the requesting device, which has the verifier. */
      code_challenge: Challenge.optional(),
      /** The path on this site that the emailed link opens. */
      next: OwnPath.optional(),
    }),
    status: 202,
    answer: z.object({ code_id: Id, expires_at: Moment }),
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  signInWithCode: endpoint('POST /api/auth/code-sign-ins', {
    summary:
      'Sign in with an emailed code. The code works once, for up to five attempts. If it was requested with a `code_challenge`, it needs the verifier. A verified address without an account is refused with `USERNAME_MISSING`. To create the account, repeat the call with a `username`. Creating the account accepts the terms at /terms.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: EnteredCode.extend({
      code_verifier: Verifier.optional(),
      username: z.string().max(200, issue`Choose a shorter username.`).optional(),
      /** A code that verifies a phone number for the new account. Ignored for existing accounts. */
      phone_code: Code.optional(),
      phone_code_id: Id.optional(),
      /** Cancels a pending account deletion, which would otherwise block signing in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: [
      'WRONG_CODE',
      'CODE_OVER',
      'USERNAME_MISSING',
      'USERNAME_TAKEN',
      'LEAVING',
      'GONE',
      'FACTOR_NEEDED',
    ],
  }),
}
