import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'

/** The code that signs in, and its link. */
export const signInCode = (code: string, url: string, { isMember }: { isMember: boolean }): MailContent => ({
  subject: say`Your Nollie code is ${code}`,
  title: say`Your code is ${code}`,
  paragraphs: [
    isMember
      ? say`Enter it where you asked for it, and you’re signed in to Nollie.`
      : say`Enter it where you asked for it, choose a username, and you’re part of Nollie.`,
    say`The code works once, for ${ACCOUNT_LIMITS.code_minutes} minutes. On the device where you asked, the button does the same.`,
  ],
  action: { label: isMember ? say`Sign in` : say`Continue`, url },
  footnote: say`If you didn’t ask for it, don’t tell anybody the code: without it nobody gets in, and you don’t have to do anything.`,
})
