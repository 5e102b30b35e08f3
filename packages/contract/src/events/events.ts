import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { NotificationType } from '../notifications/index.ts'

/**
 * Stream event `event: spot`, `id: <number>`, `data: <SpotEvent>`. It arrives within about a second of the change, and
 * never before the map's counts include the change. It contains the old and new positions, so that a map reloads only
 * the affected part; `x` and `y` are world positions at 26 bits (see map-codec). `many` means a large number of spots
 * anywhere (an import, or more missed events than can be replayed): `spot_id` is null, `at` is empty, and clients
 * reload all visible spots. An event can arrive twice after a reconnect. `stands_anew` marks a change of status; such
 * an event has no positions because the spot didn't move.
 */
export type SpotEvent =
  | {
      kind: 'created' | 'updated' | 'deleted'
      spot_id: string
      at: { x: number; y: number }[]
      stands_anew?: true
    }
  | { kind: 'many'; spot_id: null; at: [] }

/**
 * `event: post`, topic `posts`, members only: `user_id` created, changed, or deleted a post. Without a `post_id`, all
 * posts at that spot are affected, because it was deleted or restored. `many` has no spot either, and means that more
 * events were missed than can be replayed.
 */
export type PostEvent =
  | { kind: 'created' | 'updated' | 'deleted'; post_id: string; spot_id: string | null; user_id?: string }
  | { kind: 'created' | 'deleted'; post_id: null; spot_id: string }
  | { kind: 'many'; post_id: null; spot_id: null }

/**
 * `event: like`, topic `likes`, members only: a media item's current like count, and who liked or unliked it since the
 * last event (null if there are too many to list). Without a `post_id`, more items changed than can be listed, so
 * clients reload the likes on screen.
 */
export type LikeEvent =
  | {
      post_id: string
      media_index: number
      likes_count: number
      changes: { user_id: string; liked: boolean }[] | null
    }
  | { post_id: null }

/** A comment that was created or deleted. */
type CommentChange = {
  kind: 'created' | 'deleted'
  comment_id: string
  parent_comment_id: string | null
  user_id: string
}

/**
 * `event: comment`, topic `comments`, members only: a media item's current comment count, and which comments were
 * created or deleted since the last event (null if there are too many to list). Deleting a comment also deletes its
 * replies. A discussion created by `started_by` has the same fields; its count is null if a block or suspension hides
 * some comments, so clients request the count. Without a post or discussion, see {@link LikeEvent}.
 */
export type CommentEvent =
  | {
      post_id: string
      media_index: number
      comments_count: number
      changes: CommentChange[] | null
    }
  | {
      post_id: null
      discussion_id: string
      started_by: string
      comments_count: number | null
      changes: CommentChange[] | null
    }
  | { post_id: null; discussion_id?: undefined }

/** `event: comment_like`, topic `comments`, members only: someone liked or unliked a comment. */
export type CommentLikeEvent = {
  comment_id: string
  post_id: string | null
  media_index: number | null
  discussion_id: string | null
  likes_count: number
  user_id: string
  liked: boolean
}

/**
 * `event: person`, topic `people`, members only. `counts`: a person's counts changed. `profile`: their name, bio, or
 * photo changed. `away`: they're hidden from everyone (suspended, or about to be deleted). `back`: they're visible
 * again. `many`: more people changed than can be listed. An `away` or `back` sent to one person without a topic applies
 * only to that recipient.
 */
export type PersonEvent =
  | {
      kind: 'counts'
      user_id: string
      spots_count: number
      posts_count: number
      followers_count: number
      following_count: number
    }
  | { kind: 'profile' | 'away' | 'back'; user_id: string }
  | { kind: 'many'; user_id: null }

/**
 * `event: follow`, topic `people`, members only: a person followed or unfollowed another. Not sent to anyone who
 * blocked, or was blocked by, either of them.
 */
export type FollowEvent = { follower_id: string; following_id: string; following: boolean }

