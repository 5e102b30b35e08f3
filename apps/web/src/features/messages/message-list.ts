import type { Message } from '@nollie/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** One page as the server gives it, newest first. */
export type MessagePage = { items: Message[]; next_cursor: string | null }
/** A conversation as far as it is loaded, newest first; all functions here leave theirs as it is. */
export type Messages = InfiniteData<MessagePage>

/** All loaded messages, oldest first. */
export const everyMessage = (list: Messages): Message[] =>
  list.pages.flatMap(({ items }) => items).toReversed()

/** The number of the newest loaded message; 0 where there is none. */
export const newestSeq = (list: Messages | undefined): number => list?.pages[0]?.items[0]?.seq ?? 0

const newestFirst = (items: readonly Message[]): Message[] => {
  const byId = new Map(items.map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => b.seq - a.seq)
}

/** With a message that was just sent, at the end; one that is there is replaced. */
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

/** With a message deleted: it stays in the list without content. */
export const withoutText = (list: Messages, id: string, deleted_at: string): Messages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    items: page.items.map((message) =>
      message.id === id && message.deleted_at === null
        ? { ...message, content: null, shared: null, deleted_at }
        : message,
    ),
  })),
})

/**
 * With the newest page as it is now: what came is added and what changed is replaced, what lies behind it stays. When so
 * much came that the two do not meet, or the page is all there is, the list begins anew. Numbers have no gaps, so
 * whether they meet is sure.
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
  // The first page ended where it did before, or, with nothing left of it, where the fresh one ends.
  const end = rest.length > 0 || first.items.length > 0 ? first.next_cursor : fresh.next_cursor
  return {
    pages: [{ items: [...fresh.items, ...first.items], next_cursor: end }, ...rest],
    pageParams: list.pageParams,
  }
}
