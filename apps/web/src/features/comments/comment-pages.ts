import type { Comment, Reply } from '@nollie/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { listItems } from '../../lib/paging.ts'

/** A page of comments, as returned by the server. */
export type CommentPage = { items: Comment[]; next_cursor: string | null; comments_count: number }
/** A thread's loaded comments, newest first. Functions in this file don't mutate their arguments. */
export type Comments = InfiniteData<CommentPage>

type Change = Partial<Pick<Reply, 'likes_count' | 'liked'>>

function mapItems(list: Comments, map: (items: Comment[], page: number) => Comment[]): Comments {
  return {
    ...list,
    pages: list.pages.map((page, at) => ({ ...page, items: map(page.items, at) })),
  }
}

/** Lists all loaded comments in order. */
export function listComments(list: { pages: readonly CommentPage[] }): Comment[] {
  return listItems(list)
}

/** Whether a comment or reply is loaded. */
export function hasComment(list: Comments, id: string): boolean {
  return listComments(list).some(
    (comment) => comment.id === id || comment.replies.some((reply) => reply.id === id),
  )
}

function isBefore(a: Reply, b: Reply) {
  return a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)
}

function together(a: readonly Reply[], b: readonly Reply[]): Reply[] {
  const byId = new Map([...a, ...b].map((reply) => [reply.id, reply]))
  return [...byId.values()].sort((x, y) => (isBefore(x, y) ? -1 : 1))
}

/** Adds a comment at the top, or a reply after its parent's other replies. Replaces it if it's already listed. */
export function withComment(list: Comments, made: Comment): Comments {
  if (made.parent_comment_id !== null)
    return mapItems(list, (items) =>
      items.map((parent) => {
        if (parent.id !== made.parent_comment_id) return parent
        const isNew = !parent.replies.some(({ id }) => id === made.id)
        return {
          ...parent,
          replies: together(parent.replies, [made]),
          replies_count: parent.replies_count + (isNew ? 1 : 0),
        }
      }),
    )
  if (hasComment(list, made.id))
    return mapItems(list, (items) => items.map((comment) => (comment.id === made.id ? made : comment)))
  return mapItems(list, (items, page) => (page === 0 ? [made, ...items] : items))
}

/** Removes a reply, or a comment along with its replies. */
export function withoutComment(list: Comments, id: string): Comments {
  return mapItems(list, (items) =>
    items.flatMap((comment) => {
      if (comment.id === id) return []
      const replies = comment.replies.filter((reply) => reply.id !== id)
      const gone = comment.replies.length - replies.length
      return [gone ? { ...comment, replies, replies_count: comment.replies_count - gone } : comment]
    }),
  )
}

/**
 * Removes a person's comments, including replies to them, and the person's replies to others. Returns the same object
 * if there are none.
 */
export function withoutAuthor(list: Comments, user_id: string): Comments {
  const theirs = listComments(list)
    .flatMap((comment) => [comment, ...comment.replies])
    .filter((one) => one.user_id === user_id)
  return theirs.reduce((left, { id }) => withoutComment(left, id), list)
}

/** Updates the likes on a comment or reply. */
export function withLikes(list: Comments, id: string, change: Change): Comments {
  return mapItems(list, (items) =>
    items.map((comment) =>
      comment.id === id
        ? { ...comment, ...change }
        : {
            ...comment,
            replies: comment.replies.map((reply) => (reply.id === id ? { ...reply, ...change } : reply)),
          },
    ),
  )
}

/** Appends the next page of replies to a comment. `next` is the following page's cursor; null if there is none. */
export function withReplies(
  list: Comments,
  parent_id: string,
  replies: readonly Reply[],
  next: string | null,
): Comments {
  return mapItems(list, (items) =>
    items.map((parent) => {
      if (parent.id !== parent_id) return parent
      const all = together(parent.replies, replies)
      return {
        ...parent,
        replies: all,
        replies_cursor: next,
        replies_count: next ? Math.max(parent.replies_count, all.length + 1) : all.length,
      }
    }),
  )
}

/** Raises a comment's reply count to at least `count`. The additional replies load on demand. */
export function withReplyCount(list: Comments, parent_id: string, count: number): Comments {
  return mapItems(list, (items) =>
    items.map((parent) =>
      parent.id === parent_id && parent.replies_count < count ? { ...parent, replies_count: count } : parent,
    ),
  )
}

// Replies loaded beyond the first page are retained, unless the new response already contains all replies.
function refreshed(fresh: Comment, before: Comment | undefined): Comment {
  const last = fresh.replies.at(-1)
  if (!before || fresh.replies_cursor === null || !last) return fresh
  const further = before.replies.filter((reply) => isBefore(last, reply))
  if (further.length === 0) return fresh
  return { ...fresh, replies: [...fresh.replies, ...further], replies_cursor: before.replies_cursor }
}

/**
 * Replaces the first page with a newly fetched one: adds new comments, removes deleted ones, and preserves later pages.
 * If the new page has no comment in common with the list, comments between them may be missing, so the new page becomes
 * the whole list.
 */
export function withFirstPage(list: Comments, fresh: CommentPage): Comments {
  const known = new Map(listComments(list).map((comment) => [comment.id, comment]))
  const items = fresh.items.map((comment) => refreshed(comment, known.get(comment.id)))
  const last = items.at(-1)
  const begun: Comments = { pages: [{ ...fresh, items }], pageParams: [undefined] }
  const meets = fresh.items.some(({ id }) => known.has(id))
  if (fresh.next_cursor === null || !last || !meets) return begun
  const ids = new Set(items.map(({ id }) => id))
  const behind = mapItems(list, (old) => old.filter((one) => !ids.has(one.id) && isBefore(one, last)))
  const [first, ...rest] = behind.pages
  if (!first) return begun
  // The rest of the old first page ends at that page's cursor. If nothing is left of it, the new page's cursor applies.
  const end = rest.length > 0 || first.items.length > 0 ? first.next_cursor : fresh.next_cursor
  return {
    pages: [{ ...fresh, items: [...items, ...first.items], next_cursor: end }, ...rest],
    pageParams: list.pageParams,
  }
}
