import type { PushKind } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { Time, TimeNow } from '../columns.ts'

/** Columns in `push_devices`; see `migrations/015_expand_push.sql`. */
type PushDevices = {
  id: string
  user_id: string
  session_id: string
  /** A push endpoint, or a native app's token. */
  endpoint: string
  /** A browser's keys; empty for a native app. */
  p256dh: string
  auth: string
  /** A native app's platform; null for a browser. */
  platform: 'android' | 'ios' | null
  language: string
  created_at: TimeNow
}

/** Columns in `push_settings`; see `migrations/015_expand_push.sql`. */
export type PushSettings = {
  user_id: string
  /** Minutes after midnight. */
  quiet_from: number | null
  quiet_until: number | null
  time_zone: string | null
  shows_text: Generated<boolean>
  muted: Generated<PushKind[]>
}

/** Columns in `push_queue`; see `migrations/015_expand_push.sql`. */
type PushQueue = {
  id: Generated<number>
  user_id: string
  notification_id: string | null
  message_id: string | null
  due_at: Time
}

/** The push notification tables and their columns. */
export type PushTables = {
  push_devices: PushDevices
  push_queue: PushQueue
  push_settings: PushSettings
}
