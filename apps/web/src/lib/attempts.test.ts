import type { SessionUser } from '@nollie/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { untilAnswered } from './attempts.ts'
import { session } from './session.ts'

// The signed-in person, according to the stub server.
let here: string | null
let isUp: boolean

function signIn(user_id: string) {
  here = user_id
  session.signedIn({
    user: { user_id } as SessionUser,
    is_suspended: false,
    expires_at: '2027-01-01T00:00:00.000Z',
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  isUp = true
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('no network')
    return Response.json({
      user: here && { user_id: here },
      is_suspended: false,
      expires_at: here && '2027-01-01T00:00:00.000Z',
    })
  })
  signIn('ada')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

// Loses the given number of responses. Returns how many times the request was sent, and its outcome.
async function sending(lost: number, between: () => void, writer?: string) {
  const sent: (string | null)[] = []
  const send = async () => {
    sent.push(here)
    if (sent.length === 1) between()
    if (sent.length <= lost) throw new ApiError({ status: 0, code: 'OFFLINE', detail: '' })
    return 'answered'
  }
  const end = untilAnswered(send, writer).catch((error: ApiError) => error.code)
  await vi.runAllTimersAsync()
  return { sent, end: await end }
}

test('retries an unanswered request while its writer is signed in, online or not', async () => {
  expect(await sending(2, () => {})).toEqual({ sent: ['ada', 'ada', 'ada'], end: 'answered' })
  const down = () => {
    isUp = false
  }
  expect(await sending(1, down)).toEqual({ sent: ['ada', 'ada'], end: 'answered' })
})

test('does not retry after another person signed in, in any tab', async () => {
  expect(await sending(1, () => signIn('ben'))).toEqual({ sent: ['ada'], end: 'OFFLINE' })
  signIn('ada')
  const elsewhere = () => {
    here = 'ben'
  }
  expect(await sending(1, elsewhere)).toEqual({ sent: ['ada'], end: 'OFFLINE' })
})

test('does not retry after signing out', async () => {
  const out = () => {
    here = null
    session.signedOut()
  }
  expect(await sending(1, out)).toEqual({ sent: ['ada'], end: 'OFFLINE' })
})

test('does not send if the writer is no longer signed in', async () => {
  signIn('ben')
  expect(await sending(0, () => {}, 'ada')).toEqual({ sent: [], end: 'SESSION_MISSING' })
})
