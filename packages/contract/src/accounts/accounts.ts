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
    summary: 'Get the current session and the signed-in person. `user` is null for visitors.',
    policy: 'anyone',
    rate: 'read',
    answer: Session,
  }),
  signUp: endpoint('POST /api/auth/sign-up', {
    summary:
      'Sign up for an account. Emails a verification link and starts no session. The answer is the same whether or not the address already has an account. Signing up accepts the current terms at /terms, and their version is stored with the account.',
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
    summary:
      'Sign in with email and password. Suspended members get a session that is limited to their own data.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: Credentials,
    answer: SignedIn,
    errors: ['CREDENTIALS_MISSING', 'WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'LEAVING', 'FACTOR_NEEDED'],
  }),
  signOut: endpoint('POST /api/auth/sign-out', {
    summary:
      'Sign out of this session (`local`, the default), all other sessions (`others`), or all sessions (`global`). `others` and `global` require a recent proof of identity.',
    policy: 'own',
    rate: 'write',
    query: z.object({ scope: z.enum(['local', 'others', 'global']).default('local') }),
    errors: ['PROOF_NEEDED'],
  }),
  resendVerification: endpoint('POST /api/auth/verification-mails', {
    summary: 'Send the verification email again. The answer is the same whether or not the address is known.',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  verifyEmail: endpoint('POST /api/auth/verify', {
    summary:
      'Verify an email address with the token from the emailed link, which creates the account. Returns the address and whether the password from sign-up works. If it doesn’t, another email lets the person set one.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    answer: z.object({
      /** The verified address, for the sign-in form. */
      email: z.string(),
      /** Whether the password from sign-up took effect; if not, another email lets the person set one. */
      has_password: z.boolean(),
    }),
    errors: ['BAD_TOKEN', 'USERNAME_TAKEN'],
  }),
  forgotPassword: endpoint('POST /api/auth/password-resets', {
    summary:
      'Email a link for setting a new password. The answer is the same whether or not the address is known.',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  newPassword: endpoint('POST /api/auth/password', {
    summary:
      'Set a new password with the token from the emailed link. Ends all sessions and revokes all access tokens.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token, password: Password }),
    errors: ['BAD_TOKEN', 'WEAK_PASSWORD'],
  }),
}
