import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'
import { NOT_ME } from './not-me.mails.ts'

/** A phone number was added or changed. */
export const phoneAdded = (url: string, end: string): MailContent => ({
  subject: say`A phone number for your Nollie account`,
  title: say`A phone number signs you in`,
  paragraphs: [
    say`The number that ends in ${end} was added to your Nollie account just now. Whoever gets its messages can sign in.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** A phone number was removed. */
export const phoneRemoved = (url: string, end: string): MailContent => ({
  subject: say`The phone number of your Nollie account was removed`,
  title: say`Your phone number was removed`,
  paragraphs: [
    say`The number that ends in ${end} was removed from your Nollie account just now; it signs in no more.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** Somebody else proved that the number is theirs, which leads to the settings: nobody was in the account. */
export const phoneLost = (publicUrl: URL, end: string): MailContent => ({
  subject: say`A phone number no longer belongs to your Nollie account`,
  title: say`Your phone number went to somebody else`,
  paragraphs: [
    say`Somebody else proved that the number that ends in ${end} is theirs, so it no longer signs you in. Nobody got into your account.`,
    say`Networks give numbers to new people. If the number is still yours, add it again in the settings.`,
  ],
  action: { label: say`Open the settings`, url: new URL('/settings', publicUrl).href },
})
