import type { CommentEvent, LikeEvent } from '@nollie/contract'
import { type Atom, createAtom, type Subscription } from '@tanstack/react-store'

/** Likes and comments on a media item. For a text post, `media_index` is 0. */
export type Counts = { liked: boolean; likes_count: number; comments_count: number }

type Likes = Pick<Counts, 'liked' | 'likes_count'>

/** The store's dependencies: the viewer's id, the request that sends a like, and a callback for failures. */
export type ItemPorts = {
  userId: () => string | null
  /** Resolves to null if the like went into the outbox. */
  send: (item: Item, liked: boolean) => Promise<Likes | null>
  refused: (item: Item, error: unknown) => void
  /** A monotonic clock, in ms. */
  now: () => number
}

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
  /** Responses to requests made before these times (from `now`) are ignored, because we have newer data. */
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

function overlaid({ known, optimistic }: Entry): Counts {
  if (optimistic === null || optimistic === known.liked) return known
  return { ...known, liked: optimistic, likes_count: Math.max(0, known.likes_count + step(optimistic)) }
}

function same(a: Counts, b: Counts) {
  return a.liked === b.liked && a.likes_count === b.likes_count && a.comments_count === b.comments_count
}

/**
 * Creates a store for the likes and counts in this tab. Likes are optimistic, and undone if they fail. The app has a
 * single store in `item-counts.ts`; tests create their own.
 */
