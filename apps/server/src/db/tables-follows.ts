import type { TimeNow } from './columns.ts'

type Follows = { id: string; follower_id: string; following_id: string; created_at: TimeNow }

/** The tables of follows, by name. */
export type FollowsTables = {
  follows: Follows
}
