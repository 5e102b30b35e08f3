import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { EnteredCode } from './sign-in-codes.ts'
import { SolutionHeaders } from './challenges.ts'
import { issue } from '../sentences.ts'

/** A phone number in E.164 format, optionally with the usual separators. Visible only to its owner. */
export const PhoneNumber = z
  .string()
  .max(40, issue`That’s not a valid phone number.`)
  .transform((text) => text.replaceAll(/[\s().-]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, issue`Enter a phone number with its country code, like +1 415 555 0132.`),
  )

/** The phone number that a person signs in with, as shown to its owner. */
export const Phone = z
  .object({
    number: z.string(),
    /** The number must be verified again after this date, because carriers reassign numbers. */
    signs_in_until: Moment,
  })
  .meta({ id: 'Phone' })

/** The phone number that a person signs in with, as shown to its owner. */
export type Phone = z.output<typeof Phone>

const requested = { code_id: Id, expires_at: Moment }

/** Signs in with a code sent by text message, and manages the viewer's phone number. */
export const phoneEndpoints = {
  getPhoneService: endpoint('GET /api/auth/phones', {
    summary:
      'Check whether this server sends text messages, and to which countries. `countries` is null if it sends to all.',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ is_offered: z.boolean(), countries: z.array(z.string()).nullable() }),
  }),
  requestPhoneCode: endpoint('POST /api/auth/phone-codes', {
    summary:
      'Send a six-digit code by text message to a phone number, for signing in once within ten minutes. A number without an account gets a code too, unless `creates_account` is false. Returns the `code_id` to send with the code. The answer is the same whether or not the number is known.',
    policy: 'anyone',
    rate: 'phone',
    headers: SolutionHeaders,
    body: z.object({
      phone: PhoneNumber,
      channel: z.literal('sms', issue`Codes are sent by SMS only.`).default('sms'),
      creates_account: z.boolean().default(true),
    }),
    status: 202,
    answer: z.object(requested),
    errors: ['NOT_FOUND', 'WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  signInWithPhoneCode: endpoint('POST /api/auth/phone-code-sign-ins', {
    summary:
      'Sign in with a code sent to a phone number. The code works once, for up to five attempts. A verified number without an account is refused with `EMAIL_MISSING`. To create the account, sign in with an emailed code and send this one as `phone_code`, with its `phone_code_id`.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: EnteredCode.extend({
      /** Cancels a pending account deletion, which would otherwise block signing in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['WRONG_CODE', 'CODE_OVER', 'EMAIL_MISSING', 'LEAVING', 'GONE', 'FACTOR_NEEDED'],
  }),
  getPhone: endpoint('GET /api/account/phone', {
    summary: 'Get the phone number that the viewer can sign in with. `phone` is null if there is none.',
    policy: 'own',
    rate: 'read',
    answer: z.object({ phone: Phone.nullable() }),
  }),
  requestPhoneProof: endpoint('POST /api/account/phone-codes', {
    summary:
      'Send a code by text message to a number that the viewer wants to add. Requires a recent proof of identity. The code works only in this session. Returns the `code_id` to send with the code.',
    policy: 'member',
    rate: 'phone',
    body: z.object({ phone: PhoneNumber }),
    status: 202,
    answer: z.object(requested),
    errors: ['PROOF_NEEDED', 'NOT_FOUND'],
  }),
  setPhone: endpoint('PUT /api/account/phone', {
    summary:
      'Set the phone number that the viewer signs in with, using the code sent to it. It replaces the previous number. If another account had this number, that account loses it and its owner gets an email. Returns the number.',
    policy: 'member',
    rate: 'reauth',
    body: EnteredCode,
    answer: Phone,
    errors: ['WRONG_CODE', 'CODE_OVER'],
  }),
  removePhone: endpoint('DELETE /api/account/phone', {
    summary:
      'Remove the viewer’s phone number. Requires a recent proof of identity. The number can no longer be used to sign in.',
    policy: 'member',
    rate: 'write',
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
}
