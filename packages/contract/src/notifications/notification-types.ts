/** Notification types that a person can turn on or off, in the order of the settings screen. */
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
  'meetup_joined',
  'meetup_changed',
  'spot_merged',
] as const

/** A notification type that a person can turn on or off. */
export type SwitchedType = (typeof SWITCHED_TYPES)[number]

/**
 * All notification types: those with a switch, one about account security that can't be turned off, and those that
 * people opt in to (through `/api/digests` or by following an area).
 */
export const NOTIFICATION_TYPES = [
  ...SWITCHED_TYPES,
  'account_recovery',
  'spot_near',
  'area_changes',
] as const

/** A notification type. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The count of unread notifications stops at this number; the badge shows `9+` above nine. */
export const UNREAD_MAX = 10
