import type { CommentEvent, LikeEvent } from '@nollie/contract'

/** What people did to one media item (or to the words of a post without media: `media_index` 0). */
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
  /** As the server has it, by what was heard last. */
  known: Counts
  /** As screens show it. */
  shown: Counts
  /** What the person wants while it is not yet so. */
  wish: boolean | null
  sending: boolean
  /** Nothing asked before these moments counts any more. */
  likesAt: number
  commentsAt: number
  /** Own changes the server has taken, whose event is still to come. */
  awaited: { liked: boolean; at: number }[]
  stale: boolean
  subscribers: Set<() => void>
}

/** What stands where nothing is known yet. */
export const NOTHING: Counts = { liked: false, likes_count: 0, comments_count: 0 }

/** An event of the fold comes within about a second; later than this it is not waited for. */
const AWAITED_MS = 5000

const step = (liked: boolean) => (liked ? 1 : -1)

const overlaid = ({ known, wish }: Entry): Counts => {
  if (wish === null || wish === known.liked) return known
  return { ...known, liked: wish, likes_count: Math.max(0, known.likes_count + step(wish)) }
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
        wish: null,
        sending: false,
        likesAt: Number.NEGATIVE_INFINITY,
        commentsAt: Number.NEGATIVE_INFINITY,
        awaited: [],
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

  const unconfirmed = (entry: Entry): number => {
    entry.awaited = entry.awaited.filter(({ at }) => now() - at < AWAITED_MS)
    return entry.awaited.reduce((sum, { liked }) => sum + step(liked), 0)
  }

  // One request at a time and always for the last wish, so that quick taps end where the person wanted.
  const settle = async (entry: Entry): Promise<void> => {
    const whose = person
    entry.sending = true
    while (entry.wish !== null) {
      const wish = entry.wish
      try {
        const answer = await send(entry.item, wish)
        if (person !== whose) return
        if (answer.liked !== entry.known.liked) entry.awaited.push({ liked: answer.liked, at: now() })
        entry.known = { ...entry.known, liked: answer.liked, likes_count: answer.likes_count }
        entry.likesAt = now()
        if (entry.wish === answer.liked || answer.liked !== wish) entry.wish = null
      } catch (error) {
        if (person !== whose) return
        const unwanted = entry.wish === entry.known.liked
        entry.wish = null
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
    learn(post_id: string, media_index: number, counts: Partial<Counts>, asked: number): void {
      const entry = entryOf(post_id, media_index)
      const { liked, likes_count, comments_count } = counts
      const next = { ...entry.known }
      if (asked >= entry.likesAt && (liked !== undefined || likes_count !== undefined)) {
        next.liked = liked ?? next.liked
        next.likes_count = likes_count ?? next.likes_count
        entry.likesAt = asked
      }
      if (asked >= entry.commentsAt && comments_count !== undefined) {
        next.comments_count = comments_count
        entry.commentsAt = asked
      }
      entry.known = next
      entry.stale = false
      draw(entry)
    },

    toggle(post_id: string, media_index: number): void {
      const entry = entryOf(post_id, media_index)
      entry.wish = !entry.shown.liked
      draw(entry)
      if (!entry.sending) void settle(entry)
    },

    applyLikes(event: LikeEvent): void {
      if (event.post_id === null) return markStale()
      const entry = entries.get(`${event.post_id}/${event.media_index}`)
      if (!entry) return
      const mine = event.changes?.findLast(({ user_id }) => user_id === userId())
      if (event.changes === null) entry.awaited = []
      let { liked } = entry.known
      if (mine) {
        const matched = entry.awaited.findIndex((change) => change.liked === mine.liked)
        // Not one of this tab's: the same person on another device.
        if (matched < 0) liked = mine.liked
        entry.awaited = matched < 0 ? [] : entry.awaited.slice(matched + 1)
      }
      const likes_count = Math.max(0, event.likes_count + unconfirmed(entry))
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

    /** Tells when items come on or leave the screen, or turn stale. */
    onWatch(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },

    /** For another person: everything is forgotten, answers still to come too. */
    forget(): void {
      person += 1
      for (const [key, entry] of entries) {
        if (entry.subscribers.size === 0) entries.delete(key)
        Object.assign(entry, { known: NOTHING, wish: null, sending: false, awaited: [], stale: true })
        entry.likesAt = entry.commentsAt = Number.NEGATIVE_INFINITY
        draw(entry)
      }
    },
  }
}

/** See {@link makeItemStore}. */
export type ItemStore = ReturnType<typeof makeItemStore>
