import type { ErrorCode } from '@nollie/contract'
import { getStatus } from '@nollie/contract/errors'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { shareSpot } from '../spots/index.ts'
import { shares } from './share-draft.ts'

// Replaces the network and localStorage, which Node doesn't have. Each request gets the next response.
type Turn = ErrorCode | 'lost' | 'done'
let turns: Turn[] = []
let keys: string[] = []
const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
})
vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
  // When a response says that the session ended, the client checks the session with the server.
  if (path === '/api/session') return Response.json({ user: null, is_suspended: false, expires_at: null })
  keys.push(new Headers(init.headers).get('idempotency-key') ?? '')
  const turn = turns.shift() ?? 'lost'
  if (turn === 'lost') throw new TypeError('network')
  if (turn === 'done') return Response.json({ id: 's1', name: 'Ledge' }, { status: 201 })
  const status = getStatus(turn)
  return Response.json({ code: turn, status, detail: '' }, { status })
})
beforeEach(() => {
  shares.clear('maya')
  storage.clear()
  keys = []
})
afterAll(() => vi.unstubAllGlobals())

async function submit(text: string, ...answers: Turn[]) {
  turns = answers
  const ended: unknown[] = []
  await shares
    .submit('maya', async (send) => void ended.push(await send(text, shareSpot)))
    .catch((error: { code: string }) => ended.push(error.code))
  return ended[0]
}

test.each<ErrorCode>(['SESSION_MISSING', 'FOREIGN_ORIGIN', 'TOO_MANY', 'IN_PROGRESS'])(
  'after %s, a retry uses the same key, because the first attempt may have worked',
  async (code) => {
    await submit('{}', 'lost')
    expect(await submit('{}', code)).toBe(code)
    expect(shares.at('maya').attempt).toMatchObject({ key: keys[0], unanswered: true })
    expect(await submit('{}', 'done')).toMatchObject({ name: 'Ledge' })
    expect(new Set(keys).size).toBe(1)
  },
)

test.each<ErrorCode>(['BAD_REQUEST', 'MEDIA_TAKEN', 'MEDIA_NOT_READY', 'UNPROCESSABLE', 'KEY_REUSED'])(
  '%s is final: the next attempt has its own key',
  async (code) => {
    await submit('{}', 'lost')
    await submit('{}', code)
    expect(shares.at('maya').attempt).toBeNull()
  },
)

test('a refusal before the operation leaves no attempt to settle', async () => {
  await submit('{}', 'SESSION_MISSING')
  expect(shares.at('maya').attempt).toBeNull()
})

test('a text changed after a lost response finds the spot of the first attempt, even after a refusal in between', async () => {
  await submit('{"name":"a"}', 'lost')
  expect(await submit('{"name":"b"}', 'MEDIA_TAKEN', 'TOO_MANY')).toBe('TOO_MANY')
  expect(await submit('{"name":"c"}', 'MEDIA_TAKEN', 'done')).toMatchObject({ name: 'Ledge' })
  expect([keys[2], keys[4]]).toEqual([keys[0], keys[0]])
})
