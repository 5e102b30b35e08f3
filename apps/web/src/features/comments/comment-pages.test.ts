import type { Comment, Reply } from '@nollie/contract'
import { expect, test } from 'vitest'
import {
  type CommentPage,
  type Comments,
  listComments,
  hasComment,
  withComment,
  withFirstPage,
  withLikes,
  withoutComment,
  withReplies,
  withReplyCount,
} from './comment-pages.ts'

function timestamp(n: number) {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
}

// A higher `n` means a newer reply.
function aReply(n: number, parent: number | null = null): Reply {
  return {
    id: `c${String(n).padStart(3, '0')}`,
    content: `words ${n}`,
    parent_comment_id: parent === null ? null : `c${String(parent).padStart(3, '0')}`,
    likes_count: 0,
    liked: false,
    created_at: timestamp(n),
  } as Reply
}

function aComment(n: number, replies: number[] = [], more = 0): Comment {
  return {
    ...aReply(n),
    replies: replies.map((reply) => aReply(reply, n)),
    replies_count: replies.length + more,
    replies_cursor: more ? 'next' : null,
  }
}

function page(items: Comment[], next_cursor: string | null = null): CommentPage {
  return {
    items,
    next_cursor,
    comments_count: items.length,
  }
}

function list(...pages: CommentPage[]): Comments {
  return {
    pages,
    pageParams: pages.map((_, at) => (at === 0 ? undefined : `p${at}`)),
  }
}

function ids(all: Comments) {
  return listComments(all).map(({ id }) => Number(id.slice(1)))
}

function listReplies(all: Comments, n: number) {
  return listComments(all)
    .find(({ id }) => Number(id.slice(1)) === n)
    ?.replies.map(({ id }) => Number(id.slice(1)))
}

test('adds a new comment at the top and a reply after its siblings, without duplicates', () => {
  const before = list(page([aComment(5), aComment(3, [4])], 'next'), page([aComment(1)]))
  const made = withComment(withComment(before, aComment(6)), aComment(6))
  expect(ids(made)).toEqual([6, 5, 3, 1])
  const reply = { ...aComment(7), parent_comment_id: 'c003' }
  const answered = withComment(withComment(made, reply), reply)
  expect(listReplies(answered, 3)).toEqual([4, 7])
  expect(listComments(answered).find(({ id }) => id === 'c003')?.replies_count).toBe(2)
  expect(ids(before)).toEqual([5, 3, 1])
})

test('G-22 deleting a comment removes its replies; deleting a reply removes only the reply', () => {
  const before = list(page([aComment(5, [6, 7]), aComment(3)]))
  expect(ids(withoutComment(before, 'c005'))).toEqual([3])
  const without = withoutComment(before, 'c006')
  expect(listReplies(without, 5)).toEqual([7])
  expect(listComments(without)[0]?.replies_count).toBe(1)
  expect(hasComment(without, 'c006')).toBe(false)
  expect(withoutComment(before, 'c999')).toEqual(before)
})

test('COMM-11 changes the likes of one comment or reply', () => {
  const after = withLikes(list(page([aComment(5, [6]), aComment(3)])), 'c006', {
    likes_count: 2,
    liked: true,
  })
  expect(listComments(after)[0]?.replies[0]).toMatchObject({ likes_count: 2, liked: true })
  expect(listComments(after)[0]).toMatchObject({ likes_count: 0, liked: false })
})

test('G-23 appends more replies after the loaded ones, oldest first', () => {
  const before = list(page([aComment(1, [2, 3], 2)]))
  const after = withReplies(before, 'c001', [aReply(3, 1), aReply(4, 1), aReply(5, 1)], null)
  expect(listReplies(after, 1)).toEqual([2, 3, 4, 5])
  expect(listComments(after)[0]).toMatchObject({ replies_count: 4, replies_cursor: null })
  const counted = withReplyCount(before, 'c001', 5)
  expect(listComments(counted)[0]).toMatchObject({ replies_count: 5 })
  expect(listComments(withReplyCount(counted, 'c001', 5))[0]).toMatchObject({ replies_count: 5 })
})

test('RT-01 merges a fresh first page: adds new comments, removes deleted ones, preserves later pages', () => {
  const before = list(page([aComment(9), aComment(8), aComment(7)], 'p1'), page([aComment(4), aComment(3)]))
  const after = withFirstPage(before, page([aComment(10), aComment(9), aComment(7)], 'fresh'))
  expect(ids(after)).toEqual([10, 9, 7, 4, 3])
  expect(after.pageParams).toEqual(before.pageParams)
  expect(after.pages.at(-1)?.next_cursor).toBeNull()
})

test('RT-01 if there is a single page, the list continues at the same cursor', () => {
  const before = list(page([aComment(9), aComment(8), aComment(7)], 'behind 7'))
  const after = withFirstPage(before, page([aComment(11), aComment(10), aComment(9)], 'behind 9'))
  expect(ids(after)).toEqual([11, 10, 9, 8, 7])
  expect(after.pages[0]?.next_cursor).toBe('behind 7')
})

test('uses the first page as the list when everything fits on it', () => {
  const before = list(page([aComment(9), aComment(8)], 'x'), page([aComment(7)]))
  expect(ids(withFirstPage(before, page([aComment(9)])))).toEqual([9])
})

test('restarts the list when comments in between may be missing', () => {
  const before = list(page([aComment(3), aComment(2)], 'x'), page([aComment(1)]))
  const after = withFirstPage(before, page([aComment(40), aComment(39)], 'behind 39'))
  expect(ids(after)).toEqual([40, 39])
  expect(after.pages).toHaveLength(1)
  expect(after.pages[0]?.next_cursor).toBe('behind 39')
})

test('preserves replies loaded beyond the first ones when the first page is refreshed', () => {
  const loaded = { ...aComment(1, [2, 3, 4, 5], 3), replies_cursor: 'behind 5' }
  const after = withFirstPage(list(page([loaded])), page([aComment(1, [2, 3], 5)]))
  expect(listReplies(after, 1)).toEqual([2, 3, 4, 5])
  expect(listComments(after)[0]).toMatchObject({ replies_count: 7, replies_cursor: 'behind 5' })
})
