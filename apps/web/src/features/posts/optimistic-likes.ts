import type { CommentEvent, LikeEvent } from '@nollie/contract'
import { createAtom, type Subscription } from '@tanstack/react-store'
import {
  applyLikeEvent,
  confirmLike,
  type Counts,
  draw,
  type Entry,
  type Item,
  type Likes,
  makeEntry,
  NOTHING,
  receiveCounts,
  resetEntry,
} from './item-entry.ts'

/** The store's dependencies: the viewer's id, the request that sends a like, and a callback for failures. */
export type ItemPorts = {
  userId: () => string | null
  /** Resolves to null if the like went into the outbox. */
  send: (item: Item, liked: boolean) => Promise<Likes | null>
  refused: (item: Item, error: unknown) => void
  /** A monotonic clock, in ms. */
  now: () => number
}

/**
 * Sends one request at a time, always with the latest state, so that the last of several quick taps wins. Stops once
 * `isCurrent` returns false, because another person signed in.
 */
async function settleLike(
  entry: Entry,
  { send, refused, now }: ItemPorts,
  isCurrent: () => boolean,
): Promise<void> {
  entry.sending = true
  entry.queued = false
  while (entry.optimistic !== null && !entry.queued) {
    const optimistic = entry.optimistic
    try {
      const answer = await send(entry.item, optimistic)
      if (!isCurrent()) return
      if (answer === null) {
        entry.queued = entry.optimistic === optimistic
        continue
      }
      confirmLike(entry, answer, now())
      if (entry.optimistic === answer.liked || answer.liked !== optimistic) entry.optimistic = null
    } catch (error) {
      if (!isCurrent()) return
      const unwanted = entry.optimistic === entry.known.liked
      entry.optimistic = null
      entry.stale = true
      if (!unwanted) refused(entry.item, error)
    }
    draw(entry)
  }
  entry.sending = false
}

// The items of a tab, and which of them are on screen.
function makeEntries() {
  const entries = new Map<string, Entry>()
  const watches = createAtom(0)
  const publishWatch = () => watches.set((turn) => turn + 1)
  const findEntry = (post_id: string, media_index: number) => entries.get(`${post_id}/${media_index}`)

  const ensureEntry = (post_id: string, media_index: number): Entry => {
    let entry = findEntry(post_id, media_index)
    if (!entry) {
      entry = makeEntry({ post_id, media_index })
      entries.set(`${post_id}/${media_index}`, entry)
    }
    return entry
  }

  return {
    entries,
    findEntry,
    ensureEntry,

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

    /**
     * Marks counts requested before a given time as stale, because events may have been missed since then. Items on
     * screen are refetched immediately, and others when they appear.
     */
    markStale: (since = Number.POSITIVE_INFINITY): void => {
      for (const entry of entries.values())
        if (Math.min(entry.likesAt, entry.commentsAt) < since) entry.stale = true
      publishWatch()
    },

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
  }
}

/**
 * Creates a store for the likes and counts in this tab. Likes are optimistic, and undone if they fail. The app has a
 * single store in `item-counts.ts`; tests create their own.
 */
export function makeItemStore(ports: ItemPorts) {
  const { entries, findEntry, ...items } = makeEntries()
  const { ensureEntry, markStale } = items
  let person = 0

  const get = (post_id: string, media_index: number): Counts =>
    findEntry(post_id, media_index)?.shown.get() ?? NOTHING

  return {
    ...items,
    /** Returns an item's counts, which are the same object until they change. */
    get,

    /** Returns the number of comments on all of a post's items (C-31). */
    comments: (post_id: string, indexes: readonly number[]): number =>
      indexes.reduce((sum, at) => sum + get(post_id, at).comments_count, 0),

    /** Stores the counts from a response to a request made at `requestedAt`, except where we have newer ones. */
    receive: (post_id: string, media_index: number, counts: Partial<Counts>, requestedAt: number): void =>
      receiveCounts(ensureEntry(post_id, media_index), counts, requestedAt),

    toggle(post_id: string, media_index: number): void {
      const entry = ensureEntry(post_id, media_index)
      const whose = person
      entry.optimistic = !entry.shown.get().liked
      draw(entry)
      if (!entry.sending) void settleLike(entry, ports, () => person === whose)
    },

    applyLikes(event: LikeEvent): void {
      if (event.post_id === null) return markStale()
      const entry = findEntry(event.post_id, event.media_index)
      if (entry) applyLikeEvent(entry, event, ports.userId(), ports.now())
    },

    applyComments(event: CommentEvent): void {
      if (event.post_id === null) return markStale()
      const entry = findEntry(event.post_id, event.media_index)
      if (!entry) return
      entry.known = { ...entry.known, comments_count: event.comments_count }
      entry.commentsAt = ports.now()
      draw(entry)
    },

    /** Empties the store when another person signs in. Responses to earlier requests are ignored. */
    forget(): void {
      person += 1
      for (const [key, entry] of entries) {
        if (entry.watching === 0) entries.delete(key)
        resetEntry(entry)
      }
    },
  }
}

export type ItemStore = ReturnType<typeof makeItemStore>
