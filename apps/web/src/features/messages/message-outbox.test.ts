import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boxName, messages, type OutboxKey, writeDraft } from './message-outbox.ts'

// The device's storage, which Node has not.
let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

let people = 0
const boxAt = (outboxKey: OutboxKey) => messages.at(boxName(outboxKey))
const aKey = (): OutboxKey => ({ owner: 'ada', to: `ben ${++people}` })
const POST = '0198c1f2-1111-7222-8333-444455556666'

test('a draft belongs to its two people and is kept until it is empty', () => {
  const outboxKey = aKey()
  writeDraft(outboxKey, { text: 'half a thought' })
  expect(boxAt(outboxKey).draft.text).toBe('half a thought')
  expect(boxAt({ ...outboxKey, owner: 'kim' }).draft.text).toBe('')
  expect(stored.size).toBe(1)
  writeDraft(outboxKey, { text: '' })
  expect(stored.size).toBe(0)
})

test('after a reload the draft, what goes along and what was on its way are there, under its key', () => {
  const outboxKey = aKey()
  const shared = { kind: 'post', post_id: POST, media_index: 2 }
  const one = {
    key: 'k',
    body: '{}',
    content: 'At six',
    shared: null,
    after_seq: 3,
    at: '2026-03-01T10:00:00.000Z',
  }
  const outgoing = [{ ...one, state: 'sending', why: null }]
  stored.set(
    `nollie.messages.ada.${outboxKey.to}`,
    JSON.stringify({ draft: { text: 'and', shared }, outgoing }),
  )
  expect(boxAt(outboxKey)).toMatchObject({
    draft: { text: 'and', shared },
    outgoing: [{ ...one, state: 'failed', why: null }],
  })
})

test('what nobody can read is nothing', () => {
  for (const junk of [
    '{',
    '7',
    '{"draft":{"text":1,"shared":{"kind":"post"}},"outgoing":[{"key":1},null]}',
  ]) {
    const outboxKey = aKey()
    stored.set(`nollie.messages.ada.${outboxKey.to}`, junk)
    expect(boxAt(outboxKey)).toMatchObject({ draft: { text: '', shared: null }, outgoing: [] })
  }
})
