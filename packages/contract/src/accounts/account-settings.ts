import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Id, Moment } from '../shapes.ts'
import { Email, Password, Token } from './account-fields.ts'
import { LANGUAGES, THEMES } from './preference-values.ts'

/** The account, as shown to its owner. */
export const Account = z
  .object({
    email: z.string(),
    /** The new email address while a change is unconfirmed; null otherwise. */
    pending_email: z.string().nullable(),
    created_at: Moment,
  })
  .meta({ id: 'Account' })

/** The account, as shown to its owner. */
export type Account = z.output<typeof Account>

/** A person's session. `address` is the IP address that the server saw; it isn't mapped to a location. */
export const SignedInSession = z
  .object({
    id: Id,
    /** Whether this request uses this session. */
    is_current: z.boolean(),
    /** The browser, detected from the user agent; null if it's unknown or isn't a browser. */
    browser: z.string().nullable(),
    os: z.string().nullable(),
    kind: z.enum(['phone', 'tablet', 'computer', 'other']),
    ip_address: z.string().nullable(),
    created_at: Moment,
    /** Rounded to the hour. */
    last_used_at: Moment,
    expires_at: Moment,
  })
  .meta({ id: 'SessionPlace' })

/** A person's session on one device. */
export type SignedInSession = z.output<typeof SignedInSession>

/** A person's preferences, shared by all their devices. */
export const Preferences = z
  .object({
    theme: z.enum(THEMES),
    language: z.enum(LANGUAGES),
    /** Whether the person finished or skipped the welcome after the first sign-in. */
    welcomed: z.boolean(),
    /**
     * Whether link previews of the person's profile, posts, and discussions show their name, photo, and title. Spot
     * previews always do.
     */
    link_previews: z.boolean(),
    /** The length of the person's board in centimeters, used to measure obstacles; null means a typical board. */
    deck_cm: z.number().min(LIMITS.deck_cm_min).max(LIMITS.deck_cm_max).nullable(),
  })
  .meta({ id: 'Preferences' })

/** A person's preferences, shared by all their devices. */
export type Preferences = z.output<typeof Preferences>

export const accountSettingsEndpoints = {
  getAccount: endpoint('GET /api/account', {
    summary: 'Get the viewer’s email address, and the new one if a change is unconfirmed',
    policy: 'member',
    rate: 'read',
    answer: Account,
  }),
  changePassword: endpoint('POST /api/account/password', {
    summary:
      'Change the password. Requires a recent proof of identity or the current password. Ends all other sessions, revokes all access tokens, and emails the owner.',
    policy: 'member',
    rate: 'reauth',
    body: z.object({ current_password: Password.optional(), new_password: Password }),
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD', 'WEAK_PASSWORD'],
  }),
  changeEmail: endpoint('POST /api/account/email', {
    summary:
      'Request a change of email address. Requires a recent proof of identity or the password. The change takes effect when the link sent to the new address is opened. The answer is the same whether or not the new address is taken.',
    policy: 'member',
    rate: 'reauth',
    body: z.object({ password: Password.optional(), email: Email }),
    status: 202,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  }),
  forgetEmailChange: endpoint('DELETE /api/account/email', {
    summary: 'Cancel an unconfirmed change of email address',
    policy: 'member',
    rate: 'write',
  }),
  confirmEmail: endpoint('POST /api/auth/email-confirmations', {
    summary:
      'Confirm a new email address with the token from the emailed link. The old address gets an email that says how to undo the change.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  undoEmail: endpoint('POST /api/auth/email-undos', {
    summary:
      'Undo a change of email address with the token sent to the old address. Secures the account like `POST /api/auth/not-me`: all sessions end, the password stops working, and an email lets the owner set a new one.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  listSessions: endpoint('GET /api/account/sessions', {
    summary: 'List the viewer’s sessions, most recently used first',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(SignedInSession) }),
  }),
  endSession: endpoint('DELETE /api/account/sessions/:session_id', {
    summary:
      'End one of the viewer’s sessions. Ending any session other than the current one requires a recent proof of identity.',
    policy: 'own',
    rate: 'write',
    params: z.object({ session_id: Id }),
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
  getPreferences: endpoint('GET /api/account/preferences', {
    summary: 'Get the viewer’s preferences, which apply to all their devices',
    policy: 'own',
    rate: 'read',
    answer: Preferences,
  }),
  setPreferences: endpoint('PATCH /api/account/preferences', {
    summary: 'Change the viewer’s preferences. Omitted fields stay unchanged. Returns all preferences.',
    policy: 'member',
    rate: 'write',
    body: Preferences.partial(),
    answer: Preferences,
  }),
}
