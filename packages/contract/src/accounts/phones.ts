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
      .regex(/^\+[1-9]\d{6,14}$/, issue`Enter a phone number with its country code, like +49 151 23456789.`),
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
    summary: 'Whether this server sends text messages, and to which countries (null: to all)',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ is_offered: z.boolean(), countries: z.array(z.string()).nullable() }),
  }),
  requestPhoneCode: endpoint('POST /api/auth/phone-codes', {
    summary:
      'Send a code of six digits to a phone number, which signs in once, for ten minutes; answers alike whether or not the number is known. Unless `creates_account` is false, a number without an account gets one, too',
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
      'Sign in with a code sent to a phone number, once and for five tries. A proven number without an account is refused with EMAIL_MISSING: signing in with a mailed code and this one as its `phone_code` (and `phone_code_id`) then creates the account',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: EnteredCode.extend({
      /** Cancels a pending account deletion, which otherwise blocks the sign-in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['WRONG_CODE', 'CODE_OVER', 'EMAIL_MISSING', 'LEAVING', 'GONE', 'FACTOR_NEEDED'],
  }),
  getPhone: endpoint('GET /api/account/phone', {
    summary: 'The phone number that signs the viewer in',
    policy: 'own',
    rate: 'read',
    answer: z.object({ phone: Phone.nullable() }),
  }),
  requestPhoneProof: endpoint('POST /api/account/phone-codes', {
    summary:
      'Send a code to a number that the viewer wants to add, after a fresh proof; for this session alone',
    policy: 'member',
    rate: 'phone',
    body: z.object({ phone: PhoneNumber }),
    status: 202,
    answer: z.object(requested),
    errors: ['PROOF_NEEDED', 'NOT_FOUND'],
  }),
  setPhone: endpoint('PUT /api/account/phone', {
    summary:
      'Sign in with a number from now on, by the code sent to it, instead of the one before. Somebody else who had it loses it and gets a mail',
    policy: 'member',
    rate: 'reauth',
    body: EnteredCode,
    answer: Phone,
    errors: ['WRONG_CODE', 'CODE_OVER'],
  }),
  removePhone: endpoint('DELETE /api/account/phone', {
    summary: 'Remove the phone number, after a fresh proof; it signs in no more',
    policy: 'member',
    rate: 'write',
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
}
