import { z } from 'zod'
import { SPOT_STATES } from '../checks/index.ts'
import { endpoint } from '../endpoint.ts'
import { Media } from '../media/index.ts'
import { CASE_KINDS, DECISION_ACTIONS } from '../moderation/index.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'
import { NOTIFICATION_TYPES, type SwitchedType, UNREAD_MAX } from './notification-types.ts'

/**
 * An entry in a person's notifications. Notifications with the same type, subject, and day (UTC) are grouped, as in
 * "ada and 4 others liked your photo"; `id` belongs to the newest. Only the fields that the type needs are set.
 */
export const Notification = z
  .object({
    id: Id,
    user_id: Id,
    type: z.enum(NOTIFICATION_TYPES),
    /**
     * The most recent actor; null for notifications from Nollie itself (`report_outcome`, `spot_removed`,
     * `account_recovery`, `spot_near`, `spot_state`, `saved_spot_state`, `list_spots`, `spot_merged`, `area_changes`).
     */
    from_user_id: Id.nullable(),
    /** The most recent actors, up to three. */
    actors: z.array(Person),
    /** The number of actors, capped at 1000. */
    actors_count: z.number().int(),
    /** For `follow`: whether the viewer also follows the most recent actor; otherwise null. */
    following: z.boolean().nullable(),
    post_id: Id.nullable(),
    media_index: z.number().int(),
    /** The post, with the index of its media item; `media` is null for a text post. */
    post: z
      .object({
        user_id: Id,
        title: z.string(),
        media: Media.nullable(),
        spot: z.object({ id: Id, name: z.string() }).nullable(),
      })
      .nullable(),
    /**
     * The newest comment or reply, or the comment that was liked or contains the mention. Its text is cut off after 200
     * characters.
     */
    comment: z.object({ id: Id, parent_comment_id: Id.nullable(), content: z.string() }).nullable(),
    /** The discussion that was liked, or that contains the mention or comment; also set if the comment was removed. */
    discussion: z.object({ id: Id, title: z.string() }).nullable(),
    /**
     * The spot that the notification is about: one removed with the viewer's posts, the newest one near saved spots or
     * in the list, the viewer's own or saved spot whose status changed, or the spot that remains after a merge.
     */
    spot: z.object({ id: Id, name: z.string() }).nullable(),
    /** The number of new spots near saved ones or in the list; 0 for all other types. */
    spots_count: z.number().int(),
    /** The new status of the viewer's own or saved spot. */
    spot_state: z.enum(SPOT_STATES).nullable(),
    /** The crew that the viewer was invited to. */
    crew: z.object({ id: Id, name: z.string() }).nullable(),
    /** For `list_spots`: a list, shared with one of the viewer's crews, to which another member added spots. */
    list: z.object({ id: Id, name: z.string() }).nullable(),
    /** The viewer’s meetup that others joined, or one they joined that its host changed or canceled. */
    meetup: z.object({ id: Id, spot_name: z.string(), is_canceled: z.boolean() }).nullable(),
    /**
     * For `area_changes`: one area that the viewer follows, the number of other followed areas that changed, and the
     * changes in all of them.
     */
    area: z
      .object({
        id: Id,
        name: z.string(),
        others: z.number().int(),
        spots: z.number().int(),
        states: z.number().int(),
        bulletins: z.number().int(),
      })
      .nullable(),
    /** The outcome of the viewer's report. */
    report: z
      .object({
        case_id: Id,
        kind: z.enum(CASE_KINDS),
        status: z.enum(['open', 'closed']),
        /** The decision; null before one is made and after a successful appeal. */
        action: z.enum(DECISION_ACTIONS).nullable(),
      })
      .nullable(),
    thread_id: Id.nullable(),
    created_at: Moment,
    /** Null while any notification in the group is unread. */
    read_at: Moment.nullable(),
  })
  .meta({ id: 'Notification' })

/** An entry in a person's notifications. */
export type Notification = z.output<typeof Notification>

const Switches = z.object({
  like: z.boolean(),
  comment: z.boolean(),
  comment_reply: z.boolean(),
  comment_like: z.boolean(),
  discussion_comment: z.boolean(),
  comment_removed: z.boolean(),
  mention: z.boolean(),
  follow: z.boolean(),
  crew_invitation: z.boolean(),
  message_request: z.boolean(),
  report_outcome: z.boolean(),
  spot_removed: z.boolean(),
  spot_state: z.boolean(),
  saved_spot_state: z.boolean(),
  list_spots: z.boolean(),
  meetup_joined: z.boolean(),
  meetup_changed: z.boolean(),
  spot_merged: z.boolean(),
} satisfies Record<SwitchedType, z.ZodType>)

/** Which notification types a person has turned on. */
export type NotificationSwitches = z.output<typeof Switches>

/** The viewer's notifications and their switches. */
export const notificationEndpoints = {
  listNotifications: endpoint('GET /api/notifications', {
    summary: 'List the viewer’s notifications, newest first, grouped by type, target, and day. Paginated.',
    policy: 'member',
    scope: 'notifications:read',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Notification), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  countUnreadNotifications: endpoint('GET /api/notifications/unread', {
    summary: `Count the viewer’s unread notifications. The count stops at ${UNREAD_MAX}, which means that many or more.`,
    policy: 'member',
    scope: 'notifications:read',
    rate: 'read',
    answer: z.object({ unread_count: z.number().int().max(UNREAD_MAX) }),
  }),
  readNotifications: endpoint('PUT /api/notifications/read', {
    summary:
      'Mark all notifications up to a moment as read. As `until`, send the `created_at` of the newest notification that was shown.',
    policy: 'member',
    scope: 'notifications:write',
    rate: 'write',
    body: z.object({ until: Moment }),
  }),
  readNotification: endpoint('PUT /api/notifications/:notification_id/read', {
    summary: 'Mark an entry, with all notifications in its group, as read',
    policy: 'member',
    scope: 'notifications:write',
    rate: 'write',
    params: z.object({ notification_id: Id }),
    errors: ['NOT_FOUND'],
  }),
  getNotificationSwitches: endpoint('GET /api/notifications/switches', {
    summary: 'Get which notification types the viewer has turned on',
    policy: 'member',
    scope: 'notifications:read',
    rate: 'read',
    answer: Switches,
  }),
  setNotificationSwitches: endpoint('PATCH /api/notifications/switches', {
    summary:
      'Turn notification types on or off. Omitted types stay unchanged. Notifications of a type that is off are never created. Returns all switches.',
    policy: 'member',
    scope: 'notifications:write',
    rate: 'write',
    body: Switches.partial(),
    answer: Switches,
  }),
}
