import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from './columns.ts'

/** Columns of `phones`, see `migrations/008_expand_phones.sql`. */
type Phones = {
  user_id: string
  /** In E.164 form. */
  number: string
  proven_at: TimeNow
  created_at: TimeNow
}

/** Columns of `phone_codes`, see `migrations/008_expand_phones.sql`. */
type PhoneCodes = {
  id: string
  number: string
  creates_account: boolean
  /** The session that adds the number; null for a sign-in. */
  session_id: Generated<string | null>
  /** The sign-in whose second factor it is; null for all others. */
  factor_challenge_id: Generated<string | null>
  wrong_tries: Generated<number>
  /** When the message was submitted for sending. */
  handed_over_at: TimeOrNull
  /** When the message was counted for the daily limit. */
  counted_at: TimeOrNull
  /** When the code was right but no account had the number. */
  proven_at: TimeOrNull
  expires_at: Time
  created_at: TimeNow
}

/** The tables of phones, by name. */
export type PhonesTables = {
  phones: Phones
  phone_codes: PhoneCodes
}
