/** The types of notifications that a person switches on and off in the settings, in this order. */
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

/** A type that a person switches on and off. */
export type SwitchedType = (typeof SWITCHED_TYPES)[number]

/**
 * The types of notifications: those, one about the safety of the account, which nobody can switch off, and those that a
 * person has to ask for (`/api/digests`, following an area).
 */
export const NOTIFICATION_TYPES = [
  ...SWITCHED_TYPES,
  'account_recovery',
  'spot_near',
  'area_changes',
] as const

/** The type of a notification. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The badge counts no further than this, and shows `9+` for more than nine. */
export const UNREAD_MAX = 10
