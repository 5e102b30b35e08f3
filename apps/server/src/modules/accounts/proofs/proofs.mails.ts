import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'

/** Email with a code that proves the owner's identity in a session. */
export function proofCode(code: string): MailContent {
  return {
    subject: say`Your Nollie code is ${code}`,
    title: say`Your code is ${code}`,
    paragraphs: [
      say`Someone who’s signed in to your Nollie account wants to change how you sign in or delete the account. If it’s you, enter the code there.`,
      say`The code works once and expires after ${ACCOUNT_LIMITS.code_minutes} minutes. It only works on that device.`,
    ],
    footnote: say`If it isn’t you, don’t share the code with anyone. In Settings, sign out any devices you don’t recognize and change your password.`,
  }
}
