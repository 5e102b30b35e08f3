import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `sign_in_codes`; see `migrations/002_expand_sign_in_codes.sql`. */
type SignInCodes = {
  id: string
  email: string
  /** The S256 challenge of the device that made the request. */
  challenge: string | null
  creates_account: boolean
  /** The session whose owner the code verifies; null for a sign-in. */
  session_id: Generated<string | null>
  /** The path on this site that the visitor wanted, which the emailed link opens. */
  next: string | null
  wrong_tries: Generated<number>
  /** Set if the code was correct but no account had this email address. */
  proven_at: TimeOrNull
  expires_at: Time
  created_at: TimeNow
}

/** The sign-in code tables and their columns. */
export type CodesTables = {
  sign_in_codes: SignInCodes
}
