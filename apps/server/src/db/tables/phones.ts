import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `phones`; see `migrations/008_expand_phones.sql`. */
type Phones = {
  user_id: string
  /** In E.164 format. */
  number: string
  proven_at: TimeNow
  created_at: TimeNow
}

/** Columns in `phone_codes`; see `migrations/008_expand_phones.sql`. */
type PhoneCodes = {
  id: string
  number: string
  creates_account: boolean
  /** The session that is adding the number; null for a sign-in. */
  session_id: Generated<string | null>
  /** The sign-in that uses the code as a second factor; null for all others. */
  factor_challenge_id: Generated<string | null>
  wrong_tries: Generated<number>
  /** When the message was submitted for sending. */
  handed_over_at: TimeOrNull
  /** When the message was counted toward the daily limit. */
  counted_at: TimeOrNull
  /** Set if the code was correct but no account had this number. */
  proven_at: TimeOrNull
  expires_at: Time
  created_at: TimeNow
}

/** The phone tables and their columns. */
export type PhonesTables = {
  phones: Phones
  phone_codes: PhoneCodes
}
