import type { Language, Theme } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `users`. */
type Users = {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  username: string
  display_username: string | null
  terms_accepted_at: TimeOrNull
  terms_version: string | null
  /** Grows whenever sessions are ended; see `migrations/052_expand_security_epochs.sql`. */
  security_epoch: Generated<number>
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `accounts`. */
type Accounts = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  /** The person's name at the provider. */
  label: Generated<string | null>
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `verifications`. */
type Verifications = {
  id: string
  identifier: string
  value: string
  expires_at: Time
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `sign_ups`. */
type SignUps = {
  id: string
  email: string
  username: string
  display_username: string
  password: string
  /** The path on this site that the visitor wanted, which the emailed link opens. */
  next: Generated<string | null>
  terms_accepted_at: TimeOrNull
  terms_version: string | null
  expires_at: TimeNow
  created_at: TimeNow
}

/** Columns in `email_changes`. */
type EmailChanges = {
  id: string
  user_id: string
  old_email: string
  new_email: string
  created_at: TimeNow
  expires_at: TimeNow
  changed_at: TimeOrNull
  undone_at: TimeOrNull
}

/** Columns in `preferences`. */
type PreferencesTable = {
  user_id: string
  theme: Generated<Theme>
  language: Generated<Language>
  welcomed: Generated<boolean>
  link_previews: Generated<boolean>
  /** The language of the page where the person last signed in. */
  last_language: string | null
  /** The length of the person's board in centimeters; null for a typical one. */
  deck_cm: Generated<number | null>
  updated_at: TimeNow
}

/** Columns in `account_deletions`. */
type AccountDeletions = {
  user_id: string
  content: 'remove' | 'keep'
  asked_at: TimeNow
  due_at: Time
  begun_at: TimeOrNull
}

/** Columns in `reserved_usernames`. */
type ReservedUsernames = { digest: Buffer; free_at: Time }

/** The account tables and their columns. */
export type AccountsTables = {
  users: Users
  accounts: Accounts
  verifications: Verifications
  sign_ups: SignUps
  email_changes: EmailChanges
  preferences: PreferencesTable
  account_deletions: AccountDeletions
  reserved_usernames: ReservedUsernames
}
