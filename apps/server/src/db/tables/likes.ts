import type { GeneratedAlways } from 'kysely'
import type { TimeNow } from '../columns.ts'

type Likes = { id: string; post_id: string; media_index: number; user_id: string; created_at: TimeNow }

type CounterDelta = {
  id: GeneratedAlways<number>
  counter: 'like' | 'comment'
  post_id: string
  media_index: number
  delta: 1 | -1
  user_id: string
  comment_id: string | null
  parent_comment_id: string | null
}

/** The like tables and their columns. */
export type LikesTables = {
  likes: Likes
  counter_delta: CounterDelta
}
