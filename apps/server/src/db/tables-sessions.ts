import type { Time, TimeNow, TimeOrNull } from './columns.ts'

/** Who is signed in on which device. */
export type Sessions = {
  id: string
  token: string
  user_id: string
  expires_at: Time
  ip_address: string | null
  user_agent: string | null
  /** When its owner last proved who they are. */
  proved_at: TimeNow
  created_at: TimeNow
  updated_at: TimeNow
}

/** A session that a suspension ended. */
export type EndedSessions = { token: string; user_id: string; ended_at: TimeNow }

/** A token for a script of a person's own, as its hash. */
export type AccessTokens = {
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
