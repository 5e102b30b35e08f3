import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Email, OwnPath, Password, Token } from './account-fields.ts'
import { Factor, Identity } from './sign-in-ways.ts'
import { SolutionHeaders } from './challenges.ts'

/** Longer texts are refused before the fields are checked. */
const SIGN_UP_TEXT_MAX = 2000

/** Empty counts as missing, so that the refusal names what is needed. */
export const Credentials = z.object({
  email: Email.or(z.literal('')).optional(),
  password: Password.optional(),
})

/** The signed-in person as they see themselves. */
export const SessionUser = z
  .object({
    user_id: Id,
    email: z.string(),
    username: z.string(),
    full_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
    is_admin: z.boolean(),
  })
  .meta({ id: 'SessionUser' })

/** The signed-in person as they see themselves. */
export type SessionUser = z.output<typeof SessionUser>

/** How strong a session is: `aal2` once a second factor was proven; and how its owner signed in. */
const STRENGTH = {
  aal: z.enum(['aal1', 'aal2']).optional(),
  amr: z.array(z.string()).optional(),
  /** Whether this installation wants a second factor of the admin before they may act as one. */
  needs_factor: z.boolean().optional(),
}

/** `user` is null for a visitor; `is_suspended` is then true if a suspension ended the visitor's session. */
export const Session = z
  .object({
    user: SessionUser.nullable(),
    expires_at: Moment.nullable(),
    /** Whether the session may only read and export the person's own data, until the suspension ends. */
    is_suspended: z.boolean(),
    ...STRENGTH,
  })
  .meta({ id: 'Session' })

/**
 * What a program that signs in wants instead of a cookie: `token`, one bearer token for the whole session; `signed`, an
 * access token for fifteen minutes and a refresh token.
 */
export const ClientHeaders = z.looseObject({ 'x-client': z.enum(['token', 'signed']).optional() })

/**
 * A new session, with what {@link ClientHeaders} asked for. `expires_at` is the end of the session without use; with
 * `access_token` it is the end of that.
 */
export const SignedIn = z.object({
  user: SessionUser.extend({
    /** How the person signs in and what their second factors are; for `signed` programs. */
    identities: z.array(Identity).optional(),
    factors: z.array(Factor).optional(),
  }),
  expires_at: Moment,
  is_suspended: z.boolean(),
  ...STRENGTH,
  token: z.string().optional(),
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
})

export const accountEndpoints = {
  getSession: endpoint('GET /api/session', {
    summary: 'Who is signed in',
    policy: 'anyone',
    rate: 'read',
    answer: Session,
  }),
  signUp: endpoint('POST /api/auth/sign-up', {
    summary:
      'Create an account; a verification mail follows, no session is issued. A taken e-mail answers alike. Signing up accepts the terms at /terms as they stand that day, which is kept with the account',
    policy: 'anyone',
    rate: 'sign_up',
    headers: SolutionHeaders,
    // Checked by the service, so that a refusal reports the errors of all fields at once.
    body: z.object({
      username: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      email: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      password: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      /** Not supported; a value is refused instead of ignored. */
      phone: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      /** A path of this site to which the mailed link leads on. */
      next: OwnPath.optional(),
    }),
    status: 202,
    errors: ['CREDENTIALS_MISSING', 'WEAK_PASSWORD', 'USERNAME_TAKEN', 'WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  signIn: endpoint('POST /api/auth/sign-in', {
    summary: 'Sign in with e-mail and password; who is suspended gets a session for what is theirs alone',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: Credentials,
    answer: SignedIn,
    errors: ['CREDENTIALS_MISSING', 'WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'LEAVING', 'FACTOR_NEEDED'],
  }),
  signOut: endpoint('POST /api/auth/sign-out', {
    summary:
      'End this session (`local`, unless said otherwise), or by a fresh proof all others (`others`) or all (`global`)',
    policy: 'own',
    rate: 'write',
    query: z.object({ scope: z.enum(['local', 'others', 'global']).default('local') }),
    errors: ['PROOF_NEEDED'],
  }),
  resendVerification: endpoint('POST /api/auth/verification-mails', {
    summary: 'Send the verification mail again; answers alike whether or not the address is known',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  verifyEmail: endpoint('POST /api/auth/verify', {
    summary: 'Verify an e-mail address with the token of the mailed link; only now the account exists',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    /** Whether the password of the sign-up counts; otherwise another mail leads to a new one. */
    answer: z.object({ has_password: z.boolean() }),
    errors: ['BAD_TOKEN', 'USERNAME_TAKEN'],
  }),
  forgotPassword: endpoint('POST /api/auth/password-resets', {
    summary: 'Mail a link for a new password; answers alike whether or not the address is known',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  newPassword: endpoint('POST /api/auth/password', {
    summary: 'Set a new password with the token of the mailed link; ends all sessions',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token, password: Password }),
    errors: ['BAD_TOKEN', 'WEAK_PASSWORD'],
  }),
}
