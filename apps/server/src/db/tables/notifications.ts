import type { NotificationType } from '@nollie/contract'
import type { ColumnType, Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `notifications`; see `migrations/001_baseline/`. */
type Notifications = {
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
  meetup_id: string | null
  day: ColumnType<string, string | undefined, string>
  created_at: TimeNow
  read_at: TimeOrNull
}

/** Columns in `notification_mutes`; see `migrations/001_baseline/`. */
type NotificationMutes = { user_id: string; type: NotificationType }

/** Columns in `mentions`; see `migrations/001_baseline/`. */
type Mentions = {
  post_id: string | null
  comment_id: string | null
  discussion_id: string | null
  user_id: string
  username: string
}

/** The notification tables and their columns. */
export type NotificationsTables = {
  notifications: Notifications
  notification_mutes: NotificationMutes
  mentions: Mentions
}
