import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../platform/mail/index.ts'
import { say } from '../../platform/languages/index.ts'
import { RESET_LIFE } from './link-life.ts'
import { NOT_ME } from './not-me.mails.ts'

// The texts of the mails about two-step sign-in.

/** A factor was added. */
export const factorAdded = (name: string, url: string): MailContent => ({
  subject: say`Two-step sign-in for your Nollie account`,
  title: say`You have a new second step`,
  paragraphs: [
    say`"${name}" was added to your Nollie account just now. From now on, signing in asks for its code, whatever way you choose. Every other device was signed out.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** A factor was removed, or all of them where it has no name. */
export const factorRemoved = (name: string | null, url: string): MailContent => ({
  subject: say`A second step was removed from your Nollie account`,
  title: name === null ? say`Your second steps were removed` : say`A second step was removed`,
  paragraphs: [
    name === null
      ? say`After the waiting time, the two-step sign-in of your Nollie account was turned off, and every device was signed out. Sign in as you did before, and turn it on again.`
      : say`"${name}" was removed from your Nollie account just now.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** New recovery codes took the place of the former. */
export const recoveryCodesMade = (url: string): MailContent => ({
  subject: say`New recovery codes for your Nollie account`,
  title: say`You have new recovery codes`,
  paragraphs: [
    say`Ten new recovery codes were made for your Nollie account just now. The former ones no longer work.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** A recovery code was used; `left` are left. */
export const recoveryCodeUsed = (left: number, url: string): MailContent => ({
  subject: say`A recovery code of your Nollie account was used`,
  title: say`A recovery code was used`,
  paragraphs: [
    left === 1
      ? say`Someone used a recovery code of your Nollie account just now, instead of its second step. One code is left; you can make new ones in Settings.`
      : say`Someone used a recovery code of your Nollie account just now, instead of its second step. ${left} codes are left; you can make new ones in Settings.`,
    NOT_ME,
  ],
  action: { label: say`This was not me`, url },
})

/** Somebody asked to get in without the factors. */
export const recoveryBegun = (day: string, url: string): MailContent => ({
  subject: say`Somebody wants into your Nollie account without its second step`,
  title: say`Did you lose your second step?`,
  paragraphs: [
    say`Someone who can sign in to your Nollie account, but has no code, asked to get in without it. We wait ${ACCOUNT_LIMITS.factor_recovery_hours} hours, until ${{ day }}, and then send a link to the address of the account.`,
    say`If it wasn’t you, stop it now, and change your password.`,
  ],
  action: { label: say`Stop this`, url },
})

/** The waiting time of a recovery is over. */
export const recoveryDue = (url: string): MailContent => ({
  subject: say`You can get back into your Nollie account`,
  title: say`Turn off the two-step sign-in`,
  paragraphs: [
    say`You asked to get in without your second step, nobody stopped it, and the waiting time is over.`,
    say`The link turns the two-step sign-in off and signs every device out. After that, sign in as you did before. It works once, for seven days.`,
  ],
  action: { label: say`Turn it off`, url },
  footnote: say`If it wasn’t you, don’t open the link, and change your password.`,
})

/** The account was closed to whoever changed its factors. */
export const accountClosed = (url: string): MailContent => ({
  subject: say`Choose a new password for Nollie`,
  title: say`Choose a new password`,
  paragraphs: [
    say`As you said that it wasn’t you, every device was signed out, and the password no longer works.`,
    say`Choose a new one. The link works once, for ${RESET_LIFE / 60} minutes; after that, choose "Forgot your password?" on the sign-in page to get another.`,
    say`If the two-step sign-in is still on, another mail says how you get in without it after ${ACCOUNT_LIMITS.factor_recovery_hours} hours.`,
  ],
  action: { label: say`Choose a new password`, url },
})
