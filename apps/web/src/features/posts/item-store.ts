import type { CommentEvent, LikeEvent } from '@nollie/contract'

/** Likes and comments of one media item (or of a text post: `media_index` 0). */
export type Counts = { liked: boolean; likes_count: number; comments_count: number }

/** The outside of the store: who is here, how a like is sent, what happens when that fails. */
export type ItemPorts = {
  userId: () => string | null
  send: (item: Item, liked: boolean) => Promise<{ liked: boolean; likes_count: number }>
  refused: (item: Item, error: unknown) => void
  /** Milliseconds that never go back. */
  now: () => number
}

/** One item of a post. */
export type Item = { post_id: string; media_index: number }

type Entry = {
  item: Item
  /** As the server has it, by the last event or answer. */
  known: Counts
  /** As screens show it. */
  shown: Counts
  /** What the person wants while it is not yet so. */
  optimistic: boolean | null
  sending: boolean
  /** Nothing asked before these moments counts any more. */
  likesAt: number
  commentsAt: number
  /** Own changes the server has taken, whose event is still to come. */
  unconfirmed: { liked: boolean; at: number }[]
  stale: boolean
  subscribers: Set<() => void>
}

/** What stands where nothing is known yet. */
export const NOTHING: Counts = { liked: false, likes_count: 0, comments_count: 0 }

/** An event of the rollup arrives within about a second; later than this it is not waited for. */
const UNCONFIRMED_MS = 5000

const step = (liked: boolean) => (liked ? 1 : -1)

const overlaid = ({ known, optimistic }: Entry): Counts => {
  if (optimistic === null || optimistic === known.liked) return known
  return { ...known, liked: optimistic, likes_count: Math.max(0, known.likes_count + step(optimistic)) }
}

const same = (a: Counts, b: Counts) =>
  a.liked === b.liked && a.likes_count === b.likes_count && a.comments_count === b.comments_count

/** Likes and counts of every item this tab has seen, once. The app uses the one in `items.ts`, tests make their own. */
export function makeItemStore({ userId, send, refused, now }: ItemPorts) {
  const entries = new Map<string, Entry>()
  const watchers = new Set<() => void>()
  let person = 0

  const entryOf = (post_id: string, media_index: number): Entry => {
    const key = `${post_id}/${media_index}`
    let entry = entries.get(key)
    if (!entry) {
      entry = {
        item: { post_id, media_index },
        known: NOTHING,
        shown: NOTHING,
        optimistic: null,
        sending: false,
        likesAt: Number.NEGATIVE_INFINITY,
        commentsAt: Number.NEGATIVE_INFINITY,
        unconfirmed: [],
        stale: false,
        subscribers: new Set(),
      }
      entries.set(key, entry)
    }
    return entry
  }

  const draw = (entry: Entry) => {
    const next = overlaid(entry)
    if (same(next, entry.shown)) return
    entry.shown = next
    for (const listener of [...entry.subscribers]) listener()
  }

  const unconfirmedDelta = (entry: Entry): number => {
    entry.unconfirmed = entry.unconfirmed.filter(({ at }) => now() - at < UNCONFIRMED_MS)
    return entry.unconfirmed.reduce((sum, { liked }) => sum + step(liked), 0)
  }

  // One request at a time and always with the latest state, so that quick taps end where the person stopped.
  const settle = async (entry: Entry): Promise<void> => {
    const whose = person
    entry.sending = true
    while (entry.optimistic !== null) {
      const optimistic = entry.optimistic
      try {
        const answer = await send(entry.item, optimistic)
        if (person !== whose) return
        if (answer.liked !== entry.known.liked) entry.unconfirmed.push({ liked: answer.liked, at: now() })
        entry.known = { ...entry.known, liked: answer.liked, likes_count: answer.likes_count }
        entry.likesAt = now()
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
    for (const watcher of watchers) watcher()
  }

  return {
    /** How an item stands. The same object as long as nothing changes. */
    get: (post_id: string, media_index: number): Counts =>
      entries.get(`${post_id}/${media_index}`)?.shown ?? NOTHING,

    /** How many comments the items of a post have together (C-31). */
    comments: (post_id: string, indexes: readonly number[]): number =>
      indexes.reduce((sum, at) => sum + (entries.get(`${post_id}/${at}`)?.shown.comments_count ?? 0), 0),

    subscribe(post_id: string, media_index: number, listener: () => void): () => void {
      const entry = entryOf(post_id, media_index)
      entry.subscribers.add(listener)
      for (const watcher of watchers) watcher()
      return () => {
        entry.subscribers.delete(listener)
        for (const watcher of watchers) watcher()
      }
    },

    /** Takes in what an answer says that was asked for at the moment `asked`; what is known later stays. */
    receive(post_id: string, media_index: number, counts: Partial<Counts>, requestedAt: number): void {
      const entry = entryOf(post_id, media_index)
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
      const entry = entryOf(post_id, media_index)
      entry.optimistic = !entry.shown.liked
      draw(entry)
      if (!entry.sending) void settle(entry)
    },

    applyLikes(event: LikeEvent): void {
      if (event.post_id === null) return markStale()
      const entry = entries.get(`${event.post_id}/${event.media_index}`)
      if (!entry) return
      const mine = event.changes?.findLast(({ user_id }) => user_id === userId())
      if (event.changes === null) entry.unconfirmed = []
      let { liked } = entry.known
      if (mine) {
        const matched = entry.unconfirmed.findIndex((change) => change.liked === mine.liked)
        // Not one of this tab's: the same person on another device.
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
     * Anything may have been missed of what was asked for before a moment: what is shown of it is to be asked for again,
     * and the rest when it is shown.
     */
    markStale,

    /** Posts on screen of which something may have been missed; they are taken as being asked for from now on. */
    takeStale(): string[] {
      const stale = [...entries.values()].filter((entry) => entry.stale && entry.subscribers.size > 0)
      for (const entry of stale) entry.stale = false
      return [...new Set(stale.map(({ item }) => item.post_id))]
    },

    /** Whether anything of it is on screen. */
    isWatched: (): boolean => [...entries.values()].some(({ subscribers }) => subscribers.size > 0),

    /** Publishes when items enter or leave the screen, or turn stale. */
    onWatch(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },

    /** For another person: everything is forgotten, answers still to come too. */
    forget(): void {
      person += 1
      for (const [key, entry] of entries) {
        if (entry.subscribers.size === 0) entries.delete(key)
        Object.assign(entry, {
          known: NOTHING,
          optimistic: null,
          sending: false,
          unconfirmed: [],
          stale: true,
        })
        entry.likesAt = entry.commentsAt = Number.NEGATIVE_INFINITY
        draw(entry)
      }
    },
  }
}

/** Likes and counts of every item this tab has seen, once. */
export type ItemStore = ReturnType<typeof makeItemStore>
