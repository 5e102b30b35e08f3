import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrived, type DraftPlace, draftAt, returnDraft, sendOff, writeDraft } from './drafts.ts'

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
type ItemPlace = Extract<DraftPlace, { post_id: string }>
const aPlace = (more: Partial<ItemPlace> = {}): ItemPlace => ({
  owner: 'ada',
  post_id: `post ${++posts}`,
  media_index: 0,
  parent: null,
  ...more,
})
const attempt = { key: 'k', text: '{}', unanswered: true }

test('a draft belongs to its person, its item and the comment it answers', () => {
  const place = aPlace()
  writeDraft(place, { text: 'half a thought', attempt: null })
  expect(draftAt(place).text).toBe('half a thought')
  for (const other of [{ owner: 'ben' }, { media_index: 1 }, { parent: 'c' }])
    expect(draftAt({ ...place, ...other }).text).toBe('')
  const { owner, parent } = place
  expect(draftAt({ owner, parent, discussion_id: place.post_id }).text).toBe('')
})

test('what is sent leaves the field, and the device keeps it until it has arrived', () => {
  const place = aPlace()
  writeDraft(place, { text: 'on its way', attempt: null })
  sendOff(place, { text: 'on its way', attempt })
  expect(draftAt(place).text).toBe('')
  expect([...stored.values()].join()).toContain('on its way')
  arrived(place)
  expect(stored.size).toBe(0)
})

test('COMM-15 what came back stands before what was typed since; alone it may be the same try again', () => {
  const place = aPlace()
  sendOff(place, { text: 'first', attempt })
  returnDraft(place, { text: 'first', attempt })
  expect(draftAt(place)).toEqual({ text: 'first', attempt })
  sendOff(place, { text: 'first', attempt })
  writeDraft(place, { text: 'second', attempt: null })
  returnDraft(place, { text: 'first', attempt })
  expect(draftAt(place)).toEqual({ text: 'first\nsecond', attempt: null })
})
