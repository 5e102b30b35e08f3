import type { Generated } from 'kysely'
import type { Json, Time, TimeNow, TimeOrNull } from '../columns.ts'

/** One row per signed-in device. */
type Sessions = {
  id: string
  token: string
  user_id: string
  expires_at: Time
  ip_address: string | null
  user_agent: string | null
  /** When the owner last proved their identity. */
  proved_at: TimeNow
  /** 2 once a second factor has been verified. */
  aal: Generated<number>
  /** The owner's sign-in methods, separated by spaces. */
  amr: Generated<string>
  created_at: TimeNow
  updated_at: TimeNow
}

/** A session that ended because of a suspension. */
type EndedSessions = { token: string; user_id: string; ended_at: TimeNow }

/** A person's access token for scripts, stored as a hash. */
type AccessTokens = {
  id: string
  user_id: string
  name: string
  token: string
  ending: string
  scopes: string[]
  expires_at: Time
  last_used_at: TimeOrNull
  created_at: TimeNow
}

/** A public key as JSON (RFC 7517). */
export type PublicKey = { kty: string; kid: string; [field: string]: unknown }

/** A key that signs or verifies access tokens. */
type SigningKeys = {
  id: string
  public_key: Json<PublicKey>
  private_key: string
  created_at: TimeNow
}

/** A session's newest refresh token and the previous one, stored as hashes. */
type RefreshFamilies = {
  session_id: string
  current: string
  previous: string | null
  rotated_at: TimeNow
}

/** The session tables and their columns. */
export type SessionsTables = {
  sessions: Sessions
  access_tokens: AccessTokens
  signing_keys: SigningKeys
  refresh_families: RefreshFamilies
  ended_sessions: EndedSessions
}
