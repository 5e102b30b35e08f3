import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'

/** Email for verifying a sign-up's address. */
export function verification(username: string, url: string): MailContent {
  return {
    subject: say`Verify your email for Nollie`,
    title: say`One step left`,
    paragraphs: [
      say`Someone signed up for Nollie as ${username} with this address. If it was you, verify it, then sign in with the password you chose.`,
      say`The link works once and expires after 24 hours.`,
    ],
    action: { label: say`Verify email`, url },
    footnote: say`If it wasn’t you, ignore this email. No account is created, and we won’t write again.`,
  }
}

/** Email to the owner of an address that was used in a sign-up. */
export function alreadyMember(publicUrl: URL): MailContent {
  return {
    subject: say`You already have a Nollie account`,
    title: say`You already have an account`,
    paragraphs: [
      say`Someone tried to sign up for Nollie with your address. Nothing has changed: your account, name, and password are the same.`,
      say`If it was you, just sign in. If you don’t remember your password, choose "Forgot your password?" there.`,
    ],
    action: { label: say`Sign in`, url: new URL('/auth', publicUrl).href },
    footnote: say`If it wasn’t you, you don’t need to do anything.`,
  }
}
