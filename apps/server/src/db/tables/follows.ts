import type { TimeNow } from '../columns.ts'

type Follows = { id: string; follower_id: string; following_id: string; created_at: TimeNow }

/** The follow tables and their columns. */
export type FollowsTables = {
  follows: Follows
}
