/** The types of notifications; also the switches in a person's settings, in this order. */
export const NOTIFICATION_TYPES = [
  'like',
  'comment',
  'comment_reply',
  'comment_like',
  'discussion_comment',
  'comment_removed',
  'mention',
  'follow',
  'message_request',
  'report_outcome',
  'spot_removed',
] as const

/** The type of a notification. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The badge counts no further than this, and shows `9+` for more than nine. */
export const UNREAD_MAX = 10
