import type { ColumnType, Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `passkeys`; see `migrations/010_expand_passkeys.sql`. */
type Passkeys = {
  id: string
  user_id: string
  name: string
  /** In base64url, as in WebAuthn. */
  credential_id: string
  public_key: string
  /** A bigint, so it's read as a string. */
  counter: ColumnType<string, number, number>
  transports: string[]
  last_used_at: TimeOrNull
  copied_at: TimeOrNull
  created_at: TimeNow
}

/** Columns in `passkey_challenges`; see `migrations/010_expand_passkeys.sql`. */
type PasskeyChallenges = {
  id: string
  /** The session that is adding a passkey; null for sign-ins and proofs. */
  session_id: Generated<string | null>
  expires_at: Time
  created_at: TimeNow
}

/** The passkey tables and their columns. */
export type PasskeysTables = {
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
}
