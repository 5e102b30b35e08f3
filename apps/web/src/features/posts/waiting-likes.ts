import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/waiting/kinds.ts'
import type { Item } from './item-store.ts'
import { items, sendLike } from './items.ts'

/** A like of an item, or that it is taken back. */
type WaitingLike = Item & { liked: boolean }

/** Likes of items in the outbox of this device. */
export const waitingLikes: WaitingKind<WaitingLike> = {
  isRepeatable: true,
  send: async ({ payload: { liked, ...item } }) => items.confirm(item, await sendLike(item, liked)),
  describe: ({ payload: { liked, post_id } }) => ({
    what: liked ? m.outbox_like() : m.outbox_like_back(),
    where: null,
    text: null,
    href: `/post/${post_id}`,
  }),
  show: (entries) =>
    items.showQueued(entries.filter(({ state }) => state === 'waiting').map(({ payload }) => payload)),
}
