import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrived, type DraftKey, draftAt, returnDraft, sendOff, writeDraft } from './drafts.ts'

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

let posts = 0
type ItemKey = Extract<DraftKey, { post_id: string }>
const aKey = (more: Partial<ItemKey> = {}): ItemKey => ({
  owner: 'ada',
  post_id: `post ${++posts}`,
  media_index: 0,
  parent: null,
  ...more,
})
const attempt = { key: 'k', text: '{}', unanswered: true }

test('a draft belongs to its person, its item and the comment it answers', () => {
  const draftKey = aKey()
  writeDraft(draftKey, { text: 'half a thought', attempt: null })
  expect(draftAt(draftKey).text).toBe('half a thought')
  for (const other of [{ owner: 'ben' }, { media_index: 1 }, { parent: 'c' }])
    expect(draftAt({ ...draftKey, ...other }).text).toBe('')
  const { owner, parent } = draftKey
  expect(draftAt({ owner, parent, discussion_id: draftKey.post_id }).text).toBe('')
})

test('what is sent leaves the field, and the device keeps it until it has arrived', () => {
  const draftKey = aKey()
  writeDraft(draftKey, { text: 'on its way', attempt: null })
  sendOff(draftKey, { text: 'on its way', attempt })
  expect(draftAt(draftKey).text).toBe('')
  expect([...stored.values()].join()).toContain('on its way')
  arrived(draftKey)
  expect(stored.size).toBe(0)
})

test('COMM-15 what came back stands before what was typed since; alone it may be the same try again', () => {
  const draftKey = aKey()
  sendOff(draftKey, { text: 'first', attempt })
  returnDraft(draftKey, { text: 'first', attempt })
  expect(draftAt(draftKey)).toEqual({ text: 'first', attempt })
  sendOff(draftKey, { text: 'first', attempt })
  writeDraft(draftKey, { text: 'second', attempt: null })
  returnDraft(draftKey, { text: 'first', attempt })
  expect(draftAt(draftKey)).toEqual({ text: 'first\nsecond', attempt: null })
})