/**
 * `event: discussion`, topic `discussions`, members only: a discussion was created, changed, or deleted along with its
 * comments. `many` means that more events were missed than can be replayed.
 */
export type DiscussionEvent =
  | { kind: 'created' | 'updated' | 'deleted'; discussion_id: string; user_id: string }
  | { kind: 'many'; discussion_id: null; user_id: null }

/**
 * `event: discussion_like`, topic `discussions`, members only: someone liked or unliked a discussion created by
 * `started_by`. The count is null if some likes are hidden, as in `comment`.
 */
export type DiscussionLikeEvent = {
  discussion_id: string
  started_by: string
  likes_count: number | null
  user_id: string
  liked: boolean
}

/** `event: media`, only to the owner: processing succeeded or failed, or a video's poster is ready (`processing`). */
export type MediaEvent = { media_id: string; status: 'processing' | 'ready' | 'failed' }

/**
 * `event: notification`, sent only to the recipient. `created`: a notification is new or unread again; one event can
 * cover several likes. `read`: the person read some in another tab. `withdrawn`: the action behind it was undone.
 * `many`: more events were missed than can be replayed. The event has no text; clients reload the list.
 */
export type NotificationEvent =
  | { kind: 'created'; type: NotificationType; notification_id: string }
  | { kind: 'read' | 'withdrawn' | 'many'; type: null; notification_id: null }

/**
 * `event: message`, sent only to the two people in a conversation. `created`: a message was sent, and may have been
 * deleted since. `read`: one of them read the conversation. `thread`: one of them accepted or removed it (sent only to
 * that person). `many`: more events were missed than can be replayed. `user_id` is the person who acted.
 */
export type MessageEvent =
  | { kind: 'created' | 'deleted'; thread_id: string; message_id: string; user_id: string }
  | { kind: 'read' | 'thread'; thread_id: string; message_id: null; user_id: string }
  | { kind: 'many'; thread_id: null; message_id: null; user_id: null }

/**
 * `event: crew`, sent to a crew's current and former members, and to people who are or were invited. The crew's name,
 * members, or content changed; former members' clients stop showing it. Null: more events were missed than can be
 * replayed.
 */
export type CrewEvent = { crew_id: string | null }

/**
 * `event: list`, sent to a list's owner and the crew it's shared with: its text, spots, order, or visibility changed,
 * or the list was deleted. Each recipient reloads it with their own permissions. Null: more events were missed than can
 * be replayed.
 */
export type ListEvent = { list_id: string | null }

/**
 * `event: meetup`, sent to a meetup's host and guests: it was changed or canceled, or someone answered. Each recipient
 * reloads it. Null: more events were missed than can be replayed.
 */
export type MeetupEvent = { meetup_id: string | null }

/** The stream's events by name. */
export type StreamEvents = {
  spot: SpotEvent
  post: PostEvent
  like: LikeEvent
  comment: CommentEvent
  comment_like: CommentLikeEvent
  person: PersonEvent
  follow: FollowEvent
  discussion: DiscussionEvent
  discussion_like: DiscussionLikeEvent
  media: MediaEvent
  notification: NotificationEvent
  message: MessageEvent
  crew: CrewEvent
  list: ListEvent
  meetup: MeetupEvent
}

export const eventEndpoints = {
  streamEvents: endpoint('GET /api/events', {
    summary:
      'Stream live changes as server-sent events. The stream starts after the event in `since`, or resumes after the event in `Last-Event-ID`.',
    policy: 'anyone',
    rate: 'stream',
    query: z.object({
      topics: z
        .string()
        .max(200)
        .regex(/^[a-z]+(,[a-z]+)*$/),
      // The last event included in the data that the client has loaded; server-rendered pages contain its id.
      since: z
        .string()
        .regex(/^\d{1,19}$/)
        .optional(),
    }),
    status: 200,
    headers: z.object({
      'last-event-id': z
        .string()
        .regex(/^\d{1,19}$/)
        .optional()
        .catch(undefined),
    }),
  }),
}
