import type { Message } from '@nollie/contract'
import { expect, test } from 'vitest'
import {
  listMessages,
  type MessagePage,
  type Messages,
  findNewestSeq,
  withMessage,
  withNewest,
  withoutText,
} from './message-list.ts'

function aMessage(seq: number, text = `words ${seq}`): Message {
  return { id: `m${seq}`, seq, content: text, shared: null, deleted_at: null } as Message
}

// Sequence numbers run from `from` (newest) down to `to` (oldest).
function page(from: number, to: number, next_cursor: string | null = null): MessagePage {
  return {
    items: Array.from({ length: from - to + 1 }, (_, at) => aMessage(from - at)),
    next_cursor,
  }
}

function list(...pages: MessagePage[]): Messages {
  return {
    pages,
    pageParams: pages.map((_, at) => (at === 0 ? undefined : `p${at}`)),
  }
}

function seqs(all: Messages) {
  return listMessages(all).map(({ seq }) => seq)
}

test('lists messages from oldest to newest', () => {
  const all = list(page(6, 4, 'x'), page(3, 1))
  expect(seqs(all)).toEqual([1, 2, 3, 4, 5, 6])
  expect(findNewestSeq(all)).toBe(6)
  expect(findNewestSeq(undefined)).toBe(0)
})

test('adds a sent message at the end once, even if its event arrived first', () => {
  const before = list(page(3, 2, 'x'), page(1, 1))
  expect(seqs(withMessage(withMessage(before, aMessage(4)), aMessage(4)))).toEqual([1, 2, 3, 4])
  const late = withMessage(withMessage(before, aMessage(5)), aMessage(4))
  expect(seqs(late)).toEqual([1, 2, 3, 4, 5])
  expect(seqs(before)).toEqual([1, 2, 3])
})

test('a deleted message stays in place without content', () => {
  const after = withoutText(list(page(2, 1)), 'm1', '2026-03-01T10:00:00.000Z')
  expect(listMessages(after)[0]).toMatchObject({ seq: 1, content: null, deleted_at: expect.any(String) })
  expect(listMessages(after)[1]?.content).toBe('words 2')
})

test('merges a fresh newest page: adds new messages, replaces changed ones, preserves older pages', () => {
  const before = list(page(30, 21, 'behind 21'), page(20, 11, 'behind 11'))
  const fresh = page(33, 24, 'behind 24')
  const changed = { ...fresh, items: fresh.items.map((one) => (one.seq === 28 ? aMessage(28, 'gone') : one)) }
  const after = withNewest(before, changed)
  expect(seqs(after)).toEqual(Array.from({ length: 23 }, (_, at) => at + 11))
  expect(listMessages(after).find(({ seq }) => seq === 28)?.content).toBe('gone')
  expect(after.pages[0]?.next_cursor).toBe('behind 21')
  expect(after.pageParams).toEqual(before.pageParams)
})

test('a page that starts right after the loaded messages leaves no gap', () => {
  const after = withNewest(list(page(10, 1)), page(20, 11, 'behind 11'))
  expect(seqs(after)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(after.pages[0]?.next_cursor).toBeNull()
})

test('restarts the conversation if messages in between may be missing', () => {
  const after = withNewest(list(page(10, 1)), page(40, 31, 'behind 31'))
  expect(seqs(after)).toEqual(
    page(40, 31)
      .items.map(({ seq }) => seq)
      .toReversed(),
  )
  expect(after.pages[0]?.next_cursor).toBe('behind 31')
})

test('a conversation cleared on another device is empty here, too', () => {
  expect(seqs(withNewest(list(page(3, 1)), { items: [], next_cursor: null }))).toEqual([])
})
