import type { LanguageCode } from '@nollie/contract/languages'
import type { Db } from '../../db/open.ts'
import type { JobKind } from '../../platform/jobs/index.ts'
import { mailJob, type Mailer, mailLookupJob } from '../../platform/mail/index.ts'
import type { FactorEvent } from './send-factor-mail.ts'
import type { Auth } from './better-auth.ts'

/** An account event that its owner gets an email about. */
export type AccountEvent =
  | { what: 'password_missing'; user_id: string }
  /** `elsewhere`: the owner changed it in a session, which continues. */
  | { what: 'password_changed'; user_id: string; elsewhere?: boolean }
  | { what: 'token_made' | 'passkey_added' | 'passkey_removed'; user_id: string; name: string }
  /** `name`: the last digits of the number. */
  | { what: 'phone_added' | 'phone_removed' | 'phone_lost'; user_id: string; name: string }
  /** The account was used on a new device. */
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
  /** A code that proves the owner's identity to a session. */
  | { what: 'code'; code_id: string }
  /** The account is deleted, so the address is part of the job. */
  | { what: 'left'; email: string }

/** The language of the page that requested an email, for recipients who chose none. */
export type InLanguage = { language?: LanguageCode }

/** @see InLanguage */
export const languageIn = ({ language }: { language?: LanguageCode | null }): InLanguage =>
  language ? { language } : {}

/** A request for an email, which anyone can send for any address. */
export type MailRequest = InLanguage &
  (
    | { what: 'verification_wanted' | 'reset_wanted' | 'leave_wanted'; email: string }
    | { what: 'code_wanted'; code_id: string }
  )

/** The email resulting from such a request if the address is known. */
export type RequestedMail = InLanguage &
  (
    | { what: 'verification'; sign_up_id: string }
    | { what: 'reset' | 'leave'; user_id: string }
    | { what: 'code'; code_id: string }
  )

/** The email to an address that may not have an account yet. */
export type SignUpMail = InLanguage & ({ sign_up_id: string } | { code_id: string })

// Four queues, so that emails to strangers never delay emails to members (docs/decisions/0032-mail-queues.md).

/** Emails to members about their accounts. */
export const ACCOUNT_MAIL: JobKind<AccountEvent> = mailJob<AccountEvent>('account-mail')

/**
 * The email of a sign-up. The worker checks whether the address is known, so that requests take the same time for all.
 */
export const SIGN_UP_MAIL: JobKind<SignUpMail> = mailJob<SignUpMail>('sign-up-mail')

/** Requests for emails; the worker checks whether the address is known, for the same reason. */
export const MAIL_REQUEST: JobKind<MailRequest> = mailLookupJob<MailRequest>('mail-request')

/** The emails resulting from such requests. */
export const REQUESTED_MAIL: JobKind<RequestedMail> = mailJob<RequestedMail>('requested-mail')

export type MailDeps = { db: Db; auth: Auth; mailer: Mailer; secret: string; publicUrl: URL }
