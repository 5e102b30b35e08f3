import type { LikeEvent } from '@nollie/contract'
import { type Atom, createAtom } from '@tanstack/react-store'

/** Likes and comments on a media item. For a text post, `media_index` is 0. */
export type Counts = { liked: boolean; likes_count: number; comments_count: number }

/** The part of the counts that a like changes. */
export type Likes = Pick<Counts, 'liked' | 'likes_count'>

/** One of a post's items. */
export type Item = { post_id: string; media_index: number }

/** An item's state. */
export type Entry = {
  item: Item
  /** The server's counts, from the latest event or response. */
  known: Counts
  /** The counts that screens show. */
  shown: Atom<Counts>
  /** The viewer's like or unlike, until the server confirms it. */
  optimistic: boolean | null
  sending: boolean
  /** Whether the like is in the outbox. */
  queued: boolean
  /** Responses to requests made before these times (ms of a monotonic clock) are ignored, because we have newer data. */
  likesAt: number
  commentsAt: number
  /** The viewer's changes that the server has confirmed but whose live events haven't arrived yet. */
  unconfirmed: { liked: boolean; at: number }[]
  stale: boolean
  /** The number of mounted components that show the item. */
  watching: number
}

/** The counts for an item that hasn't loaded. */
export const NOTHING: Counts = { liked: false, likes_count: 0, comments_count: 0 }

/**
 * A like's event arrives with the next rollup, about a second later. After this long (ms), it is no longer expected.
 */
const UNCONFIRMED_MS = 5000

function step(liked: boolean) {
  return liked ? 1 : -1
}

function same(a: Counts, b: Counts) {
  return a.liked === b.liked && a.likes_count === b.likes_count && a.comments_count === b.comments_count
}

function blank() {
  return {
    known: NOTHING,
    optimistic: null,
    sending: false,
    queued: false,
    likesAt: Number.NEGATIVE_INFINITY,
    commentsAt: Number.NEGATIVE_INFINITY,
    unconfirmed: [],
  }
}

/** Creates the state of an item that hasn't loaded. */
export function makeEntry(item: Item): Entry {
  return { item, shown: createAtom(NOTHING, { compare: same }), ...blank(), stale: false, watching: 0 }
}

/** Publishes the counts to show: the server's, with the viewer's unconfirmed like on top. */
export function draw({ known, optimistic, shown }: Entry): void {
  shown.set(
    optimistic === null || optimistic === known.liked
      ? known
      : { ...known, liked: optimistic, likes_count: Math.max(0, known.likes_count + step(optimistic)) },
  )
}

/** Forgets the counts and likes, which belonged to another viewer. */
export function resetEntry(entry: Entry): void {
  Object.assign(entry, blank(), { stale: true })
  draw(entry)
}

/** Applies the response to the viewer's like. Its live event will follow. */
export function confirmLike(entry: Entry, { liked, likes_count }: Likes, now: number): void {
  if (liked !== entry.known.liked) entry.unconfirmed.push({ liked, at: now })
  entry.known = { ...entry.known, liked, likes_count }
  entry.likesAt = now
}

/** Stores the counts from a response to a request made at `requestedAt`, except where we have newer ones. */
export function receiveCounts(entry: Entry, counts: Partial<Counts>, requestedAt: number): void {
  const { liked, likes_count, comments_count } = counts
  const next = { ...entry.known }
  if (requestedAt >= entry.likesAt && (liked !== undefined || likes_count !== undefined)) {
    next.liked = liked ?? next.liked
    next.likes_count = likes_count ?? next.likes_count
    entry.likesAt = requestedAt
  }
  if (requestedAt >= entry.commentsAt && comments_count !== undefined) {
    next.comments_count = comments_count
    entry.commentsAt = requestedAt
  }
  entry.known = next
  entry.stale = false
  draw(entry)
}

/** A live event about likes of one item. */
type ItemLikes = Extract<LikeEvent, { likes_count: number }>

/** Applies a live event about likes. `me` is the viewer's ID. */
export function applyLikeEvent(entry: Entry, event: ItemLikes, me: string | null, now: number): void {
  const mine = event.changes?.findLast(({ user_id }) => user_id === me)
  if (event.changes === null) entry.unconfirmed = []
  let { liked } = entry.known
  if (mine) {
    const matched = entry.unconfirmed.findIndex((change) => change.liked === mine.liked)
    // If no change in this tab matches, the viewer used another device.
    if (matched < 0) liked = mine.liked
    entry.unconfirmed = matched < 0 ? [] : entry.unconfirmed.slice(matched + 1)
  }
  entry.unconfirmed = entry.unconfirmed.filter(({ at }) => now - at < UNCONFIRMED_MS)
  const expected = entry.unconfirmed.reduce((sum, change) => sum + step(change.liked), 0)
  entry.known = { ...entry.known, liked, likes_count: Math.max(0, event.likes_count + expected) }
  entry.likesAt = now
  draw(entry)
}
