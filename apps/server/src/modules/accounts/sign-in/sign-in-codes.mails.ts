import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'

/** Email with a sign-in code and its link. */
export function signInCode(code: string, url: string, { isMember }: { isMember: boolean }): MailContent {
  return {
    subject: say`Your Nollie code is ${code}`,
    title: say`Your code is ${code}`,
    paragraphs: [
      isMember
        ? say`To sign in to Nollie, enter it where you requested it.`
        : say`Enter it where you requested it, choose a username, and you’re part of Nollie.`,
      say`The code works once and expires after ${ACCOUNT_LIMITS.code_minutes} minutes. The button does the same on the device where you requested it.`,
    ],
    action: { label: isMember ? say`Sign in` : say`Continue`, url },
    footnote: say`If you didn’t request it, don’t share the code with anyone. You don’t need to do anything else.`,
  }
}
