import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'

/** Email with a code that proves the owner's identity in a session. */
export const proofCode = (code: string): MailContent => ({
  subject: say`Your Nollie code is ${code}`,
  title: say`Your code is ${code}`,
  paragraphs: [
    say`Someone signed in to your Nollie account wants to change how you sign in or delete the account. If it’s you, enter the code there.`,
    say`The code works once, for ${ACCOUNT_LIMITS.code_minutes} minutes, and only on that device.`,
  ],
  footnote: say`If it isn’t you, don’t share the code with anyone. Sign out devices you don’t recognize in your settings, and change your password.`,
})
