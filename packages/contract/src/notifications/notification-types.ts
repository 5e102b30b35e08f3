/** The types of notifications that a person can turn on and off in the settings, in this order. */
export const SWITCHED_TYPES = [
  'like',
  'comment',
  'comment_reply',
  'comment_like',
  'discussion_comment',
  'comment_removed',
  'mention',
  'follow',
  'crew_invitation',
  'message_request',
  'report_outcome',
  'spot_removed',
  'spot_state',
  'saved_spot_state',
  'list_spots',
  'spot_merged',
] as const

/** A type that a person can turn on and off. */
export type SwitchedType = (typeof SWITCHED_TYPES)[number]

/**
 * All types of notifications: those with a switch, one about account security that can't be turned off, and those a
 * person opts into (`/api/digests`, following an area).
 */
export const NOTIFICATION_TYPES = [
  ...SWITCHED_TYPES,
  'account_recovery',
  'spot_near',
  'area_changes',
] as const

/** The type of a notification. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The badge counts up to this number, and shows `9+` above nine. */
export const UNREAD_MAX = 10
