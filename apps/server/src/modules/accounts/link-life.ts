import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'

// The lifetimes of emailed links. Links that verify an address (sign-up, email change) have `expires_at` in their
// tables, `db/migrations/001_baseline/accounts.sql`.

/** Lifetime in seconds of a link for a new password or for account deletion. */
export const RESET_LIFE = 10 * 60
/** Lifetime in seconds of the link "this was not me". */
export const NOT_ME_LIFE = ACCOUNT_LIMITS.not_me_days * 24 * 3600
