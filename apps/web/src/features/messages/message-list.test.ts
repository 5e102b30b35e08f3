import type { Message } from '@nollie/contract'
import { expect, test } from 'vitest'
import {
  everyMessage,
  type MessagePage,
  type Messages,
  newestSeq,
  withMessage,
  withNewest,
  withoutText,
} from './message-list.ts'

const aMessage = (seq: number, text = `words ${seq}`): Message =>
  ({ id: `m${seq}`, seq, content: text, shared: null, deleted_at: null }) as Message
// From the newest sequence number down to the oldest.
const page = (from: number, to: number, next_cursor: string | null = null): MessagePage => ({
  items: Array.from({ length: from - to + 1 }, (_, at) => aMessage(from - at)),
  next_cursor,
})
const list = (...pages: MessagePage[]): Messages => ({
  pages,
  pageParams: pages.map((_, at) => (at === 0 ? undefined : `p${at}`)),
})
const seqs = (all: Messages) => everyMessage(all).map(({ seq }) => seq)

test('a conversation reads from its oldest message to its newest', () => {
  const all = list(page(6, 4, 'x'), page(3, 1))
  expect(seqs(all)).toEqual([1, 2, 3, 4, 5, 6])
  expect(newestSeq(all)).toBe(6)
  expect(newestSeq(undefined)).toBe(0)
})

test('a message just sent stands at the end, once, whatever came before its answer', () => {
  const before = list(page(3, 2, 'x'), page(1, 1))
  expect(seqs(withMessage(withMessage(before, aMessage(4)), aMessage(4)))).toEqual([1, 2, 3, 4])
  const late = withMessage(withMessage(before, aMessage(5)), aMessage(4))
  expect(seqs(late)).toEqual([1, 2, 3, 4, 5])
  expect(seqs(before)).toEqual([1, 2, 3])
})

test('a deleted message keeps its place and says nothing', () => {
  const after = withoutText(list(page(2, 1)), 'm1', '2026-03-01T10:00:00.000Z')
  expect(everyMessage(after)[0]).toMatchObject({ seq: 1, content: null, deleted_at: expect.any(String) })
  expect(everyMessage(after)[1]?.content).toBe('words 2')
})

test('the newest page again: what came is added, what changed is replaced, what lies behind stays', () => {
  const before = list(page(30, 21, 'behind 21'), page(20, 11, 'behind 11'))
  const fresh = page(33, 24, 'behind 24')
  const changed = { ...fresh, items: fresh.items.map((one) => (one.seq === 28 ? aMessage(28, 'gone') : one)) }
  const after = withNewest(before, changed)
  expect(seqs(after)).toEqual(Array.from({ length: 23 }, (_, at) => at + 11))
  expect(everyMessage(after).find(({ seq }) => seq === 28)?.content).toBe('gone')
  expect(after.pages[0]?.next_cursor).toBe('behind 21')
  expect(after.pageParams).toEqual(before.pageParams)
})

test('a page that begins right after what is known leaves no hole', () => {
  const after = withNewest(list(page(10, 1)), page(20, 11, 'behind 11'))
  expect(seqs(after)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(after.pages[0]?.next_cursor).toBeNull()
})

test('when too much came the conversation begins anew rather than with a hole in it', () => {
  const after = withNewest(list(page(10, 1)), page(40, 31, 'behind 31'))
  expect(seqs(after)).toEqual(
    page(40, 31)
      .items.map(({ seq }) => seq)
      .toReversed(),
  )
  expect(after.pages[0]?.next_cursor).toBe('behind 31')
})

test('a conversation put away on another device is empty here, too', () => {
  expect(seqs(withNewest(list(page(3, 1)), { items: [], next_cursor: null }))).toEqual([])
})
