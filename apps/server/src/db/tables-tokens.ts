import type { Time, TimeNow, TimeOrNull } from './columns.ts'

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
