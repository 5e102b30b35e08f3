import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { MailContent } from '../../../platform/mail/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { RESET_LIFETIME } from '../mails/link-lifetimes.ts'
import { NOT_ME } from './not-me.mails.ts'

// Emails about two-step sign-in.

/** Email about a new factor. */
export function factorAdded(name: string, url: string): MailContent {
  return {
    subject: say`Two-step sign-in for your Nollie account`,
    title: say`You have a new second factor`,
    paragraphs: [
      say`"${name}" was just added to your Nollie account. From now on, every sign-in asks for its code. All other devices were signed out.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that a factor was removed; null for the name means that all were. */
export function factorRemoved(name: string | null, url: string): MailContent {
  return {
    subject: say`A second factor was removed from your Nollie account`,
    title: name === null ? say`Your second factors were removed` : say`A second factor was removed`,
    paragraphs: [
      name === null
        ? say`The waiting period is over, so two-step sign-in was turned off for your Nollie account, and every device was signed out. Sign in as usual and turn it on again.`
        : say`"${name}" was just removed from your Nollie account.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that new recovery codes replaced the old ones. */
export function recoveryCodesMade(url: string): MailContent {
  return {
    subject: say`New recovery codes for your Nollie account`,
    title: say`You have new recovery codes`,
    paragraphs: [
      say`Ten new recovery codes were just created for your Nollie account. The old ones no longer work.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that a recovery code was used and `left` remain. */
export function recoveryCodeUsed(left: number, url: string): MailContent {
  return {
    subject: say`A recovery code for your Nollie account was used`,
    title: say`A recovery code was used`,
    paragraphs: [
      left === 1
        ? say`Someone just used a recovery code for your Nollie account instead of the second factor. You have one code left and can create new ones in Settings.`
        : say`Someone just used a recovery code for your Nollie account instead of the second factor. You have ${left} codes left and can create new ones in Settings.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Email saying that someone requested access without the factors. */
export function recoveryBegun(day: string, url: string): MailContent {
  return {
    subject: say`Someone asked for access to your Nollie account without your second factor`,
    title: say`Did you lose your second factor?`,
    paragraphs: [
      say`Someone who can sign in to your Nollie account asked to get in without your second factor. We’ll wait ${ACCOUNT_LIMITS.factor_recovery_hours} hours, until ${{ day }}, and then send a link to the account’s email address.`,
      say`If it wasn’t you, deny the request now and change your password.`,
    ],
    action: { label: say`Deny request`, url },
  }
}

/** Email saying that a recovery's waiting period is over. */
export function recoveryDue(url: string): MailContent {
  return {
    subject: say`You can get back into your Nollie account`,
    title: say`Turn off two-step sign-in`,
    paragraphs: [
      say`You asked to get in without your second factor. No one denied the request, and the waiting period is over.`,
      say`The link turns off two-step sign-in and signs out every device. Then sign in as usual. It works once and expires after seven days.`,
    ],
    action: { label: say`Turn off`, url },
    footnote: say`If it wasn’t you, don’t open the link, and change your password.`,
  }
}

/** Email saying that the account was secured after an intruder changed its factors. */
export function accountClosed(url: string): MailContent {
  return {
    subject: say`Choose a new password for Nollie`,
    title: say`Choose a new password`,
    paragraphs: [
      say`You told us it wasn’t you, so every device was signed out, and the password no longer works.`,
      say`Choose a new one. The link works once and expires after ${RESET_LIFETIME / 60} minutes. After that, choose "Forgot your password?" on the sign-in page to get another.`,
      say`If two-step sign-in is still on, another email explains how to get in without it after ${ACCOUNT_LIMITS.factor_recovery_hours} hours.`,
    ],
    action: { label: say`Choose a new password`, url },
  }
}
