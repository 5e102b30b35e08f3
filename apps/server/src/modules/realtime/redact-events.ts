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
import type { StoredEvent } from './realtime.queries.ts'
import type { Stream } from './streams.ts'

type Viewer = Pick<Stream, 'user_id' | 'hidden'>

/** More than so many numbers are not looked up for one batch: those readers load again what they show. */
const MAX_LOOKUPS = 4_000

/**
 * By how much numbers in events are too high for readers with blocks, by {@link keyOf}; what is not in it they do not
 * see at all. Null: too many to look up.
 */
export type OffBy = ReadonlyMap<string, HiddenCounts> | null

const keyOf = (viewer: string | null, of: string) => `${viewer} ${of}`
const itemOf = ({ post_id, media_index }: { post_id: string; media_index: number }) =>
  `${post_id} ${media_index}`

/** Looks up, once for a batch of events, what readers with blocks do not see of the items in it. */
export const offBy = async (
  db: Db,
  viewers: readonly Viewer[],
  events: readonly StoredEvent[],
): Promise<OffBy> => {
  const ids = [
    ...new Set(viewers.filter(({ hidden }) => hidden.size > 0).map(({ user_id }) => user_id ?? '')),
  ]
  const items = new Map<string, { post_id: string; media_index: number }>()
  const comments = new Set<string>()
  for (const { name, data } of events) {
    if (name === 'comment_like') comments.add((data as CommentLikeEvent).comment_id)
    else if (name === 'like' || name === 'comment') {
      const item = data as LikeEvent | CommentEvent
      if (item.post_id !== null) items.set(itemOf(item), item)
    }
  }
  const numbers = ids.length * (items.size + comments.size)
  if (numbers === 0) return new Map()
  if (numbers > MAX_LOOKUPS) return null
  const rows = await selectHiddenCounts(db, ids, { items: [...items.values()], comments: [...comments] })
  return new Map(rows.map((row) => [keyOf(row.viewer, row.comment_id ?? itemOf(row)), row]))
}

const known = <T extends { user_id: string }>(changes: T[] | null, hidden: ReadonlySet<string>): T[] | null =>
  changes && changes.filter(({ user_id }) => !hidden.has(user_id))

const LOOK_AGAIN = { post_id: null } as const

/**
 * An event as a reader sees it: null when it is of people across a block alone, without them and their share of the
 * numbers when it is of others too.
 */
export const redactEvent = (
  event: StoredEvent,
  { user_id, hidden }: Viewer,
  off: OffBy,
): StoredEvent | null => {
  if (hidden.size === 0 || event.topic.startsWith('user:')) return event
  const sight = (data: object | null) => (data === null ? null : { ...event, data })
  if (off === null && (event.name === 'like' || event.name === 'comment')) return sight(LOOK_AGAIN)
  switch (event.name) {
    case 'post': {
      const { user_id: author } = event.data as PostEvent & { user_id?: string }
      return author !== undefined && hidden.has(author) ? null : event
    }
    case 'like': {
      const data = event.data as LikeEvent
      if (data.post_id === null) return event
      const changes = known(data.changes, hidden)
      const less = off?.get(keyOf(user_id, itemOf(data)))
      if (!less) return null
      return sight(
        changes?.length === 0 ? null : { ...data, changes, likes_count: data.likes_count - less.likes },
      )
    }
    case 'comment': {
      const data = event.data as CommentEvent
      if (data.post_id === null && data.discussion_id === undefined) return event
      const changes = known(data.changes, hidden)
      if (data.post_id === null)
        return sight(
          changes?.length === 0 || hidden.has(data.started_by)
            ? null
            : { ...data, changes, comments_count: null },
        )
      const less = off?.get(keyOf(user_id, itemOf(data)))
      if (!less) return null
      return sight(
        changes?.length === 0
          ? null
          : { ...data, changes, comments_count: data.comments_count - less.comments },
      )
    }
    case 'comment_like': {
      const data = event.data as CommentLikeEvent
      const less = off?.get(keyOf(user_id, data.comment_id))
      if (hidden.has(data.user_id) || !less) return null
      return sight({ ...data, likes_count: data.likes_count - less.likes })
    }
    case 'person': {
      const data = event.data as PersonEvent
      if (data.user_id !== null && hidden.has(data.user_id)) return null
      // Their counts differ by viewer: the page loads them.
      return data.kind === 'counts' ? sight({ kind: 'profile', user_id: data.user_id }) : event
    }
    case 'follow': {
      const { follower_id, following_id } = event.data as FollowEvent
      return hidden.has(follower_id) || hidden.has(following_id) ? null : event
    }
    case 'discussion': {
      const data = event.data as DiscussionEvent
      return data.user_id !== null && hidden.has(data.user_id) ? null : event
    }
    case 'discussion_like': {
      const data = event.data as DiscussionLikeEvent
      const isHidden = hidden.has(data.user_id) || hidden.has(data.started_by)
      return sight(isHidden ? null : { ...data, likes_count: null })
    }
    default:
      return event
  }
}
