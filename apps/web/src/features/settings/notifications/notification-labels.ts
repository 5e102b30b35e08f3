import type { SwitchedType } from '@nollie/contract/notifications/notification-types'
import type { PushKind } from '@nollie/contract/push/push-kinds'
import { m } from '../../../i18n/messages.ts'

/** The switch label for each notification type. */
export const KIND_LABELS: Record<SwitchedType, () => string> = {
  like: m.settings_kind_like,
  comment: m.settings_kind_comment,
  comment_reply: m.settings_kind_comment_reply,
  comment_like: m.settings_kind_comment_like,
  discussion_comment: m.settings_kind_discussion_comment,
  comment_removed: m.settings_kind_comment_removed,
  mention: m.settings_kind_mention,
  follow: m.settings_kind_follow,
  message_request: m.settings_kind_message_request,
  report_outcome: m.settings_kind_report_outcome,
  spot_removed: m.settings_kind_spot_removed,
  spot_state: m.settings_kind_spot_state,
  saved_spot_state: m.settings_kind_saved_spot_state,
  list_spots: m.settings_kind_list_spots,
  crew_invitation: m.settings_kind_crew_invitation,
  spot_merged: m.settings_kind_spot_merged,
  meetup_joined: m.meetups_notify_joined,
  meetup_changed: m.meetups_notify_changed,
}

/** The switch label for each kind of push notification. */
export const PUSH_LABELS: Record<PushKind, () => string> = {
  ...KIND_LABELS,
  message: m.settings_push_messages,
  spot_near: m.settings_digests_places,
  area_changes: m.stewards_push,
}
