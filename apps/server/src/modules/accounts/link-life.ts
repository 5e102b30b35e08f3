import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'

// How long the links of mails work. Those that prove an address (sign-up, a change of address) have `expires_at` in their
// tables, `db/migrations/001_baseline/accounts.sql`.

/** Seconds in which a link for a new password, or to delete the account, must be used. */
export const RESET_LIFE = 10 * 60
/** Seconds in which the link "this was not me" works. */
export const NOT_ME_LIFE = ACCOUNT_LIMITS.not_me_days * 24 * 3600
