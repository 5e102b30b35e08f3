import { beforeEach, expect, test, vi } from 'vitest'
import {
  dropIntent,
  INTENT_MS,
  type Intent,
  storeIntent,
  pendingIntent,
  reserveIntent,
  takeIntent,
} from './intent-store.ts'

const ID = '018f0000-0000-7000-8000-000000000001'
const spot = { id: ID, name: 'Library Marble' }
const LIKE: Intent = { kind: 'like', spot, item: { post_id: ID, media_index: 0 } }
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})

test('returns a stored intent only once', () => {
  storeIntent(LIKE)
  expect(pendingIntent()).toEqual(LIKE)
  expect(takeIntent('ada@example.com')).toEqual(LIKE)
  expect(takeIntent('ada@example.com')).toBeNull()
  expect(stored.size).toBe(0)
})

test('the last intent counts, and can be discarded', () => {
  storeIntent(LIKE)
  storeIntent({ kind: 'save', spot })
  expect(pendingIntent()?.kind).toBe('save')
  dropIntent()
  expect(pendingIntent()).toBeNull()
})

test('an intent expires after two hours, or when the clock was set back', () => {
  storeIntent(LIKE, 1000)
  expect(pendingIntent(1000 + INTENT_MS)).toEqual(LIKE)
  expect(pendingIntent(1001 + INTENT_MS)).toBeNull()
  expect(pendingIntent(999)).toBeNull()
  expect(takeIntent('ada@example.com', 1001 + INTENT_MS)).toBeNull()
})

test('an intent reserved by a sign-up is not run for anyone else', () => {
  storeIntent(LIKE)
  reserveIntent(' Ada@Example.com ')
  expect(takeIntent('ben@example.com')).toBeNull()
  expect(pendingIntent()).toBeNull()
  storeIntent(LIKE)
  reserveIntent('Ada@Example.com')
  expect(takeIntent('ada@example.com')).toEqual(LIKE)
})

test('ignores invalid intents', () => {
  const good = {
    kind: 'comment',
    spot,
    item: { post_id: ID, media_index: 0 },
    content: 'Waxed?',
    key: 'k-12345678',
  }
  for (const intent of [
    { ...good, item: { post_id: '../../admin', media_index: 0 } },
    { ...good, item: { post_id: ID, media_index: -1 } },
    { ...good, content: 'x'.repeat(2001) },
    { ...good, kind: 'delete' },
    { ...good, spot: { id: 'x', name: 'y' } },
    null,
  ]) {
    stored.set('nollie.intent', JSON.stringify({ intent, at: Date.now(), email: null }))
    expect(pendingIntent(), JSON.stringify(intent)).toBeNull()
  }
  stored.set('nollie.intent', JSON.stringify({ intent: good, at: Date.now(), email: null }))
  expect(pendingIntent()).toEqual(good)
})
