import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { confirmLike, draw, type Entry, type Item } from './item-entry.ts'
import type { ItemStore } from './optimistic-likes.ts'
import { items, requestTime } from './item-counts.ts'
import { sendLike } from './send-like.ts'

/** A queued like or unlike. */
type WaitingLike = Item & { liked: boolean }

let shown: Entry[] = []

/** Applies the likes in the outbox, and reverts the ones that have left it. */
export function showQueued({ ensureEntry }: ItemStore, likes: readonly WaitingLike[]): void {
  const before = shown
  shown = likes.map(({ post_id, media_index, liked }) => {
    const entry = ensureEntry(post_id, media_index)
    if (!entry.sending) Object.assign(entry, { queued: true, optimistic: liked })
    return entry
  })
  for (const entry of before)
    if (entry.queued && !shown.includes(entry)) Object.assign(entry, { queued: false, optimistic: null })
  for (const entry of new Set([...before, ...shown])) draw(entry)
}

/** Handles likes in the outbox. */
export const waitingLikes: WaitingKind<WaitingLike> = {
  isRepeatable: true,
  send: async ({ payload: { liked, ...item } }) => {
    const likes = await sendLike(item, liked)
    const entry = items.ensureEntry(item.post_id, item.media_index)
    confirmLike(entry, likes, requestTime())
    draw(entry)
  },
  describe: ({ payload: { liked, post_id } }) => ({
    what: liked ? m.outbox_like() : m.outbox_unlike(),
    where: null,
    text: null,
    href: `/post/${post_id}`,
  }),
  show: (entries) =>
    showQueued(
      items,
      entries.filter(({ state }) => state === 'waiting').map(({ payload }) => payload),
    ),
}
