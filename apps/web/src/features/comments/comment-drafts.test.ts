import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boxName, comments, type DraftKey } from './comment-drafts.ts'

// Replaces localStorage, which Node doesn't have.
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

const draftKey = { owner: 'ada', post_id: 'post', media_index: 0, parent: null } satisfies DraftKey

function draftAt(key: DraftKey) {
  return comments.at(boxName(key)).draft
}

test('a draft belongs to its author, item and parent comment', () => {
  comments.write(boxName(draftKey), 'half a thought')
  expect(draftAt(draftKey)).toBe('half a thought')
  for (const other of [{ owner: 'ben' }, { media_index: 1 }, { parent: 'c' }])
    expect(draftAt({ ...draftKey, ...other })).toBe('')
  expect(draftAt({ owner: 'ada', parent: null, discussion_id: 'post' })).toBe('')
})

test('COMM-15 puts a returned comment before text typed since', async () => {
  const name = boxName({ ...draftKey, media_index: 7 })
  comments.write(name, 'first')
  const sent = comments.send(name, { typed: 'first' }, '{"content":"first"}', () =>
    Promise.reject(new Error('no')),
  )
  comments.write(name, 'second')
  await expect(sent).rejects.toThrow('no')
  expect(comments.at(name)).toMatchObject({ draft: 'first\nsecond', outgoing: [] })
})
