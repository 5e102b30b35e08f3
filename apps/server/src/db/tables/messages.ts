import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `message_threads`; see `migrations/001_baseline/`. */
type MessageThreads = {
  id: string
  low_id: string
  high_id: string
  last_seq: Generated<number>
  created_at: TimeNow
  last_message_at: TimeNow
}

/** Columns in `message_sides`; see `migrations/001_baseline/`. */
type MessageSides = {
  thread_id: string
  user_id: string
  other_id: string
  accepted: boolean
  read_seq: Generated<number>
  cleared_seq: Generated<number>
  unread_count: Generated<number>
  is_empty: Generated<boolean>
  /** Whether this person muted notifications for the conversation. */
  is_muted: Generated<boolean>
  last_message_at: TimeNow
}

/** Columns in `messages`; see `migrations/001_baseline/` and `migrations/043_expand_shared_lists.sql`. */
type Messages = {
  id: string
  thread_id: string
  seq: number
  user_id: string
  content: string | null
  shared: 'spot' | 'post' | 'list' | null
  spot_id: string | null
  post_id: string | null
  media_index: number | null
  created_at: TimeNow
  deleted_at: TimeOrNull
  list_id: string | null
  /** The link by which the list was shared; null if it was shared by its id. */
  list_link: string | null
}

/** The message tables and their columns. */
export type MessagesTables = {
  message_threads: MessageThreads
  message_sides: MessageSides
  messages: Messages
}
