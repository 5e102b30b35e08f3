import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { NOT_ME } from '../two-factor/not-me.mails.ts'

/** Email about a new passkey. */
export function passkeyAdded(url: string, name: string): MailContent {
  return {
    subject: say`A new passkey for your Nollie account`,
    title: say`You have a new passkey`,
    paragraphs: [
      say`The passkey "${name}" was just added to your Nollie account. Anyone who has the device can sign in.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that a passkey was removed. */
export function passkeyRemoved(url: string, name: string): MailContent {
  return {
    subject: say`A passkey was removed from your Nollie account`,
    title: say`A passkey was removed`,
    paragraphs: [
      say`The passkey "${name}" was just removed from your Nollie account. It no longer works for signing in.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}
