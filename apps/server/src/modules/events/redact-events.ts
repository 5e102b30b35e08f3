import type {
  CommentEvent,
  CommentLikeEvent,
  DiscussionEvent,
  DiscussionLikeEvent,
  FollowEvent,
  LikeEvent,
  PersonEvent,
  PostEvent,
} from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { type HiddenCounts, selectHiddenCounts } from './redact-events.queries.ts'
import type { StoredEvent } from './events.queries.ts'
import type { Stream } from './event-streams.ts'

type Viewer = Pick<Stream, 'user_id' | 'hidden'>

/** If a batch needs more lookups than this, skips them all; clients whose owners have blocks reload instead. */
const MAX_LOOKUPS = 4_000

/**
 * How much to subtract from counts in events for viewers with blocks, by {@link buildKey}. Viewers without an entry
 * can't see the subject at all. Null if there were too many to read.
 */
export type HiddenCountsByKey = ReadonlyMap<string, HiddenCounts> | null

function buildKey(viewer: string | null, of: string) {
  return `${viewer} ${of}`
}

function buildItemKey({ post_id, media_index }: { post_id: string; media_index: number }) {
  return `${post_id} ${media_index}`
}

/**
 * For viewers with blocks, reads in one query how many likes and comments by hidden people to subtract from the counts
 * of a batch's items and comments.
 */
export async function selectHiddenOf(
  db: Db,
  viewers: readonly Viewer[],
  events: readonly StoredEvent[],
): Promise<HiddenCountsByKey> {
  const ids = [
    ...new Set(viewers.filter(({ hidden }) => hidden.size > 0).map(({ user_id }) => user_id ?? '')),
  ]
  const items = new Map<string, { post_id: string; media_index: number }>()
  const comments = new Set<string>()
  for (const { name, data } of events) {
    if (name === 'comment_like') comments.add((data as CommentLikeEvent).comment_id)
    else if (name === 'like' || name === 'comment') {
      const item = data as LikeEvent | CommentEvent
      if (item.post_id !== null) items.set(buildItemKey(item), item)
    }
  }
  const lookups = ids.length * (items.size + comments.size)
  if (lookups === 0) return new Map()
  if (lookups > MAX_LOOKUPS) return null
  const rows = await selectHiddenCounts(db, ids, { items: [...items.values()], comments: [...comments] })
  return new Map(rows.map((row) => [buildKey(row.viewer, row.comment_id ?? buildItemKey(row)), row]))
}

function visible<T extends { user_id: string }>(
  changes: T[] | null,
  hidden: ReadonlySet<string>,
): T[] | null {
  return changes && changes.filter(({ user_id }) => !hidden.has(user_id))
}

const RELOAD = { post_id: null } as const

type Hidden = { user_id: string | null; hidden: ReadonlySet<string>; counts: HiddenCountsByKey }

// Each of these returns the data without hidden people, the data itself if it has none, or null if there is nothing left.
function redactLike(data: LikeEvent, { user_id, hidden, counts }: Hidden): object | null {
  if (data.post_id === null) return data
  const changes = visible(data.changes, hidden)
  const hiddenOfSubject = counts?.get(buildKey(user_id, buildItemKey(data)))
  if (!hiddenOfSubject || changes?.length === 0) return null
  return { ...data, changes, likes_count: data.likes_count - hiddenOfSubject.likes }
}

function redactComment(data: CommentEvent, { user_id, hidden, counts }: Hidden): object | null {
  if (data.post_id === null && data.discussion_id === undefined) return data
  const changes = visible(data.changes, hidden)
  if (changes?.length === 0) return null
  if (data.post_id === null)
    return hidden.has(data.started_by) ? null : { ...data, changes, comments_count: null }
  const hiddenOfSubject = counts?.get(buildKey(user_id, buildItemKey(data)))
  if (!hiddenOfSubject) return null
  return { ...data, changes, comments_count: data.comments_count - hiddenOfSubject.comments }
}

function redactCommentLike(data: CommentLikeEvent, { user_id, hidden, counts }: Hidden): object | null {
  const hiddenOfSubject = counts?.get(buildKey(user_id, data.comment_id))
  if (hidden.has(data.user_id) || !hiddenOfSubject) return null
  return { ...data, likes_count: data.likes_count - hiddenOfSubject.likes }
}

function redactPerson(data: PersonEvent, { hidden }: Hidden): object | null {
  if (data.user_id !== null && hidden.has(data.user_id)) return null
  // A person's counts differ by viewer, so clients request them.
  return data.kind === 'counts' ? { kind: 'profile', user_id: data.user_id } : data
}

function redactData({ name, data }: StoredEvent, viewer: Hidden): unknown {
  const { hidden } = viewer
  switch (name) {
    case 'post': {
      const { user_id: author } = data as PostEvent & { user_id?: string }
      return author !== undefined && hidden.has(author) ? null : data
    }
    case 'like':
      return redactLike(data as LikeEvent, viewer)
    case 'comment':
      return redactComment(data as CommentEvent, viewer)
    case 'comment_like':
      return redactCommentLike(data as CommentLikeEvent, viewer)
    case 'person':
      return redactPerson(data as PersonEvent, viewer)
    case 'follow': {
      const { follower_id, following_id } = data as FollowEvent
      return hidden.has(follower_id) || hidden.has(following_id) ? null : data
    }
    case 'discussion': {
      const { user_id } = data as DiscussionEvent
      return user_id !== null && hidden.has(user_id) ? null : data
    }
    case 'discussion_like': {
      const { user_id, started_by } = data as DiscussionLikeEvent
      return hidden.has(user_id) || hidden.has(started_by)
        ? null
        : { ...(data as DiscussionLikeEvent), likes_count: null }
    }
    default:
      return data
  }
}

/**
 * Returns the event for a viewer, without hidden people and their share of the counts. Returns null if only hidden
 * people caused the event.
 */
export function redactEvent(
  event: StoredEvent,
  { user_id, hidden }: Viewer,
  counts: HiddenCountsByKey,
): StoredEvent | null {
  if (hidden.size === 0 || event.topic.startsWith('user:')) return event
  if (counts === null && (event.name === 'like' || event.name === 'comment'))
    return { ...event, data: RELOAD }
  const data = redactData(event, { user_id, hidden, counts })
  if (data === event.data) return event
  return data === null ? null : { ...event, data }
}
