import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

type Comments = {
  id: string
  post_id: string | null
  media_index: number | null
  discussion_id: string | null
  user_id: string
  parent_comment_id: string | null
  content: string
  like_count: Generated<number>
  created_at: TimeNow
  updated_at: TimeNow
  hidden_at: TimeOrNull
}

type CommentLikes = { id: string; comment_id: string; user_id: string; created_at: TimeNow }

/** The comment tables and their columns. */
export type CommentsTables = {
  comments: Comments
  comment_likes: CommentLikes
}
