import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { say } from '../../../platform/languages/index.ts'

/** Explains the button "It wasn't me" in an email. */
export const NOT_ME = say`If it wasn’t you, use the button. We’ll sign out every device, turn off your password, passkeys, phone number, and linked accounts, and send you a link to choose a new password. The button works for ${ACCOUNT_LIMITS.not_me_days} days.`
