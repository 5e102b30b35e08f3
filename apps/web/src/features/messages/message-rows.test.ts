import type { Message } from '@nollie/contract'
import { expect, test } from 'vitest'
import { byDay, unconfirmedMessages, shortWhen } from './message-rows.ts'
import type { OutgoingMessage } from './sending/message-drafts.ts'

const now = new Date(2026, 2, 4, 12)
let seq = 0

function aMessage(user_id: string, at: Date, more: Partial<Message> = {}): Message {
  seq += 1
  const text = { content: `words ${seq}`, shared: null, deleted_at: null }
  return { id: `m${seq}`, thread_id: 't', seq, user_id, created_at: at.toISOString(), ...text, ...more }
}

test('groups messages by day, and consecutive ones by person', () => {
  const days = byDay(
    [
      aMessage('ada', new Date(2025, 11, 31, 12)),
      aMessage('ada', new Date(2026, 2, 3, 9, 0)),
      aMessage('ada', new Date(2026, 2, 3, 9, 1)),
      aMessage('ben', new Date(2026, 2, 3, 9, 2)),
      aMessage('ben', new Date(2026, 2, 3, 9, 30)),
      aMessage('ben', new Date(2026, 2, 5, 9)),
    ],
    now,
  )
  expect(days.map(({ title, runs }) => [title, runs.map(({ messages }) => messages.length)])).toEqual([
    ['December 31, 2025', [1]],
    ['Yesterday', [2, 1, 1]],
    ['Today', [1]],
  ])
})

test('shows the time today, the weekday this week, otherwise the date', () => {
  const when = (date: Date) => shortWhen(date.toISOString(), now)
  expect(when(new Date(2026, 2, 4, 9, 5))).toBe('9:05 AM')
  expect(when(new Date(2026, 2, 2, 9))).toBe('Mon')
  expect(when(new Date(2026, 1, 20, 9))).toBe('Feb 20')
  expect(when(new Date(2025, 1, 20, 9))).toBe('February 20, 2025')
})

function sent(content: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    key: crypto.randomUUID(),
    body: '{}',
    content,
    shared: null,
    after_seq: 0,
    at: now.toISOString(),
    state: 'failed',
    why: null,
    ...more,
  }
}

test('does not show a message twice after a lost response, but does show a repeated text', () => {
  const there = aMessage('ada', now, { content: 'ok' })
  const [first, second] = [sent('ok', { after_seq: there.seq - 1 }), sent('ok', { after_seq: there.seq - 1 })]
  expect(unconfirmedMessages([first, second], [there], 'ada')).toEqual({
    arrived: [first],
    waiting: [second],
  })
})

test('matches unconfirmed messages only with later ones by the same person', () => {
  const before = aMessage('ada', now, { content: 'ok' })
  const others = aMessage('ben', now, { content: 'ok' })
  const one = sent('ok', { after_seq: before.seq })
  expect(unconfirmedMessages([one], [before, others], 'ada').waiting).toEqual([one])
  const spot = sent('ok', { after_seq: before.seq, shared: { kind: 'spot', spot_id: 's' } })
  const plain = aMessage('ada', now, { content: 'ok' })
  expect(unconfirmedMessages([spot], [plain], 'ada').waiting).toEqual([spot])
})
