import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Email, OwnPath, Password, Token } from './account-fields.ts'
import { Factor, Identity } from './sign-in-ways.ts'
import { SolutionHeaders } from './challenges.ts'

/** Longer strings are rejected before any field is validated. */
const SIGN_UP_TEXT_MAX = 2000

/** An empty field counts as missing, so the error names the required field. */
export const Credentials = z.object({
  email: Email.or(z.literal('')).optional(),
  password: Password.optional(),
})

/** The signed-in person, including data that only they can see. */
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

/** The signed-in person, including data that only they see. */
export type SessionUser = z.output<typeof SessionUser>

/** A session's strength (`aal2` after a second factor) and how its owner signed in. */
const STRENGTH = {
  aal: z.enum(['aal1', 'aal2']).optional(),
  amr: z.array(z.string()).optional(),
  /** Whether this server requires a second factor before this admin can use admin rights. */
  needs_factor: z.boolean().optional(),
}

/** The current session. For visitors, `user` is null; `is_suspended` is true if a suspension ended their session. */
export const Session = z
  .object({
    user: SessionUser.nullable(),
    expires_at: Moment.nullable(),
    /** Whether the session is limited to reading and exporting the person's own data until a suspension ends. */
    is_suspended: z.boolean(),
    ...STRENGTH,
  })
  .meta({ id: 'Session' })

/**
 * The kind of credentials that a client wants instead of a cookie. `token`: one bearer token for the whole session.
 * `signed`: a 15-minute access token plus a refresh token.
 */
export const ClientHeaders = z.looseObject({ 'x-client': z.enum(['token', 'signed']).optional() })

/**
 * A new session in the form requested by {@link ClientHeaders}. `expires_at` is when an unused session expires or, if
 * there is an `access_token`, when that token expires.
 */
export const SignedIn = z.object({
  user: SessionUser.extend({
    /** The person's linked identities and second factors; only for `signed` clients. */
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
    // The service validates these fields, so that one response can report errors in all of them.
    body: z.object({
      username: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      email: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      password: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      /** Not supported; a value is rejected rather than ignored. */
      phone: z.string().max(SIGN_UP_TEXT_MAX).optional(),
      /** The path on this site that the emailed link opens. */
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
    /** Whether the password from sign-up took effect; if not, another email lets the person set one. */
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
