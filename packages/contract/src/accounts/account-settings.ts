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
    summary: 'Address of the viewer, and the one that waits to be proven',
    policy: 'member',
    rate: 'read',
    answer: Account,
  }),
  changePassword: endpoint('POST /api/account/password', {
    summary:
      'Change the password, by a fresh proof or the present one; every other session ends, and a mail tells the owner',
    policy: 'member',
    rate: 'reauth',
    body: z.object({ current_password: Password.optional(), new_password: Password }),
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD', 'WEAK_PASSWORD'],
  }),
  changeEmail: endpoint('POST /api/account/email', {
    summary:
      'Ask for another address; it counts once the link mailed to it is opened. A taken address answers alike',
    policy: 'member',
    rate: 'reauth',
    body: z.object({ password: Password.optional(), email: Email }),
    status: 202,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  }),
  forgetEmailChange: endpoint('DELETE /api/account/email', {
    summary: 'Forget the address that waits to be proven',
    policy: 'member',
    rate: 'write',
  }),
  confirmEmail: endpoint('POST /api/auth/email-confirmations', {
    summary:
      'Prove the new address with the token of the mailed link; the old address is told how to undo it',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  undoEmail: endpoint('POST /api/auth/email-undos', {
    summary:
      'Take a change of address back with the token mailed to the old one; every session ends, and a mail lets its owner choose a new password',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  listSessions: endpoint('GET /api/account/sessions', {
    summary: 'Where the viewer is signed in, last used first',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(SignedInSession) }),
  }),
  endSession: endpoint('DELETE /api/account/sessions/:session_id', {
    summary: 'Sign out at one place; at another one than this by a fresh proof',
    policy: 'own',
    rate: 'write',
    params: z.object({ session_id: Id }),
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
  getPreferences: endpoint('GET /api/account/preferences', {
    summary: 'What the viewer chose for every device',
    policy: 'own',
    rate: 'read',
    answer: Preferences,
  }),
  setPreferences: endpoint('PATCH /api/account/preferences', {
    summary: 'Change preferences; what is not named stays',
    policy: 'member',
    rate: 'write',
    body: Preferences.partial(),
    answer: Preferences,
  }),
}
