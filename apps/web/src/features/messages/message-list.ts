import type { Message } from '@nollie/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { listItems } from '../../lib/paging.ts'

/** A page of messages, newest first, as the server returns it. */
export type MessagePage = { items: Message[]; next_cursor: string | null }
/** The loaded messages, newest first. Functions in this file don't mutate their arguments. */
export type Messages = InfiniteData<MessagePage>

/** Returns all loaded messages, oldest first. */
export function listMessages(list: Messages): Message[] {
  return listItems(list).toReversed()
}

/** Returns the newest loaded message's sequence number, or 0 if there are no messages. */
export function findNewestSeq(list: Messages | undefined): number {
  return list?.pages[0]?.items[0]?.seq ?? 0
}

function newestFirst(items: readonly Message[]): Message[] {
  const byId = new Map(items.map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => b.seq - a.seq)
}

/** Adds a newly sent message at the end, or replaces it if it is already in the list. */
export function withMessage(list: Messages, made: Message): Messages {
  const isKnown = list.pages.some(({ items }) => items.some(({ id }) => id === made.id))
  return {
    ...list,
    pages: list.pages.map((page, at) => {
      if (isKnown)
        return { ...page, items: page.items.map((message) => (message.id === made.id ? made : message)) }
      return at === 0 ? { ...page, items: newestFirst([made, ...page.items]) } : page
    }),
  }
}

/** Marks a message as deleted. It stays in the list without its content. */
export function withoutText(list: Messages, id: string, deleted_at: string): Messages {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((message) =>
        message.id === id && message.deleted_at === null
          ? { ...message, content: null, shared: null, deleted_at }
          : message,
      ),
    })),
  }
}

/**
 * Merges a freshly loaded first page: adds new messages, replaces changed ones, and preserves the older pages. If the
 * fresh page is the only page, or messages between it and the list are missing, it replaces the whole list. Sequence
 * numbers have no gaps, so a missing message is always detected.
 */
export function withNewest(list: Messages, fresh: MessagePage): Messages {
  const begun: Messages = { pages: [fresh], pageParams: [undefined] }
  const last = fresh.items.at(-1)
  if (!last || fresh.next_cursor === null) return begun
  const behind = list.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ seq }) => seq < last.seq),
  }))
  const [first, ...rest] = behind
  if (!first || !list.pages.some(({ items }) => items.some(({ seq }) => seq >= last.seq - 1))) return begun
  // What remains of the old first page ends at its cursor. If nothing remains, use the fresh page's cursor.
  const end = rest.length > 0 || first.items.length > 0 ? first.next_cursor : fresh.next_cursor
  return {
    pages: [{ items: [...fresh.items, ...first.items], next_cursor: end }, ...rest],
    pageParams: list.pageParams,
  }
}
