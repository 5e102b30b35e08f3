import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { NOT_ME } from '../two-factor/not-me.mails.ts'

/** Email about a new or changed phone number. */
export function phoneAdded(url: string, end: string): MailContent {
  return {
    subject: say`A new phone number for your Nollie account`,
    title: say`You can now sign in with your phone number`,
    paragraphs: [
      say`The number ending in ${end} was just added to your Nollie account. Anyone who receives its text messages can sign in.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that a phone number was removed. */
export function phoneRemoved(url: string, end: string): MailContent {
  return {
    subject: say`Your phone number was removed from your Nollie account`,
    title: say`Your phone number was removed`,
    paragraphs: [
      say`The number ending in ${end} was just removed from your Nollie account. It no longer works for signing in.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that someone else verified the number. Links to the settings, because no one accessed the account. */
export function phoneLost(publicUrl: URL, end: string): MailContent {
  return {
    subject: say`A phone number was removed from your Nollie account`,
    title: say`Your phone number belongs to someone else now`,
    paragraphs: [
      say`Someone else verified the number ending in ${end}, so you can no longer sign in with it. No one got into your account.`,
      say`Carriers reassign numbers. If the number is still yours, add it again in Settings.`,
    ],
    action: { label: say`Open Settings`, url: new URL('/settings#ways', publicUrl).href },
  }
}
