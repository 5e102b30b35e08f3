import type { NotificationType } from '@nollie/contract'
import type { ColumnType, Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from './columns.ts'

/** Columns of `notifications`, see `migrations/001_baseline/`. */
export type Notifications = {
  id: string
  user_id: string
  type: NotificationType
  from_user_id: string | null
  target_id: string
  media_index: Generated<number>
  post_id: string | null
  comment_id: string | null
  spot_id: string | null
  case_id: string | null
  discussion_id: string | null
  thread_id: string | null
  day: ColumnType<string, string | undefined, string>
  created_at: TimeNow
  read_at: TimeOrNull
}

/** Columns of `notification_mutes`, see `migrations/001_baseline/`. */
export type NotificationMutes = { user_id: string; type: NotificationType }

/** Columns of `mentions`, see `migrations/001_baseline/`. */
export type Mentions = {
  post_id: string | null
  comment_id: string | null
  discussion_id: string | null
  user_id: string
  username: string
}

/** Columns of `message_threads`, see `migrations/001_baseline/`. */
export type MessageThreads = {
  id: string
  low_id: string
  high_id: string
  last_seq: Generated<number>
  created_at: TimeNow
  last_message_at: TimeNow
}

/** Columns of `message_sides`, see `migrations/001_baseline/`. */
export type MessageSides = {
  thread_id: string
  user_id: string
  other_id: string
  accepted: boolean
  read_seq: Generated<number>
  cleared_seq: Generated<number>
  unread_count: Generated<number>
  is_empty: Generated<boolean>
  last_message_at: TimeNow
}

/** Columns of `messages`, see `migrations/001_baseline/`. */
export type Messages = {
  id: string
  thread_id: string
  seq: number
  user_id: string
  content: string | null
  shared: 'spot' | 'post' | null
  spot_id: string | null
  post_id: string | null
  media_index: number | null
  created_at: TimeNow
  deleted_at: TimeOrNull
}

/** Columns of `saved_posts`, see `migrations/001_baseline/`. */
export type SavedPosts = { user_id: string; post_id: string; created_at: TimeNow }

/** Columns of `saved_spots`, see `migrations/001_baseline/`. */
export type SavedSpots = { user_id: string; spot_id: string; created_at: TimeNow }
