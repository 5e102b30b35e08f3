import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { NotificationType } from '../notifications/index.ts'

/**
 * What the stream sends: `event: spot`, `id: <number>`, `data: <SpotEvent>`, within about a second of the change and
 * never before the map's counts include it. Spots have their old and new positions, so a map loads again only what it
 * shows; `x`, `y` are world positions at 26 bits (see map-codec). `many` stands for a great many spots anywhere (an
 * import, or more events were missed than can be repeated): its `spot_id` is null, its `at` is empty, and all shown
 * spots are loaded again. An event may arrive twice after a reconnect. With `stands_anew` it came to stand differently;
 * such an event has no positions, for nothing moved.
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
 * `event: post`, topic `posts`, members only: a post of `user_id` was created, changed or deleted. Without a `post_id`
 * it is all posts of that spot (deleted with it, or restored); `many`, without a spot either, means that more was
 * missed than can be repeated.
 */
export type PostEvent =
  | { kind: 'created' | 'updated' | 'deleted'; post_id: string; spot_id: string | null; user_id?: string }
  | { kind: 'created' | 'deleted'; post_id: null; spot_id: string }
  | { kind: 'many'; post_id: null; spot_id: null }

/**
 * `event: like`, topic `likes`, members only: how many people like a media item now, and who liked or unliked it since
 * the last such event (null: too many to list). Without a `post_id` more changed than can be listed: likes shown are loaded
 * again.
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
 * `event: comment`, topic `comments`, members only: how many comments a media item has now, and which were created and
 * deleted since the last such event (null: too many to list). Replies go with their comment. The same for the
 * discussion that `started_by` began, where the count is null when some comments are hidden, by a block or a
 * suspension: readers load the count. With neither as in {@link LikeEvent}.
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

/** `event: comment_like`, topic `comments`, members only: somebody liked or unliked a comment. */
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
 * `event: person`, topic `people`, members only: the counts of a person changed (`counts`), or their name, texts or
 * picture (`profile`); they are hidden from everybody (`away`: suspended, or about to be deleted), or visible again
 * (`back`); `many` means that more changed than can be listed. To one person alone, without a topic, `away` and `back`
 * mean the same of somebody for that reader.
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
 * `event: follow`, topic `people`, members only: somebody follows or unfollows somebody. It is not sent across a block
 * with either of the two.
 */
export type FollowEvent = { follower_id: string; following_id: string; following: boolean }

/**
 * `event: discussion`, topic `discussions`, members only: somebody started a discussion or changed it, or it was
 * deleted with its comments; `many` means that more was missed than can be repeated.
 */
export type DiscussionEvent =
  | { kind: 'created' | 'updated' | 'deleted'; discussion_id: string; user_id: string }
  | { kind: 'many'; discussion_id: null; user_id: null }

/**
 * `event: discussion_like`, topic `discussions`, members only: somebody liked or unliked the discussion that `started_by`
 * began; the count is null where some likes are hidden, as for a `comment`.
 */
export type DiscussionLikeEvent = {
  discussion_id: string
  started_by: string
  likes_count: number | null
  user_id: string
  liked: boolean
}

/** `event: media`, only to its owner: processing succeeded or failed, or (`processing`) a video's poster is ready. */
export type MediaEvent = { media_id: string; status: 'processing' | 'ready' | 'failed' }

/**
 * `event: notification`, only to its recipient. `created`: a line is new or unread again, and one event may stand for
 * several likes; `read`: the person read some in another tab; `withdrawn`: the cause was taken back; `many`: more events
 * were missed than are repeated. The event carries no text: clients load the list again.
 */
export type NotificationEvent =
  | { kind: 'created'; type: NotificationType; notification_id: string }
  | { kind: 'read' | 'withdrawn' | 'many'; type: null; notification_id: null }

/**
 * `event: message`, only to the two people of a thread: a message was sent (`created`) or deleted, a thread was read by
 * one of them (`read`), accepted or removed (`thread`, to whoever did so alone), or more was missed than can be
 * repeated (`many`). `user_id` is who did it.
 */
export type MessageEvent =
  | { kind: 'created' | 'deleted'; thread_id: string; message_id: string; user_id: string }
  | { kind: 'read' | 'thread'; thread_id: string; message_id: null; user_id: string }
  | { kind: 'many'; thread_id: null; message_id: null; user_id: null }

/**
 * `event: crew`, to the members of a crew and whoever was one: its name, its members, or what is for it alone changed, so
 * that whoever it was taken from shows it no more. To who is invited, or no longer is, too. Null: more was missed than can
 * be repeated.
 */
export type CrewEvent = { crew_id: string | null }

/**
 * `event: list`, to who takes part in a list: its owner, and the crew that it is for. Its texts, its spots, their order or who
 * may read it changed, or it was deleted; it is loaded again, as each reader may read it. Null: more was missed than can be
 * repeated.
 */
export type ListEvent = { list_id: string | null }

/** What the stream sends, by the name of the event. */
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
}

export const eventEndpoints = {
  streamEvents: endpoint('GET /api/events', {
    summary:
      'Live changes as server-sent events; begins after the event `since`, resumes after `Last-Event-ID`',
    policy: 'anyone',
    rate: 'stream',
    query: z.object({
      topics: z
        .string()
        .max(200)
        .regex(/^[a-z]+(,[a-z]+)*$/),
      // The last event before the data that the client has loaded; pages of the server name it.
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
