import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { say } from '../../platform/languages/index.ts'

/** What the button "This was not me" of a mail does. */
export const NOT_ME = say`If it wasn’t you, press the button: every device is signed out, the password, passkeys, phone number and linked accounts no longer sign in, and we send you a link for a new password. It works for ${ACCOUNT_LIMITS.not_me_days} days.`
