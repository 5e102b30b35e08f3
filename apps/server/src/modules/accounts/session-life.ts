import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'

/** Seconds after which an unused session ends. */
export const SESSION_IDLE = ACCOUNT_LIMITS.session_idle_days * 24 * 3600
/** Seconds after which every session ends. */
export const SESSION_MAX = ACCOUNT_LIMITS.session_longest_days * 24 * 3600
