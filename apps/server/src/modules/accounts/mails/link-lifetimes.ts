import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'

// Lifetimes of emailed links. For links that verify an address (sign-up, email change), tables store `expires_at` (see
// `db/migrations/001_baseline/accounts.sql`).

/** Lifetime in seconds of links for password resets and account deletion. */
export const RESET_LIFETIME = 10 * 60
/** Lifetime in seconds of "It wasn't me" links. */
export const NOT_ME_LIFETIME = ACCOUNT_LIMITS.not_me_days * 24 * 3600
