import type { DiscussionCategory } from '@nollie/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `discussions`; see `migrations/001_baseline/discussions.sql`. */
type Discussions = {
  id: string
  user_id: string
  title: string
  content: string
  category: DiscussionCategory
  comment_count: Generated<number>
  like_count: Generated<number>
  version: Generated<number>
  created_at: TimeNow
  edited_at: TimeOrNull
  answered_at: TimeNow
  hidden_at: TimeOrNull
  search_text: GeneratedAlways<string>
}

/** Columns in `discussion_likes`; see `migrations/001_baseline/likes.sql`. */
type DiscussionLikes = { discussion_id: string; user_id: string; created_at: TimeNow }

/** The discussion tables and their columns. */
export type DiscussionsTables = {
  discussions: Discussions
  discussion_likes: DiscussionLikes
}
