import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from './columns.ts'

/** Columns of `sign_in_codes`, see `migrations/002_expand_sign_in_codes.sql`. */
type SignInCodes = {
  id: string
  email: string
  /** The S256 challenge of the requesting device. */
  challenge: string | null
  creates_account: boolean
  /** The session that is proven with the code; null for a sign-in. */
  session_id: Generated<string | null>
  /** Path on this site that the visitor wanted; the emailed link leads there. */
  next: string | null
  wrong_tries: Generated<number>
  /** When the code was right but no account had the address. */
  proven_at: TimeOrNull
  expires_at: Time
  created_at: TimeNow
}

/** The tables of codes, by name. */
export type CodesTables = {
  sign_in_codes: SignInCodes
}
