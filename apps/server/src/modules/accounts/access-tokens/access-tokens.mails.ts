import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { NOT_ME } from '../two-factor/not-me.mails.ts'

/** Email about a new access token. */
export function tokenMade(url: string, name: string): MailContent {
  return {
    subject: say`A new access token for your Nollie account`,
    title: say`You have a new access token`,
    paragraphs: [
      say`The access token "${name}" was just created for your Nollie account. Anyone who has it can do what you allowed, without your password.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}
