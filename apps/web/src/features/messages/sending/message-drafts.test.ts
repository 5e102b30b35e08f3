import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boxName, messages, type DraftKey, writeDraft } from './message-drafts.ts'

// A fake for local storage, which Node doesn't have.
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

function boxAt(draftKey: DraftKey) {
  return messages.at(boxName(draftKey))
}

function aKey(): DraftKey {
  return { owner: 'ada', to: `ben ${++people}` }
}

const POST = '0198c1f2-1111-7222-8333-444455556666'

test('a draft belongs to its two people and is stored until it is empty', () => {
  const draftKey = aKey()
  writeDraft(draftKey, { text: 'half a thought' })
  expect(boxAt(draftKey).draft.text).toBe('half a thought')
  expect(boxAt({ ...draftKey, owner: 'kim' }).draft.text).toBe('')
  expect(stored.size).toBe(1)
  writeDraft(draftKey, { text: '' })
  expect(stored.size).toBe(0)
})

test('a reload restores the draft, its attachment and unconfirmed messages with their keys', () => {
  const draftKey = aKey()
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
    `nollie.messages.ada.${draftKey.to}`,
    JSON.stringify({ draft: { text: 'and', shared }, outgoing }),
  )
  expect(boxAt(draftKey)).toMatchObject({
    draft: { text: 'and', shared },
    outgoing: [{ ...one, state: 'failed', why: null }],
  })
})

test('ignores unreadable stored data', () => {
  for (const junk of [
    '{',
    '7',
    '{"draft":{"text":1,"shared":{"kind":"post"}},"outgoing":[{"key":1},null]}',
  ]) {
    const draftKey = aKey()
    stored.set(`nollie.messages.ada.${draftKey.to}`, junk)
    expect(boxAt(draftKey)).toMatchObject({ draft: { text: '', shared: null }, outgoing: [] })
  }
})
