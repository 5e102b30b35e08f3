import type { LanguageCode } from '@nollie/contract/languages'
import type { Db } from '../../../db/open.ts'
import type { JobKind } from '../../../platform/jobs/index.ts'
import { mailJob, type Mailer, mailLookupJob } from '../../../platform/mail/index.ts'
import type { FactorEvent } from '../two-factor/send-factor-mail.ts'

/** An account event that the account's owner is emailed about. */
export type AccountEvent =
  | { what: 'password_missing'; user_id: string }
  /** `elsewhere`: the owner changed the password in a session, which stays active. */
  | { what: 'password_changed'; user_id: string; elsewhere?: boolean }
  | { what: 'token_made' | 'passkey_added' | 'passkey_removed'; user_id: string; name: string }
  /** `name` contains the last digits of the phone number. */
  | { what: 'phone_added' | 'phone_removed' | 'phone_lost'; user_id: string; name: string }
  /** A new device used the account. */
  | { what: 'device_new'; user_id: string; name: string; way: string; at: string }
  | { what: 'identity_linked'; identity_id: string; title: string }
  | { what: 'identity_unlinked'; user_id: string; title: string }
  | { what: 'identity_undone'; user_id: string }
  | { what: 'email_wanted'; change_id: string }
  | { what: 'email_changed'; change_id: string }
  | { what: 'email_taken_back'; user_id: string }
  | { what: 'leaving'; user_id: string; due_at: string }
  | { what: 'stayed'; user_id: string }
  | FactorEvent
  /** A code that proves the owner's identity in a session. */
  | { what: 'code'; code_id: string }
  /** The account has been deleted, so the job contains its email address. */
  | { what: 'left'; email: string }

/** The page's language when an email was requested, for recipients who haven't chosen one. */
export type InLanguage = { language?: LanguageCode }

/** Returns an object for {@link InLanguage} that is empty if there is no language. */
export function languageIn({ language }: { language?: LanguageCode | null }): InLanguage {
  return language ? { language } : {}
}

/** A request for an email. Anyone can send one for any email address. */
export type MailRequest = InLanguage &
  (
    | { what: 'verification_wanted' | 'reset_wanted' | 'leave_wanted'; email: string }
    | { what: 'code_wanted'; code_id: string }
  )

/** The email that results from a request if the email address is known. */
export type RequestedMail = InLanguage &
  (
    | { what: 'verification'; sign_up_id: string }
    | { what: 'reset' | 'leave'; user_id: string }
    | { what: 'code'; code_id: string }
  )

/** An email to an address that may not have an account yet. */
export type SignUpMail = InLanguage & ({ sign_up_id: string } | { code_id: string })

// Four queues, so that emails to strangers never delay emails to members (docs/decisions/0032-mail-queues.md).

/** Job for emails to members about their accounts. */
export const ACCOUNT_MAIL: JobKind<AccountEvent> = mailJob<AccountEvent>('account-mail')

/** Job for sign-up emails. The worker checks whether the address is known, so that all requests take equally long. */
export const SIGN_UP_MAIL: JobKind<SignUpMail> = mailJob<SignUpMail>('sign-up-mail')

/** Job for email requests. The worker checks whether the address is known, so that all requests take equally long. */
export const MAIL_REQUEST: JobKind<MailRequest> = mailLookupJob<MailRequest>('mail-request')

/** Job for the emails that result from {@link MAIL_REQUEST} jobs. */
export const REQUESTED_MAIL: JobKind<RequestedMail> = mailJob<RequestedMail>('requested-mail')

export type MailDeps = { db: Db; mailer: Mailer; secret: string; publicUrl: URL }