export function makeItemStore({ userId, send, refused, now }: ItemPorts) {
  const entries = new Map<string, Entry>()
  const watches = createAtom(0)
  const publishWatch = () => watches.set((turn) => turn + 1)
  let person = 0

  const ensureEntry = (post_id: string, media_index: number): Entry => {
    const key = `${post_id}/${media_index}`
    let entry = entries.get(key)
    if (!entry) {
      entry = {
        item: { post_id, media_index },
        known: NOTHING,
        shown: createAtom(NOTHING, { compare: same }),
        optimistic: null,
        sending: false,
        queued: false,
        likesAt: Number.NEGATIVE_INFINITY,
        commentsAt: Number.NEGATIVE_INFINITY,
        unconfirmed: [],
        stale: false,
        watching: 0,
      }
      entries.set(key, entry)
    }
    return entry
  }

  const draw = (entry: Entry) => entry.shown.set(overlaid(entry))

  const unconfirmedDelta = (entry: Entry): number => {
    entry.unconfirmed = entry.unconfirmed.filter(({ at }) => now() - at < UNCONFIRMED_MS)
    return entry.unconfirmed.reduce((sum, { liked }) => sum + step(liked), 0)
  }

  // The live event for this change will follow.
  const confirm = (entry: Entry, { liked, likes_count }: Likes) => {
    if (liked !== entry.known.liked) entry.unconfirmed.push({ liked, at: now() })
    entry.known = { ...entry.known, liked, likes_count }
    entry.likesAt = now()
  }

  // Sends one request at a time, always with the latest state, so that the last of several quick taps wins.
  const settle = async (entry: Entry): Promise<void> => {
    const whose = person
    entry.sending = true
    entry.queued = false
    while (entry.optimistic !== null && !entry.queued) {
      const optimistic = entry.optimistic
      try {
        const answer = await send(entry.item, optimistic)
        if (person !== whose) return
        if (answer === null) {
          entry.queued = entry.optimistic === optimistic
          continue
        }
        confirm(entry, answer)
        if (entry.optimistic === answer.liked || answer.liked !== optimistic) entry.optimistic = null
      } catch (error) {
        if (person !== whose) return
        const unwanted = entry.optimistic === entry.known.liked
        entry.optimistic = null
        entry.stale = true
        if (!unwanted) refused(entry.item, error)
      }
      draw(entry)
    }
    entry.sending = false
  }

  const markStale = (since = Number.POSITIVE_INFINITY) => {
    for (const entry of entries.values())
      if (Math.min(entry.likesAt, entry.commentsAt) < since) entry.stale = true
    publishWatch()
  }

  const get = (post_id: string, media_index: number): Counts =>
    entries.get(`${post_id}/${media_index}`)?.shown.get() ?? NOTHING

  return {
    /** Returns an item's counts, which are the same object until they change. */
    get,

    /** Returns the number of comments on all of a post's items (C-31). */
    comments: (post_id: string, indexes: readonly number[]): number =>
      indexes.reduce((sum, at) => sum + get(post_id, at).comments_count, 0),

    /** Subscribes to an item's changes. An item with subscribers counts as on screen. */
    subscribe(post_id: string, media_index: number, listener: (counts: Counts) => void): Subscription {
      const entry = ensureEntry(post_id, media_index)
      const shown = entry.shown.subscribe(listener)
      entry.watching += 1
      publishWatch()
      return {
        unsubscribe() {
          shown.unsubscribe()
          entry.watching -= 1
          publishWatch()
        },
      }
    },

    /** Stores the counts from a response to a request made at `requestedAt`, except where we have newer ones. */
    receive(post_id: string, media_index: number, counts: Partial<Counts>, requestedAt: number): void {
      const entry = ensureEntry(post_id, media_index)
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
    },

    toggle(post_id: string, media_index: number): void {
      const entry = ensureEntry(post_id, media_index)
      entry.optimistic = !entry.shown.get().liked
      draw(entry)
      if (!entry.sending) void settle(entry)
    },

    /** Used for likes in the outbox (`outbox-likes.ts`). */
    ensureEntry,
    confirm,
    draw,

    applyLikes(event: LikeEvent): void {
      if (event.post_id === null) return markStale()
      const entry = entries.get(`${event.post_id}/${event.media_index}`)
      if (!entry) return
      const mine = event.changes?.findLast(({ user_id }) => user_id === userId())
      if (event.changes === null) entry.unconfirmed = []
      let { liked } = entry.known
      if (mine) {
        const matched = entry.unconfirmed.findIndex((change) => change.liked === mine.liked)
        // If no change in this tab matches, the viewer used another device.
        if (matched < 0) liked = mine.liked
        entry.unconfirmed = matched < 0 ? [] : entry.unconfirmed.slice(matched + 1)
      }
      const likes_count = Math.max(0, event.likes_count + unconfirmedDelta(entry))
      entry.known = { ...entry.known, liked, likes_count }
      entry.likesAt = now()
      draw(entry)
    },

    applyComments(event: CommentEvent): void {
      if (event.post_id === null) return markStale()
      const entry = entries.get(`${event.post_id}/${event.media_index}`)
      if (!entry) return
      entry.known = { ...entry.known, comments_count: event.comments_count }
      entry.commentsAt = now()
      draw(entry)
    },

    /**
     * Marks counts requested before a given time as stale, because events may have been missed since then. Items on
     * screen are refetched immediately, and others when they appear.
     */
    markStale,

    /** Returns the posts on screen with stale counts, and marks their counts as no longer stale. */
    takeStale(): string[] {
      const stale = [...entries.values()].filter((entry) => entry.stale && entry.watching > 0)
      for (const entry of stale) entry.stale = false
      return [...new Set(stale.map(({ item }) => item.post_id))]
    },

    /** Whether any item is on screen. */
    isWatched: (): boolean => [...entries.values()].some(({ watching }) => watching > 0),

    /** Calls the watcher when items enter or leave the screen, or become stale. */
    onWatch: (watcher: () => void): Subscription => watches.subscribe(watcher),

    /** Empties the store when another person signs in. Responses to earlier requests are ignored. */
    forget(): void {
      person += 1
      for (const [key, entry] of entries) {
        if (entry.watching === 0) entries.delete(key)
        Object.assign(entry, {
          known: NOTHING,
          optimistic: null,
          sending: false,
          queued: false,
          unconfirmed: [],
          stale: true,
        })
        entry.likesAt = entry.commentsAt = Number.NEGATIVE_INFINITY
        draw(entry)
      }
    },
  }
}

export type ItemStore = ReturnType<typeof makeItemStore>
